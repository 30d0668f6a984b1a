import { Plus } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../lib/i18n.js';
import { Button } from '../../ui/button.js';
import { AccountPage } from './account-page.js';
import { AddCreditsDialog } from './add-credits-dialog.js';
import type { Account } from './admin.graphql.js';

export function UserCreditsPage() {
  const [open, setOpen] = useState<Account | null>(null);
  return (
    <AccountPage
      title={t('admin.nav.credits')}
      lead={t('admin.creditManagement.lead')}
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
    >
      {open && <AddCreditsDialog account={open} onClose={() => setOpen(null)} />}
    </AccountPage>
  );
}
