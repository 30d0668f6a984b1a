import { useQuery } from '@apollo/client/react';
import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { useUser } from '../../shared/auth.js';
import { BackLink, Button, ButtonLink } from '../../ui/button.js';
import { StaleNotice } from '../../ui/load-error.js';
import { AccountFinder, PAGE, useAccounts } from './account-finder.js';
import { AccountList } from './account-list.js';
import { AdminOnly } from './admin-only.js';
import { type Account, ADMINS } from './admin.graphql.js';
import { ListError, ListSkeleton, Pager } from './paged-list.js';
import { PlanDialog, RightsDialog } from './user-dialogs.js';
import './admin.css';

export const UsersPage = () => (
  <AdminOnly allows="admin">
    <title>{`${t('admin.nav.users')} · Kith`}</title>
    <Management />
  </AdminOnly>
);

interface Asked {
  readonly what: 'plan' | 'rights';
  readonly account: Account;
}

function Management() {
  const [asked, setAsked] = useState<Asked | null>(null);
  const accounts = useAccounts('user');
  const close = (): void => setAsked(null);
  const renderActions = (account: Account) => (
    <AccountActions
      account={account}
      onPlan={() => setAsked({ what: 'plan', account })}
      onRights={() => setAsked({ what: 'rights', account })}
    />
  );
  return (
    <div className="page">
      <BackLink to={paths.admin}>{t('admin.back')}</BackLink>
      <header className="page-head">
        <div>
          <h1>{t('admin.nav.users')}</h1>
          <p>{t('admin.management.lead')}</p>
        </div>
      </header>
      <section className="stack account-managed" aria-labelledby="administrators">
        <h2 id="administrators">{t('admin.management.admins')}</h2>
        <Administrators renderActions={renderActions} />
      </section>
      <section className="stack account-managed" aria-labelledby="all-users">
        <div>
          <h2 id="all-users">{t('admin.management.all')}</h2>
          <p className="muted">{t('admin.management.allText')}</p>
        </div>
        <AccountFinder
          label={t('admin.management.all')}
          accounts={accounts}
          failed={t('admin.management.allFailed')}
          renderActions={renderActions}
        />
      </section>
      {asked?.what === 'plan' && <PlanDialog account={asked.account} onClose={close} />}
      {asked?.what === 'rights' && <RightsDialog account={asked.account} onClose={close} />}
    </div>
  );
}

/** There is always one: the super-admin, who is listed first. */
function Administrators({ renderActions }: Pick<Parameters<typeof AccountList>[0], 'renderActions'>) {
  const [offset, setOffset] = useState(0);
  const { data, previousData, error, loading, refetch } = useQuery(ADMINS, {
    variables: { limit: PAGE, offset },
  });
  const page = data?.admins ?? (error ? undefined : previousData?.admins);
  const again = (): void => void refetch().catch(() => undefined);
  const label = t('admin.management.admins');
  return (
    <div className="card account-finder">
      {error && !page && <ListError title={t('admin.management.adminsFailed')} error={error} onRetry={again} />}
      {error && page && <StaleNotice error={error} />}
      {!page && !error && <ListSkeleton />}
      {page && <AccountList label={label} accounts={page.users} isBusy={loading} renderActions={renderActions} />}
      {page && <Pager label={label} offset={offset} limit={PAGE} total={page.total} onTurn={setOffset} />}
    </div>
  );
}

interface AccountActionsProps {
  readonly account: Account;
  readonly onPlan: () => void;
  readonly onRights: () => void;
}

/** What an administrator may do to one account; nobody revokes the super-admin (decision A4). */
export function AccountActions({ account: { id, username, role, isAdmin }, onPlan, onRights }: AccountActionsProps) {
  const isSuperAdmin = useUser().role === 'super_admin';
  return (
    <>
      {isSuperAdmin && (
        <ButtonLink
          to={paths.adminAudit(id)}
          variant="ghost"
          size="sm"
          isIcon
          aria-label={t('admin.management.audit', { username })}
          title={t('admin.nav.audit')}
        >
          <ScrollText size={16} aria-hidden="true" />
        </ButtonLink>
      )}
      <Button size="sm" aria-label={t('admin.management.changePlanOf', { username })} onClick={onPlan}>
        {t('admin.management.changePlan')}
      </Button>
      {role !== 'super_admin' && (
        <Button
          size="sm"
          aria-label={t(isAdmin ? 'admin.management.revokeAdminOf' : 'admin.management.makeAdminOf', { username })}
          onClick={onRights}
        >
          {t(isAdmin ? 'admin.management.revokeAdmin' : 'admin.management.makeAdmin')}
        </Button>
      )}
    </>
  );
}
