import { useQuery } from '@apollo/client/react';
import { RefreshCw, SearchX, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../lib/i18n.js';
import { useDebounced } from '../../lib/search.js';
import { useKept } from '../../lib/use-kept.js';
import { Button } from '../../ui/button.js';
import { SearchBox } from '../../ui/inputs.js';
import { FIRST_PAGE } from '../../ui/pager.js';
import { State } from '../../ui/state.js';
import { AccountList, ACCOUNT_PAGE, type Account } from './account-list.js';
import { ACCOUNTS } from './admin.graphql.js';
import { PagedList, pageOf } from './paged-list.js';

interface AccountFinderProps {
  readonly label: string;
  /** Only users with this role. */
  readonly onlyRole?: Account['role'];
  /** Title of the error when the users could not be loaded. */
  readonly failed: string;
  readonly renderActions?: (account: Account) => ReactNode;
}

/** The users of this installation, searched and paged by the server (docs/decisions.md X2). */
export function AccountFinder({ label, onlyRole, failed, renderActions }: AccountFinderProps) {
  const [text, setText] = useKept('searched users', '');
  const search = useDebounced(text.trim());
  const [position, setPosition] = useKept('page of users', { search, ...FIRST_PAGE });
  const { offset, cursor } = position.search === search ? position : FIRST_PAGE;
  const variables = { search, offset, cursor, role: onlyRole, limit: ACCOUNT_PAGE };
  const query = pageOf(useQuery(ACCOUNTS, { variables, notifyOnNetworkStatusChange: true }), ({ users }) => users);
  const isRefreshing = query.isLoading && query.page !== undefined;
  return (
    <section className="card admin-list" aria-label={label}>
      <div className="row account-tools">
        <SearchBox label={t('admin.searchUsers')} value={text} onChange={setText} />
        <Button icon={RefreshCw} title={t('admin.refresh')} isBusy={isRefreshing} onClick={query.refresh}>
          {t('admin.refresh')}
        </Button>
      </div>
      <PagedList
        label={label}
        failed={failed}
        query={query}
        isEmpty={({ users }) => users.length === 0}
        offset={offset}
        limit={ACCOUNT_PAGE}
        onTurn={(to) => setPosition({ search, ...to })}
      >
        {({ users }) =>
          users.length > 0 ? (
            <AccountList label={label} accounts={users} isBusy={query.isLoading} renderActions={renderActions} />
          ) : (
            <NoAccounts search={search} onClear={() => setText('')} />
          )
        }
      </PagedList>
    </section>
  );
}

function NoAccounts({ search, onClear }: { readonly search: string; readonly onClear: () => void }) {
  if (search === '') return <State icon={Users} heading="h3" title={t('admin.noUsers')} text={t('admin.noUsersText')} />;
  return (
    <State icon={SearchX} heading="h3" title={t('admin.noMatch')} text={t('admin.noMatchText', { search })}>
      <Button onClick={onClear}>{t('admin.clearSearch')}</Button>
    </State>
  );
}
