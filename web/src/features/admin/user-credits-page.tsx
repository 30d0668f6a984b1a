import { useMutation } from '@apollo/client/react';
import { Minus, Plus } from 'lucide-react';
import { useState } from 'react';
import { formatNumber } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { readError } from '../../lib/read-error.js';
import { toast } from '../../lib/toast.js';
import { Button } from '../../ui/button.js';
import { FormDialog } from '../../ui/dialog.js';
import { Field } from '../../ui/field.js';
import { AccountFinder } from './account-finder.js';
import { AdminFrame } from './admin-frame.js';
import type { Account } from './account-list.js';
import { GRANT_CREDITS } from './admin.graphql.js';
import { TakeCreditsDialog } from './take-credits-dialog.js';
import type { UserDialogProps } from './user-dialogs.js';

export function UserCreditsPage() {
  const [account, setAccount] = useState<Account | null>(null);
  const [isTaking, setTaking] = useState(false);
  const open = (chosen: Account, toTake: boolean): void => {
    setAccount(chosen);
    setTaking(toTake);
  };
  const close = (): void => setAccount(null);
  return (
    <AdminFrame allows="super_admin" title={t('admin.nav.credits')} lead={t('admin.creditManagement.lead')}>
      <div className="account-credits">
        <AccountFinder
          label={t('admin.users')}
          failed={t('admin.usersFailed')}
          renderActions={(shown) => (
            <>
              <Button
                icon={Plus}
                size="sm"
                aria-label={t('admin.creditManagement.addTo', { username: shown.username })}
                onClick={() => open(shown, false)}
              >
                {t('admin.creditManagement.add')}
              </Button>
              {shown.messageCredits > 0 && (
                <Button
                  icon={Minus}
                  size="sm"
                  aria-label={t('admin.creditManagement.takeFrom', { username: shown.username })}
                  onClick={() => open(shown, true)}
                >
                  {t('admin.creditManagement.take')}
                </Button>
              )}
            </>
          )}
        />
      </div>
      {account && isTaking && <TakeCreditsDialog account={account} onClose={close} />}
      {account && !isTaking && <AddCreditsDialog account={account} onClose={close} />}
    </AdminFrame>
  );
}

export function AddCreditsDialog({ account, onClose }: UserDialogProps) {
  const { username, messageCredits } = account;
  const [amount, setAmount] = useState('');
  const [problem, setProblem] = useState<string>();
  const { grant, isGranting } = useGrant(account, setProblem, onClose);
  const isValid = amount.trim() !== '' && Number(amount) > 0;
  return (
    <FormDialog
      title={t('admin.creditManagement.addTo', { username })}
      submit={t('admin.creditManagement.add')}
      isBusy={isGranting}
      isDisabled={!isValid}
      onSubmit={() => isValid && grant(Number(amount))}
      onClose={onClose}
    >
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
    </FormDialog>
  );
}

function useGrant({ id: userId, username }: Account, onProblem: (problem: string) => void, onDone: () => void) {
  // One key per opened dialog: a repeated grant is booked once (docs/decisions.md B8).
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const [grantCredits, { loading }] = useMutation(GRANT_CREDITS, {
    refetchQueries: 'active',
    onCompleted: (data) => {
      const credits = formatNumber(data.grantCredits.credits);
      toast.success(t('admin.creditManagement.added'), { text: t('admin.creditManagement.addedText', { username, credits }) });
      onDone();
    },
    onError: (error) => {
      const { message = t('admin.somethingWrong'), fields } = readError(error);
      toast.error(t('admin.creditManagement.failed'), { text: message });
      onProblem(fields?.['credits'] ?? message);
    },
  });
  const grant = (credits: number): void => {
    if (Number.isInteger(credits)) return void grantCredits({ variables: { userId, credits, idempotencyKey } });
    toast.error(t('admin.creditManagement.invalid'), { text: t('admin.creditManagement.invalidText') });
    onProblem(t('admin.creditManagement.invalidText'));
  };
  return { grant, isGranting: loading };
}
