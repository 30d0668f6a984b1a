import { UserRoundCog } from 'lucide-react';
import { useState } from 'react';
import { paths } from '../../app/paths.js';
import { t } from '../../lib/i18n.js';
import { BackLink } from '../../ui/back-link.js';
import { Button } from '../../ui/button.js';
import { AccountFinder } from './account-finder.js';
import { AdminOnly } from './admin-only.js';
import type { Account } from './admin.graphql.js';
import { ConfirmDialog } from './confirm-dialog.js';
import { useAccounts } from './use-accounts.js';
import { refuseAdmin, useImpersonate } from './use-impersonation.js';
import './admin.css';

export const ImpersonatePage = () => (
  <AdminOnly allows="super_admin">
    <title>{`${t('admin.nav.impersonate')} · Kith`}</title>
    <Impersonation />
  </AdminOnly>
);

function Impersonation() {
  const accounts = useAccounts();
  const [chosen, setChosen] = useState<Account | null>(null);
  return (
    <div className="page">
      <BackLink to={paths.admin}>{t('admin.back')}</BackLink>
      <header className="page-head">
        <div>
          <h1>{t('admin.nav.impersonate')}</h1>
          <p>{t('admin.impersonation.lead')}</p>
        </div>
      </header>
      <AccountFinder
        label={t('admin.users')}
        accounts={accounts}
        failed={t('admin.usersFailed')}
        renderActions={(account) => (
          <Button
            size="sm"
            aria-label={t('admin.impersonation.impersonateUser', { username: account.username })}
            onClick={() => (account.isAdmin ? refuseAdmin() : setChosen(account))}
          >
            <UserRoundCog size={15} aria-hidden="true" />
            {t('admin.impersonation.impersonate')}
          </Button>
        )}
      />
      {chosen && <Confirmation account={chosen} onClose={() => setChosen(null)} />}
    </div>
  );
}

function Confirmation({ account: { id, username }, onClose }: { readonly account: Account; readonly onClose: () => void }) {
  const { impersonate, isStarting } = useImpersonate();
  return (
    <ConfirmDialog
      title={t('admin.impersonation.impersonateUser', { username })}
      text={t('admin.impersonation.confirmText', { username })}
      confirm={t('admin.impersonation.start')}
      isBusy={isStarting}
      onConfirm={() => void impersonate(id).then(onClose)}
      onCancel={onClose}
    />
  );
}
