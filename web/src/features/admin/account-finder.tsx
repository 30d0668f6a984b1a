import { useQuery } from '@apollo/client/react';
import { RefreshCw, SearchX, Users } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { useDebounced } from '../../lib/search.js';
import { BackLink, Button } from '../../ui/button.js';
import { SearchBox } from '../../ui/inputs.js';
import { StaleNotice } from '../../ui/load-error.js';
import { State } from '../../ui/state.js';
import { AccountList } from './account-list.js';
import { AdminOnly } from './admin-only.js';
import { type Account, ACCOUNTS } from './admin.graphql.js';
import { ListError, ListSkeleton, Pager } from './paged-list.js';
import './admin.css';

interface AccountFinderProps {
  readonly label: string;
  readonly accounts: Accounts;
  /** What stands above a list that could not be loaded. */
  readonly failed: string;
  readonly renderActions?: (account: Account) => ReactNode;
}

/** Search, refresh and the pages of the users found. */
export function AccountFinder({ label, accounts, failed, renderActions }: AccountFinderProps) {
  const { search, setSearch, page, error, isLoading, refresh, offset, turnTo } = accounts;
  return (
    <section className="card account-finder" aria-label={label}>
      <div className="account-tools">
        <SearchBox label={t('admin.searchUsers')} value={search} onChange={setSearch} />
        <Button isBusy={isLoading && page !== undefined} onClick={refresh}>
          {!(isLoading && page !== undefined) && <RefreshCw size={16} aria-hidden="true" />}
          {t('admin.refresh')}
        </Button>
      </div>
      {error && !page && <ListError title={failed} error={error} onRetry={refresh} />}
      {error && page && <StaleNotice error={error} />}
      {!page && !error && <ListSkeleton />}
      {page && page.users.length > 0 && (
        <AccountList label={label} accounts={page.users} isBusy={isLoading} renderActions={renderActions} />
      )}
      {page?.users.length === 0 && <Nobody accounts={accounts} />}
      {page && <Pager label={label} offset={offset} limit={PAGE} total={page.total} onTurn={turnTo} />}
    </section>
  );
}

/** Why the list is empty, and the way on. */
function Nobody({ accounts: { sought, setSearch } }: Pick<AccountFinderProps, 'accounts'>) {
  if (sought === '') return <State icon={Users} heading="h3" title={t('admin.noUsers')} text={t('admin.noUsersText')} />;
  return (
    <State icon={SearchX} heading="h3" title={t('admin.noMatch')} text={t('admin.noMatchText', { search: sought })}>
      <Button onClick={() => setSearch('')}>{t('admin.clearSearch')}</Button>
    </State>
  );
}

interface AccountPageProps {
  readonly title: string;
  readonly lead: string;
  /** What can be done with one of the users. */
  readonly renderActions: (account: Account) => ReactNode;
  readonly children?: ReactNode;
}

/** A page of the super-admin that begins with finding a user. */
export const AccountPage = (props: AccountPageProps) => (
  <AdminOnly allows="super_admin">
    <title>{`${props.title} · Kith`}</title>
    <Content {...props} />
  </AdminOnly>
);

function Content({ title, lead, renderActions, children }: AccountPageProps) {
  const accounts = useAccounts();
  return (
    <div className="page">
      <BackLink to={paths.admin}>{t('admin.back')}</BackLink>
      <header className="page-head">
        <div>
          <h1>{title}</h1>
          <p>{lead}</p>
        </div>
      </header>
      <AccountFinder label={t('admin.users')} accounts={accounts} failed={t('admin.usersFailed')} renderActions={renderActions} />
      {children}
    </div>
  );
}

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
