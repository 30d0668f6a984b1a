import { useQuery } from '@apollo/client/react';
import { ScrollText } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { useKept } from '../../lib/use-kept.js';
import { useUser } from '../../shared/auth.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { Section } from '../../ui/section.js';
import { AccountFinder } from './account-finder.js';
import { AccountList, ACCOUNT_PAGE, type Account } from './account-list.js';
import { AdminFrame } from './admin-frame.js';
import { ADMINS } from './admin.graphql.js';
import { PagedList, pageOf } from './paged-list.js';
import { PlanDialog, RightsDialog } from './user-dialogs.js';

interface OpenDialog {
  readonly kind: 'plan' | 'rights';
  readonly account: Account;
}

export function UsersPage() {
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const close = (): void => setDialog(null);
  const renderActions = (account: Account) => (
    <AccountActions account={account} onOpen={(kind) => setDialog({ kind, account })} />
  );
  return (
    <AdminFrame allows="admin" title={t('admin.nav.users')} lead={t('admin.management.lead')}>
      <Section title={t('admin.management.admins')} className="account-managed">
        <Administrators renderActions={renderActions} />
      </Section>
      <Section title={t('admin.management.all')} lead={t('admin.management.allText')} className="account-managed">
        <AccountFinder
          label={t('admin.management.all')}
          onlyRole="user"
          failed={t('admin.management.allFailed')}
          renderActions={renderActions}
        />
      </Section>
      {dialog?.kind === 'plan' && <PlanDialog account={dialog.account} onClose={close} />}
      {dialog?.kind === 'rights' && <RightsDialog account={dialog.account} onClose={close} />}
    </AdminFrame>
  );
}

/** Never empty: the super-admin is listed first. */
function Administrators({ renderActions }: { readonly renderActions: (account: Account) => ReactNode }) {
  const [offset, setOffset] = useKept('page of administrators', 0);
  const label = t('admin.management.admins');
  const query = pageOf(useQuery(ADMINS, { variables: { limit: ACCOUNT_PAGE, offset } }), ({ admins }) => admins);
  return (
    <div className="card admin-list">
      <PagedList
        label={label}
        failed={t('admin.management.adminsFailed')}
        query={query}
        isEmpty={({ users }) => users.length === 0}
        offset={offset}
        limit={ACCOUNT_PAGE}
        onTurn={({ offset: to }) => setOffset(to)}
      >
        {({ users }) => <AccountList label={label} accounts={users} isBusy={query.isLoading} renderActions={renderActions} />}
      </PagedList>
    </div>
  );
}

interface AccountActionsProps {
  readonly account: Account;
  readonly onOpen: (kind: OpenDialog['kind']) => void;
}

/** The rights of the super-admin cannot be revoked (docs/decisions.md A4). */
function AccountActions({ account: { id, username, role, isAdmin }, onOpen }: AccountActionsProps) {
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
      <Button size="sm" aria-label={t('admin.management.changePlanOf', { username })} onClick={() => onOpen('plan')}>
        {t('admin.management.changePlan')}
      </Button>
      {role !== 'super_admin' && (
        <Button
          size="sm"
          aria-label={t(isAdmin ? 'admin.management.revokeAdminOf' : 'admin.management.makeAdminOf', { username })}
          onClick={() => onOpen('rights')}
        >
          {t(isAdmin ? 'admin.management.revokeAdmin' : 'admin.management.makeAdmin')}
        </Button>
      )}
    </>
  );
}
