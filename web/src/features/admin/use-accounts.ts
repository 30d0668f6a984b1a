import { useQuery } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { ACCOUNTS, type Account } from './admin.graphql.js';

export const PAGE = 25;
/** Long enough to type a word without a question to the server per letter. */
const SETTLE_MS = 250;

/** The users of this installation, or those with a role, searched and paged by the server (decision X2). */
export function useAccounts(role?: Account['role']) {
  const [search, setSearch] = useState('');
  const [asked, setAsked] = useState({ search: '', offset: 0 });
  const wanted = search.trim();
  useEffect(() => {
    if (wanted === asked.search) return;
    const timer = setTimeout(() => setAsked({ search: wanted, offset: 0 }), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [wanted, asked.search]);

  const { data, previousData, error, loading, refetch } = useQuery(ACCOUNTS, {
    variables: { ...asked, role, limit: PAGE },
    fetchPolicy: 'cache-and-network',
    notifyOnNetworkStatusChange: true,
  });
  return {
    search,
    setSearch,
    /** What is shown is the answer to this. */
    sought: asked.search,
    offset: asked.offset,
    turnTo: (offset: number) => setAsked({ ...asked, offset }),
    // The page before stays until the next one is there.
    page: data?.users ?? (error ? undefined : previousData?.users),
    error,
    isLoading: loading,
    // What fails here shows as the error of the query.
    refresh: () => void refetch().catch(() => undefined),
  };
}

export type Accounts = ReturnType<typeof useAccounts>;
