import type { COMMAND_CATEGORIES } from '@kith/proto';
import { useQuery } from '@apollo/client/react';
import { useMemo, useState } from 'react';
import { ASKED_ANEW, useSearchAnswer } from '../../lib/use-search-answer.js';
import { useSettled } from '../../lib/use-settled.js';
import { SOUGHT_COMMANDS, type Available } from './commands.graphql.js';

export type Category = 'all' | (typeof COMMAND_CATEGORIES)[number];

/** Those of all commands that the server finds by name or description, and by category (decision X2). */
export function useCommandSearch(all: readonly Available[]) {
  const [search, setSearch] = useState('');
  const [category, setCategory] = useState<Category>('all');
  const sought = useSettled(search.trim());
  const question = useMemo(() => (sought === '' && category === 'all' ? null : { search: sought, category }), [sought, category]);
  const query = useQuery(SOUGHT_COMMANDS, {
    variables: { search: sought, ...(category !== 'all' && { category }) },
    skip: question === null,
    // What is kept of commands is kept with their list.
    fetchPolicy: 'no-cache',
    context: ASKED_ANEW,
  });
  const listed = useMemo(() => JSON.stringify(all), [all]);
  const { answer, isAsking, again } = useSearchAnswer({ question, found: query.data?.commands.commands, listed, query });
  const showAll = (): void => {
    setSearch('');
    setCategory('all');
  };
  return { search, setSearch, category, setCategory, showAll, answer, isAsking, again };
}
