import { Plus } from 'lucide-react';
import { useState } from 'react';
import { paths } from '../../app/paths.js';
import { t } from '../../lib/i18n.js';
import { BackLink } from '../../ui/back-link.js';
import { Button } from '../../ui/button.js';
import { AccountFinder } from './account-finder.js';
import { AddCreditsDialog } from './add-credits-dialog.js';
import { AdminOnly } from './admin-only.js';
import type { Account } from './admin.graphql.js';
import { useAccounts } from './use-accounts.js';
import './admin.css';

export const UserCreditsPage = () => (
  <AdminOnly allows="super_admin">
    <title>{`${t('admin.nav.credits')} · Kith`}</title>
    <UserCredits />
  </AdminOnly>
);

function UserCredits() {
  const accounts = useAccounts();
  const [open, setOpen] = useState<Account | null>(null);
  return (
    <div className="page">
      <BackLink to={paths.admin}>{t('admin.back')}</BackLink>
      <header className="page-head">
        <div>
          <h1>{t('admin.nav.credits')}</h1>
          <p>{t('admin.creditManagement.lead')}</p>
        </div>
      </header>
      <AccountFinder
        label={t('admin.users')}
        accounts={accounts}
        failed={t('admin.usersFailed')}
        renderActions={(account) => (
          <Button
            size="sm"
            aria-label={t('admin.creditManagement.addTo', { username: account.username })}
            onClick={() => setOpen(account)}
          >
            <Plus size={15} aria-hidden="true" />
            {t('admin.creditManagement.add')}
          </Button>
        )}
      />
      {open && <AddCreditsDialog account={open} onClose={() => setOpen(null)} />}
    </div>
  );
}
