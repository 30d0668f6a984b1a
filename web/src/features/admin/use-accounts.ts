import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { useDebounced } from '../../lib/search.js';
import { ACCOUNTS, type Account } from './admin.graphql.js';

export const PAGE = 25;

/** The users of this installation, or those with a role, searched and paged by the server (decision X2). */
export function useAccounts(role?: Account['role']) {
  const [search, setSearch] = useState('');
  const sought = useDebounced(search.trim());
  const [page, setPage] = useState({ sought, offset: 0 });
  const offset = page.sought === sought ? page.offset : 0;

  const { data, previousData, error, loading, refetch } = useQuery(ACCOUNTS, {
    variables: { search: sought, offset, role, limit: PAGE },
    notifyOnNetworkStatusChange: true,
  });
  return {
    search,
    setSearch,
    /** What is shown is the answer to this. */
    sought,
    offset,
    turnTo: (offset: number) => setPage({ sought, offset }),
    // The page before stays until the next one is there.
    page: data?.users ?? (error ? undefined : previousData?.users),
    error,
    isLoading: loading,
    // What fails here shows as the error of the query.
    refresh: () => void refetch().catch(() => undefined),
  };
}

export type Accounts = ReturnType<typeof useAccounts>;
