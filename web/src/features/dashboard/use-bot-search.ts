import { useQuery } from '@apollo/client/react';
import { useDeferredValue, useMemo, useState } from 'react';
import { ALL_PAGES } from '../../lib/all-pages.js';
import { NO_DEDUPLICATION, useSearchAnswer, useDebounced } from '../../lib/search.js';
import { SEARCH_BOTS, type DashboardBot } from './dashboard.graphql.js';

const CONTEXT = { ...ALL_PAGES, ...NO_DEDUPLICATION };

/** Filters the list by a search on the server (docs/decisions.md X2). The rows come from the list itself, which is updated live. */
export function useBotSearch(bots: readonly DashboardBot[] | undefined) {
  const [search, setSearch] = useState('');
  const text = useDebounced(search.trim());
  const hasText = text !== '' && bots !== undefined && bots.length > 0;
  const criteria = useMemo(() => (hasText ? { search: text } : null), [hasText, text]);
  const query = useQuery(SEARCH_BOTS, {
    variables: { search: text },
    skip: criteria === null,
    // Only ids are returned; the bots themselves are cached with the list.
    fetchPolicy: 'no-cache',
    context: CONTEXT,
  });
  const listVersion = useMemo(() => (bots ?? []).map(({ id, name }) => `${id} ${name}`).join('\n'), [bots]);
  const {
    answer,
    isAsking: isSearching,
    again: retry,
  } = useSearchAnswer({ criteria, found: query.data?.bots.bots, listVersion, query });

  // Typing must not wait for the cards to render.
  const [shownBots, shownAnswer] = [useDeferredValue(bots), useDeferredValue(answer)];
  const { ids } = shownAnswer;
  const found = useMemo(() => (ids ? shownBots?.filter(({ id }) => ids.has(id)) : shownBots), [shownBots, ids]);
  return { search, setSearch, answer: shownAnswer, found, isSearching, retry };
}
