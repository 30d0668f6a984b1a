import { useQuery } from '@apollo/client/react';
import { useDeferredValue, useMemo, useState } from 'react';
import { ALL_PAGES } from '../../lib/all-pages.js';
import { ASKED_ANEW, useSearchAnswer } from '../../lib/use-search-answer.js';
import { useSettled } from '../../lib/use-settled.js';
import { SOUGHT_BOTS, type DashboardBot } from './dashboard.graphql.js';

const CONTEXT = { ...ALL_PAGES, ...ASKED_ANEW };

/** Those of the companions whose names the server finds (decision X2). They stay those of the list, which is live. */
export function useBotSearch(bots: readonly DashboardBot[] | undefined) {
  const [search, setSearch] = useState('');
  const sought = useSettled(search.trim());
  const isAsked = sought !== '' && bots !== undefined && bots.length > 0;
  const question = useMemo(() => (isAsked ? { search: sought } : null), [isAsked, sought]);
  const query = useQuery(SOUGHT_BOTS, {
    variables: { search: sought },
    skip: question === null,
    // What is kept of companions is kept with their list.
    fetchPolicy: 'no-cache',
    context: CONTEXT,
  });
  const listed = useMemo(() => (bots ?? []).map(({ id, name }) => `${id} ${name}`).join('\n'), [bots]);
  const { answer, isAsking, again } = useSearchAnswer({ question, found: query.data?.bots.bots, listed, query });

  // The letters come first, the cards after them.
  const [shownBots, shownAnswer] = [useDeferredValue(bots), useDeferredValue(answer)];
  const { ids } = shownAnswer;
  const found = useMemo(() => (ids ? shownBots?.filter(({ id }) => ids.has(id)) : shownBots), [shownBots, ids]);
  return { search, setSearch, answer: shownAnswer, found, isAsking, again };
}
