import { Download, Trash2, UserCog } from 'lucide-react';
import { useId } from 'react';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { AccountFinder } from './account-finder.js';
import { useAccounts } from './use-accounts.js';
import { useDownload } from './use-download.js';

/** Everybody at a glance; what changes an account lies on a page of its own. */
export function UsersTab() {
  const id = useId();
  const accounts = useAccounts();
  const { download, isBusy } = useDownload('/api/admin/export/users.csv', 'users.csv');
  return (
    <div className="stack">
      <div className="page-actions">
        <ButtonLink to={paths.adminUsers} variant="primary">
          <UserCog size={16} aria-hidden="true" />
          {t('admin.dashboard.manageUsers')}
        </ButtonLink>
        <Button isBusy={isBusy} onClick={download}>
          {!isBusy && <Download size={16} aria-hidden="true" />}
          {t('admin.dashboard.exportUsers')}
        </Button>
        <Button disabled title={t('admin.dashboard.deleteSelectedWhy')} aria-describedby={id}>
          <Trash2 size={16} aria-hidden="true" />
          {t('admin.dashboard.deleteSelected')}
        </Button>
      </div>
      <p id={id} className="note">
        {t('admin.dashboard.deleteSelectedWhy')}
      </p>
      <AccountFinder label={t('admin.users')} accounts={accounts} failed={t('admin.management.allFailed')} />
    </div>
  );
}
