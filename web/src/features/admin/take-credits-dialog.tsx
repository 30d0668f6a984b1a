import { useMutation } from '@apollo/client/react';
import { billing } from '@kith/proto';
import { useState, type ChangeEvent } from 'react';
import { formatNumber } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { readError } from '../../lib/read-error.js';
import { toast } from '../../lib/toast.js';
import { FormDialog } from '../../ui/dialog.js';
import { Field } from '../../ui/field.js';
import type { Account } from './account-list.js';
import { CORRECT_CREDITS } from './payments.graphql.js';
import type { UserDialogProps } from './user-dialogs.js';

type Problems = Readonly<Record<string, string>>;
const Correction = billing.correctCredits.input.pick({ credits: true, reason: true });

/** Takes credits from a user, with a reason that the user reads. */
export function TakeCreditsDialog({ account, onClose }: UserDialogProps) {
  const { username, messageCredits } = account;
  const [entered, setEntered] = useState({ credits: '', reason: '' });
  const [problems, setProblems] = useState<Problems>({});
  const { correct, isBusy } = useCorrection(account, setProblems, onClose);
  const fieldOf = (name: 'credits' | 'reason') => ({
    error: problems[name],
    value: entered[name],
    autoComplete: 'off',
    onChange: ({ target }: ChangeEvent<HTMLInputElement>): void => {
      setEntered({ ...entered, [name]: target.value });
      setProblems({});
    },
  });
  return (
    <FormDialog
      title={t('admin.creditManagement.takeFrom', { username })}
      submit={t('admin.creditManagement.take')}
      isDanger
      isBusy={isBusy}
      onSubmit={() => correct({ ...entered, credits: entered.credits.trim() })}
      onClose={onClose}
    >
      <p>
        {t('admin.creditManagement.balance')} <strong>{formatNumber(messageCredits)}</strong>
      </p>
      <Field {...fieldOf('credits')} label={t('admin.creditManagement.amountToTake')} inputMode="numeric" maxLength={12} />
      <p className="note">{t('admin.creditManagement.takeHint')}</p>
      <Field {...fieldOf('reason')} label={t('admin.creditManagement.reason')} maxLength={200} />
      <p className="note">{t('admin.creditManagement.reasonHint', { username })}</p>
    </FormDialog>
  );
}

function useCorrection({ id: userId, username }: Account, onProblems: (problems: Problems) => void, onDone: () => void) {
  // One key per opened dialog: a repeated correction is booked once (docs/decisions.md B8).
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const [send, { loading }] = useMutation(CORRECT_CREDITS, {
    refetchQueries: 'active',
    onCompleted: (data) => {
      const credits = formatNumber(data.correctCredits.credits);
      toast.success(t('admin.creditManagement.taken'), { text: t('admin.creditManagement.addedText', { username, credits }) });
      onDone();
    },
    onError: (error) => {
      const { message = t('admin.somethingWrong'), fields } = readError(error);
      toast.error(t('admin.creditManagement.takeFailed'), { text: message });
      onProblems(fields ?? { credits: message });
    },
  });
  const correct = (entered: Readonly<Record<'credits' | 'reason', string>>): void => {
    const { data, error } = Correction.safeParse(entered);
    if (data) return void send({ variables: { userId, ...data, idempotencyKey } });
    onProblems(Object.fromEntries(error.issues.map(({ path, message }) => [String(path[0]), message])));
  };
  return { correct, isBusy: loading };
}
