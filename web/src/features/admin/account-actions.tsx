import { ScrollText } from 'lucide-react';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { useUser } from '../../shared/auth.js';
import { Button, ButtonLink } from '../../ui/button.js';
import type { Account } from './admin.graphql.js';

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
