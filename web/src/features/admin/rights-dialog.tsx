import { useMutation } from '@apollo/client/react';
import { t } from '../../lib/i18n.js';
import { readError } from '../../lib/read-error.js';
import { toast } from '../../lib/toast.js';
import { usePending } from '../../lib/use-pending.js';
import { useAuth, useUser } from '../../shared/auth.js';
import { GRANT_ADMIN, REVOKE_ADMIN, type Account } from './admin.graphql.js';
import { ConfirmDialog } from './confirm-dialog.js';

interface RightsDialogProps {
  readonly account: Account;
  readonly onClose: () => void;
}

/** Asks, then makes somebody an administrator or takes the right back. */
export function RightsDialog({ account, onClose }: RightsDialogProps) {
  const { id: userId, username, isAdmin } = account;
  const { changeUser } = useAuth();
  const isOwn = useUser().id === userId;
  const { run, isPending } = usePending();
  const [change] = useMutation(isAdmin ? REVOKE_ADMIN : GRANT_ADMIN);
  const decide = (): Promise<void> =>
    run('rights', async () => {
      try {
        // Whoever has just lost the right can no longer ask for the lists.
        await change({ variables: { userId }, ...(!isOwn && { refetchQueries: 'active' as const }) });
        if (isOwn) changeUser({ role: 'user', isAdmin: false });
        toast.success(t(isAdmin ? 'admin.management.revoked' : 'admin.management.granted'), {
          text: t(isAdmin ? 'admin.management.revokedText' : 'admin.management.grantedText', { username }),
        });
      } catch (error) {
        toast.error(t(isAdmin ? 'admin.management.revokeFailed' : 'admin.management.grantFailed'), {
          text: readError(error).message ?? t('admin.somethingWrong'),
        });
      }
      onClose();
    });
  const text = isOwn ? 'revokeOwnText' : isAdmin ? 'revokeAdminText' : 'makeAdminText';
  return (
    <ConfirmDialog
      title={t(isAdmin ? 'admin.management.revokeAdminOf' : 'admin.management.makeAdminOf', { username })}
      text={t(`admin.management.${text}`, { username })}
      confirm={t(isAdmin ? 'admin.management.revokeAdmin' : 'admin.management.makeAdmin')}
      isDanger={isAdmin}
      isBusy={isPending('rights')}
      onConfirm={() => void decide()}
      onCancel={onClose}
    />
  );
}
