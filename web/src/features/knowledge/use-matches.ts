import { useQuery } from '@apollo/client/react';
import { useMemo } from 'react';
import { ALL_PAGES } from '../../lib/all-pages.js';
import { useWindowFocus } from '../../lib/focus.js';
import { NO_DEDUPLICATION, useSearchAnswer, useDebounced } from '../../lib/search.js';
import { KNOWLEDGE_MATCHES, type KnowledgeItem } from './knowledge.graphql.js';

const CONTEXT = { ...ALL_PAGES, ...NO_DEDUPLICATION };

interface Sought {
  readonly botId: string;
  readonly words: string;
  readonly items: readonly KnowledgeItem[];
  readonly edits: number;
}

/** Those of the items in whose titles, contents or tags the server finds the words (decision X2). */
export function useMatches({ botId, words, items, edits }: Sought) {
  const sought = useDebounced(words.trim());
  const criteria = useMemo(() => (sought === '' ? null : { search: sought }), [sought]);
  const query = useQuery(KNOWLEDGE_MATCHES, {
    variables: { botId, search: sought },
    skip: criteria === null,
    // What is kept of items is kept with their list.
    fetchPolicy: 'no-cache',
    context: CONTEXT,
  });
  // What is still being read has another text once it is ready.
  const listVersion = useMemo(
    () => JSON.stringify([edits, items.map(({ id, title, excerpt, tags, status }) => [id, title, excerpt, tags, status])]),
    [items, edits],
  );
  const { answer, isAsking, again } = useSearchAnswer({ criteria, found: query.data?.knowledge.items, listVersion, query });
  // A text may have been changed in another window.
  useWindowFocus(again);
  return { answer, isAsking, again };
}
