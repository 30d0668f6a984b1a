import { UserRoundCog } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../lib/i18n.js';
import { Button } from '../../ui/button.js';
import { AccountPage } from './account-finder.js';
import type { Account } from './admin.graphql.js';
import { ConfirmDialog } from './confirm-dialog.js';
import { refuseAdmin, useImpersonate } from './impersonation.js';

export function ImpersonatePage() {
  const [chosen, setChosen] = useState<Account | null>(null);
  return (
    <AccountPage
      title={t('admin.nav.impersonate')}
      lead={t('admin.impersonation.lead')}
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
    >
      {chosen && <Confirmation account={chosen} onClose={() => setChosen(null)} />}
    </AccountPage>
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
