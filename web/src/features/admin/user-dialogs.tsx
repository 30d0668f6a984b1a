import { useMutation } from '@apollo/client/react';
import { normalisePlan } from '@kith/proto';
import { useState } from 'react';
import { t } from '../../lib/i18n.js';
import { readError } from '../../lib/read-error.js';
import { toastError } from '../../lib/toast-error.js';
import { toast } from '../../lib/toast.js';
import { useAuth, useUser } from '../../shared/auth.js';
import { ConfirmDialog, FormDialog } from '../../ui/dialog.js';
import { Labelled } from '../../ui/field.js';
import { Select } from '../../ui/inputs.js';
import { Notice } from '../../ui/state.js';
import { planLabel, type Account } from './account-list.js';
import { GRANT_ADMIN, REVOKE_ADMIN, SET_USER_PLAN } from './admin.graphql.js';

export interface UserDialogProps {
  readonly account: Account;
  readonly onClose: () => void;
}

/** The plans that the mutation accepts; `standard` is its name for `basic`. */
const PLANS = ['free', 'standard', 'premium'] as const;
const PLAN_OPTIONS = PLANS.map((value) => ({ value, label: planLabel(value) }));

export function PlanDialog({ account: { id: userId, username, subscriptionPlan }, onClose }: UserDialogProps) {
  const [plan, setPlan] = useState<string>(PLANS.find((one) => normalisePlan(one) === subscriptionPlan) ?? 'free');
  const [setUserPlan, { loading, error }] = useMutation(SET_USER_PLAN, {
    refetchQueries: 'active',
    onCompleted: (data) => {
      const [effective, granted] = [planLabel(data.setUserPlan.plan), planLabel(plan)];
      const text = effective === granted ? 'admin.management.updatedText' : 'admin.management.keptText';
      toast.success(t('admin.management.updated'), { text: t(text, { username, granted, plan: effective }) });
      onClose();
    },
    onError: (failure) => void toastError(t('bot.updateFailed'), failure, t('admin.somethingWrong')),
  });
  return (
    <FormDialog
      title={t('admin.management.changePlanOf', { username })}
      submit={t('admin.management.savePlan')}
      isBusy={loading}
      onSubmit={() => void setUserPlan({ variables: { userId, plan } })}
      onClose={onClose}
    >
      <Labelled label={t('admin.management.plan')}>
        {({ id }) => (
          <>
            <Select
              id={id}
              options={PLAN_OPTIONS}
              value={plan}
              aria-describedby={`${id}-hint`}
              onChange={({ target }) => setPlan(target.value)}
            />
            <p id={`${id}-hint`} className="note">
              {t('admin.management.planHint')}
            </p>
          </>
        )}
      </Labelled>
      {error && <Notice tone="danger">{readError(error).message ?? t('admin.somethingWrong')}</Notice>}
    </FormDialog>
  );
}

/** Grants or revokes the admin rights after confirmation. */
export function RightsDialog({ account: { id: userId, username, isAdmin }, onClose }: UserDialogProps) {
  const { changeUser } = useAuth();
  const isOwn = useUser().id === userId;
  const [change, { loading }] = useMutation(isAdmin ? REVOKE_ADMIN : GRANT_ADMIN, {
    // Without the rights the lists can no longer be queried.
    refetchQueries: isOwn ? [] : 'active',
    onCompleted: () => {
      if (isOwn) changeUser({ role: 'user', isAdmin: false });
      toast.success(t(isAdmin ? 'admin.management.revoked' : 'admin.management.granted'), {
        text: t(isAdmin ? 'admin.management.revokedText' : 'admin.management.grantedText', { username }),
      });
      onClose();
    },
    onError: (error) => {
      const failed = t(isAdmin ? 'admin.management.revokeFailed' : 'admin.management.grantFailed');
      toastError(failed, error, t('admin.somethingWrong'));
      onClose();
    },
  });
  const text = isOwn ? 'revokeOwnText' : isAdmin ? 'revokeAdminText' : 'makeAdminText';
  return (
    <ConfirmDialog
      title={t(isAdmin ? 'admin.management.revokeAdminOf' : 'admin.management.makeAdminOf', { username })}
      text={t(`admin.management.${text}`, { username })}
      confirm={t(isAdmin ? 'admin.management.revokeAdmin' : 'admin.management.makeAdmin')}
      isDanger={isAdmin}
      isBusy={loading}
      onConfirm={() => void change({ variables: { userId } })}
      onCancel={onClose}
    />
  );
}
