import { useApolloClient, useQuery } from '@apollo/client/react';
import { useEffect, useMemo, useState } from 'react';
import type { KnowledgeMatchesQuery } from '../../gql/graphql.js';
import { useWindowFocus } from '../../lib/focus.js';
import { NO_DEDUPLICATION, useDebounced, useSearchAnswer } from '../../lib/search.js';
import { KNOWLEDGE_MATCHES, type KnowledgeItem } from './knowledge.graphql.js';

interface Sought {
  readonly botId: string;
  readonly words: string;
  readonly items: readonly KnowledgeItem[];
  /** Grows with each saved item: a change of the content is not visible in the list. */
  readonly edits: number;
  /** Whether these matches fill what is looked at; otherwise the next page is asked for. */
  readonly isEnough: (ids: ReadonlySet<string>) => boolean;
}

// Items are cached with their list.
const OPTIONS = { fetchPolicy: 'no-cache', context: NO_DEDUPLICATION } as const;

/** The items whose title, content or tags contain the text, found by the server, as far as they are looked at (docs/decisions.md X2). */
export function useMatches({ botId, words, items, edits, isEnough }: Sought) {
  const sought = useDebounced(words.trim());
  const criteria = useMemo(() => (sought === '' ? null : { search: sought }), [sought]);
  const query = useQuery(KNOWLEDGE_MATCHES, {
    variables: { botId, search: sought, offset: 0 },
    skip: criteria === null,
    ...OPTIONS,
  });
  const first = criteria === null || query.loading ? undefined : query.data;
  const { found, counted, isAskingMore, moreError } = useFurtherPages({ botId, search: sought, first, isEnough });
  // The content changes when the server has read an item (status) and when it was edited here (edits).
  const listVersion = useMemo(
    () => JSON.stringify([edits, items.map(({ id, title, excerpt, tags, status }) => [id, title, excerpt, tags, status])]),
    [items, edits],
  );
  const { answer, isAsking, again } = useSearchAnswer({
    criteria,
    found,
    counted,
    listVersion,
    query: { error: query.error ?? moreError, loading: query.loading, observable: query.observable },
  });
  // Items may have been changed in another window.
  useWindowFocus(again);
  return { answer, isAsking: isAsking || isAskingMore, again };
}

interface FirstPage {
  readonly botId: string;
  readonly search: string;
  /** Undefined until it has arrived. */
  readonly first: KnowledgeMatchesQuery | undefined;
  readonly isEnough: Sought['isEnough'];
}

/** What was asked for after the first page `first`. */
interface Further {
  readonly first: KnowledgeMatchesQuery | undefined;
  readonly found: readonly { readonly id: string }[];
  /** There was nothing any more where the next page should have been. */
  readonly isAtEnd: boolean;
  readonly error?: unknown;
}

const NOTHING: Further = { first: undefined, found: [], isAtEnd: false };

function useFurtherPages({ botId, search, first, isEnough }: FirstPage) {
  const client = useApolloClient();
  const [last, setLast] = useState(NOTHING);
  // A search that is repeated may find something else on each page.
  if (first === undefined && last !== NOTHING) setLast(NOTHING);
  const further = useMemo(() => (last.first === first ? last : { ...NOTHING, first }), [last, first]);
  const found = useMemo(() => first && [...first.knowledge.items, ...further.found], [first, further]);
  const known = found?.length ?? 0;
  const { total = 0, isMoreThanTotal = false } = first?.knowledge ?? {};
  const hasMore = !further.isAtEnd && (isMoreThanTotal || known < total);
  const counted = useMemo(() => (hasMore ? { total, isMoreThanTotal } : undefined), [hasMore, total, isMoreThanTotal]);
  const isAskingMore =
    hasMore && further.error === undefined && found !== undefined && !isEnough(new Set(found.map(({ id }) => id)));
  useEffect(() => {
    if (!isAskingMore) return undefined;
    let isOutdated = false;
    const keep = (result: Partial<Further>): void => {
      if (!isOutdated) setLast({ ...further, ...result });
    };
    client.query({ query: KNOWLEDGE_MATCHES, variables: { botId, search, offset: known }, ...OPTIONS }).then(
      ({ data }) => {
        const more = data?.knowledge.items ?? [];
        keep({ found: [...further.found, ...more], isAtEnd: more.length === 0 });
      },
      (error: unknown) => keep({ error }),
    );
    return () => {
      isOutdated = true;
    };
  }, [isAskingMore, client, botId, search, known, further]);
  return { found, counted, isAskingMore, moreError: further.error };
}
