import { useMutation } from '@apollo/client/react';
import { Plus } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { formatNumber } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { readError } from '../../lib/read-error.js';
import { toast } from '../../lib/toast.js';
import { usePending } from '../../lib/use-pending.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Field } from '../../ui/field.js';
import { AccountPage } from './account-finder.js';
import { type Account, GRANT_CREDITS } from './admin.graphql.js';

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

interface AddCreditsDialogProps {
  readonly account: Account;
  readonly onClose: () => void;
}

export function AddCreditsDialog({ account, onClose }: AddCreditsDialogProps) {
  const { username, messageCredits } = account;
  const [amount, setAmount] = useState('');
  const [problem, setProblem] = useState<string>();
  const { add, isAdding } = useGrant(account, setProblem, onClose);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (mayAdd(amount)) void add(Number(amount));
  };
  return (
    <Dialog title={t('admin.creditManagement.addTo', { username })} onClose={onClose}>
      <form className="stack" noValidate onSubmit={submit}>
        <p>
          {t('admin.creditManagement.balance')} <strong>{formatNumber(messageCredits)}</strong>
        </p>
        <Field
          label={t('admin.creditManagement.amount')}
          error={problem}
          value={amount}
          inputMode="numeric"
          autoComplete="off"
          maxLength={12}
          onChange={({ target }) => {
            setAmount(target.value);
            setProblem(undefined);
          }}
        />
        <p className="note">{t('admin.creditManagement.amountHint')}</p>
        <div className="dialog-foot">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary" disabled={!mayAdd(amount)} isBusy={isAdding}>
            {t('admin.creditManagement.add')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Neither empty nor no number nor too small (specification 2, section 5). */
const mayAdd = (amount: string): boolean => amount.trim() !== '' && Number(amount) > 0;

function useGrant({ id: userId, username }: Account, onProblem: (problem: string) => void, onDone: () => void) {
  // One opening is one grant, however often it is sent (decision B8).
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const { run, isPending } = usePending();
  const [grantCredits] = useMutation(GRANT_CREDITS, { refetchQueries: 'active' });

  const grant = async (amount: number): Promise<void> => {
    try {
      const { data } = await grantCredits({ variables: { userId, credits: amount, idempotencyKey } });
      const text = data
        ? t('admin.creditManagement.addedText', { username, credits: formatNumber(data.grantCredits.credits) })
        : undefined;
      toast.success(t('admin.creditManagement.added'), { text });
      onDone();
    } catch (error) {
      const { message = t('admin.somethingWrong'), fields } = readError(error);
      toast.error(t('admin.creditManagement.failed'), { text: message });
      onProblem(fields?.['credits'] ?? message);
    }
  };
  const add = async (amount: number): Promise<void> => {
    if (Number.isInteger(amount) && amount > 0) return run('add', () => grant(amount));
    toast.error(t('admin.creditManagement.invalid'), { text: t('admin.creditManagement.invalidText') });
    onProblem(t('admin.creditManagement.invalidText'));
  };
  return { add, isAdding: isPending('add') };
}
