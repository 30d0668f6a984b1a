import { useMutation } from '@apollo/client/react';
import { normalisePlan } from '@kith/proto';
import { type FormEvent, useId, useState } from 'react';
import { t } from '../../lib/i18n.js';
import { readError } from '../../lib/read-error.js';
import { toast } from '../../lib/toast.js';
import { usePending } from '../../lib/use-pending.js';
import { useAuth, useUser } from '../../shared/auth.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Select } from '../../ui/inputs.js';
import { Notice } from '../../ui/state.js';
import { planLabel } from './account-list.js';
import { type Account, GRANT_ADMIN, REVOKE_ADMIN, SET_USER_PLAN } from './admin.graphql.js';
import { ConfirmDialog } from './confirm-dialog.js';

/** What the call takes (specification 2, section 7). */
const CHOICES = ['free', 'standard', 'premium'] as const;
const OPTIONS = CHOICES.map((value) => ({ value, label: planLabel(value) }));

export function PlanDialog({ account, onClose }: { readonly account: Account; readonly onClose: () => void }) {
  const { id: userId, username, subscriptionPlan } = account;
  const id = useId();
  const [plan, setPlan] = useState<string>(CHOICES.find((one) => normalisePlan(one) === subscriptionPlan) ?? 'free');
  const [problem, setProblem] = useState<string | null>(null);
  const { run, isPending } = usePending();
  const [setUserPlan] = useMutation(SET_USER_PLAN, { refetchQueries: 'active' });

  const save = (): Promise<void> =>
    run('save', async () => {
      setProblem(null);
      try {
        const { data } = await setUserPlan({ variables: { userId, plan } });
        const inForce = planLabel(data?.setUserPlan.plan ?? plan);
        const granted = planLabel(plan);
        const text = inForce === granted ? 'admin.management.updatedText' : 'admin.management.keptText';
        toast.success(t('admin.management.updated'), { text: t(text, { username, granted, plan: inForce }) });
        onClose();
      } catch (error) {
        const message = readError(error).message ?? t('admin.somethingWrong');
        toast.error(t('admin.management.updateFailed'), { text: message });
        setProblem(message);
      }
    });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void save();
  };
  return (
    <Dialog title={t('admin.management.changePlanOf', { username })} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <div className="field">
          <label htmlFor={id} className="field-label">
            {t('admin.management.plan')}
          </label>
          <Select
            id={id}
            options={OPTIONS}
            value={plan}
            aria-describedby={`${id}-hint`}
            onChange={({ target }) => setPlan(target.value)}
          />
          <p id={`${id}-hint`} className="note">
            {t('admin.management.planHint')}
          </p>
        </div>
        {problem !== null && <Notice tone="danger">{problem}</Notice>}
        <div className="dialog-foot">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary" isBusy={isPending('save')}>
            {t('admin.management.savePlan')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

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
