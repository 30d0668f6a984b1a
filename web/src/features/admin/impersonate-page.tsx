import { UserRoundCog } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../lib/i18n.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/dialog.js';
import { AccountFinder } from './account-finder.js';
import { AdminFrame } from './admin-frame.js';
import type { Account } from './account-list.js';
import { showCannotImpersonate, useImpersonate } from './impersonation.js';
import type { UserDialogProps } from './user-dialogs.js';

export function ImpersonatePage() {
  const [account, setAccount] = useState<Account | null>(null);
  return (
    <AdminFrame allows="super_admin" title={t('admin.nav.impersonate')} lead={t('admin.impersonation.lead')}>
      <AccountFinder
        label={t('admin.users')}
        failed={t('admin.usersFailed')}
        renderActions={(shown) => (
          <Button
            icon={UserRoundCog}
            size="sm"
            aria-label={t('admin.impersonation.impersonateUser', { username: shown.username })}
            onClick={() => (shown.isAdmin ? showCannotImpersonate() : setAccount(shown))}
          >
            {t('admin.impersonation.impersonate')}
          </Button>
        )}
      />
      {account && <ImpersonateDialog account={account} onClose={() => setAccount(null)} />}
    </AdminFrame>
  );
}

export function ImpersonateDialog({ account: { id, username }, onClose }: UserDialogProps) {
  const { impersonate, isStarting } = useImpersonate();
  return (
    <ConfirmDialog
      title={t('admin.impersonation.impersonateUser', { username })}
      text={t('admin.impersonation.confirmText', { username })}
      confirm={t('admin.impersonation.start')}
      isDanger={false}
      isBusy={isStarting}
      onConfirm={() => void impersonate(id).then(onClose)}
      onCancel={onClose}
    />
  );
}
