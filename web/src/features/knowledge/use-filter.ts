import { useQuery } from '@apollo/client/react';
import { useDeferredValue, useMemo, useState } from 'react';
import { ALL_PAGES } from '../../lib/all-pages.js';
import { useWindowFocus } from '../../lib/focus.js';
import { NO_DEDUPLICATION, useDebounced, useSearchAnswer } from '../../lib/search.js';
import { type KnowledgeType } from './knowledge-values.js';
import { KNOWLEDGE_MATCHES, type KnowledgeItem } from './knowledge.graphql.js';

export interface Filter {
  readonly words: string;
  readonly type: KnowledgeType | 'all';
  /** Empty for all tags. */
  readonly tag: string;
}

const EVERYTHING: Filter = { words: '', type: 'all', tag: '' };

interface Filtered {
  readonly botId: string;
  readonly items: readonly KnowledgeItem[];
  /** Grows with each saved item: a change of the content is not visible in the list. */
  readonly edits: number;
}

/** The items that pass the filter, newest first, and all tags. */
export function useFilter({ botId, items, edits }: Filtered) {
  const [filter, setFilter] = useState(EVERYTHING);
  const tags = useMemo(() => [...new Set(items.flatMap((item) => item.tags))].toSorted((a, b) => a.localeCompare(b)), [items]);
  // The last item with the tag may have been deleted.
  const now = tags.includes(filter.tag) ? filter : { ...filter, tag: '' };
  const { type, tag } = now;
  const { answer, isAsking, again } = useMatches({ botId, words: now.words, items, edits });

  // Deferred, so that typing stays responsive while the nodes are rendered.
  const wanted = useDeferredValue(useMemo(() => ({ items, type, tag, answer }), [items, type, tag, answer]));
  const shown = useMemo(() => wanted.items.filter((item) => isShown(item, wanted)).toReversed(), [wanted]);
  return {
    filter: now,
    tags,
    shown,
    /** The search text whose result is shown. */
    sought: wanted.answer.criteria?.search ?? '',
    isNarrowed: wanted.type !== 'all' || wanted.tag !== '' || wanted.answer.criteria !== null,
    error: wanted.answer.error,
    isAsking,
    again,
    change: (changes: Partial<Filter>) => setFilter({ ...now, ...changes }),
    showAll: () => setFilter(EVERYTHING),
  };
}

interface Wanted {
  readonly type: Filter['type'];
  readonly tag: string;
  readonly answer: { readonly ids: ReadonlySet<string> | undefined };
}

function isShown(item: KnowledgeItem, { type, tag, answer: { ids } }: Wanted): boolean {
  if (type !== 'all' && item.type !== type) return false;
  if (tag !== '' && !item.tags.includes(tag)) return false;
  return ids?.has(item.id) ?? true;
}

const CONTEXT = { ...ALL_PAGES, ...NO_DEDUPLICATION };

interface Sought {
  readonly botId: string;
  readonly words: string;
  readonly items: readonly KnowledgeItem[];
  readonly edits: number;
}

/** The items whose title, content or tags contain the text, found by the server (docs/decisions.md X2). */
function useMatches({ botId, words, items, edits }: Sought) {
  const sought = useDebounced(words.trim());
  const criteria = useMemo(() => (sought === '' ? null : { search: sought }), [sought]);
  const query = useQuery(KNOWLEDGE_MATCHES, {
    variables: { botId, search: sought },
    skip: criteria === null,
    // Items are cached with their list.
    fetchPolicy: 'no-cache',
    context: CONTEXT,
  });
  // The content changes when the server has read an item (status) and when it was edited here (edits).
  const listVersion = useMemo(
    () => JSON.stringify([edits, items.map(({ id, title, excerpt, tags, status }) => [id, title, excerpt, tags, status])]),
    [items, edits],
  );
  const { answer, isAsking, again } = useSearchAnswer({ criteria, found: query.data?.knowledge.items, listVersion, query });
  // Items may have been changed in another window.
  useWindowFocus(again);
  return { answer, isAsking, again };
}
