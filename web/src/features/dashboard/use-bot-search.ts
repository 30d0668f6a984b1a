import { useQuery } from '@apollo/client/react';
import { useDeferredValue, useMemo, useState } from 'react';
import { ALL_PAGES } from '../../lib/all-pages.js';
import { ASKED_ANEW, useSearchAnswer, useSettled } from '../../lib/search.js';
import { SEARCH_BOTS, type DashboardBot } from './dashboard.graphql.js';

const CONTEXT = { ...ALL_PAGES, ...ASKED_ANEW };

/** Filters the list by a search on the server (docs/decisions.md X2). The rows come from the list itself, which is updated live. */
export function useBotSearch(bots: readonly DashboardBot[] | undefined) {
  const [search, setSearch] = useState('');
  const sought = useSettled(search.trim());
  const isAsked = sought !== '' && bots !== undefined && bots.length > 0;
  const question = useMemo(() => (isAsked ? { search: sought } : null), [isAsked, sought]);
  const query = useQuery(SEARCH_BOTS, {
    variables: { search: sought },
    skip: question === null,
    // Only ids are returned; the bots themselves are cached with the list.
    fetchPolicy: 'no-cache',
    context: CONTEXT,
  });
  const listed = useMemo(() => (bots ?? []).map(({ id, name }) => `${id} ${name}`).join('\n'), [bots]);
  const { answer, isAsking, again } = useSearchAnswer({ question, found: query.data?.bots.bots, listed, query });

  // Typing must not wait for the cards to render.
  const [shownBots, shownAnswer] = [useDeferredValue(bots), useDeferredValue(answer)];
  const { ids } = shownAnswer;
  const found = useMemo(() => (ids ? shownBots?.filter(({ id }) => ids.has(id)) : shownBots), [shownBots, ids]);
  return { search, setSearch, answer: shownAnswer, found, isAsking, again };
}
