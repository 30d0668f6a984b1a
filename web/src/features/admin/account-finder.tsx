import { RefreshCw, SearchX, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../lib/i18n.js';
import { Button } from '../../ui/button.js';
import { SearchBox } from '../../ui/inputs.js';
import { StaleNotice } from '../../ui/load-error.js';
import { State } from '../../ui/state.js';
import { AccountList } from './account-list.js';
import type { Account } from './admin.graphql.js';
import { ListError, ListSkeleton } from './list-state.js';
import { Pager } from './pager.js';
import { PAGE, type Accounts } from './use-accounts.js';

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
