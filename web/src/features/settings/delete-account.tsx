import { useMutation } from '@apollo/client/react';
import { useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../app/paths.js';
import { useAuth } from '../../lib/auth.js';
import { readError } from '../../lib/graphql-error.js';
import { t } from '../../lib/i18n.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Field } from '../../ui/field.js';
import { toast } from '../../ui/toast.js';
import { Section } from './section.js';
import { DELETE_ACCOUNT } from './settings.graphql.js';

interface DeleteAccountProps {
  /** The account is gone: nothing of it can be unsaved. */
  readonly onGone: () => void;
}

export function DeleteAccount({ onGone }: DeleteAccountProps) {
  const [isAsked, setAsked] = useState(false);
  return (
    <Section title={t('settings.remove.heading')} lead={t('settings.remove.text')} isDanger>
      <div className="setting-actions">
        <Button variant="danger" onClick={() => setAsked(true)}>
          {t('settings.remove.open')}
        </Button>
      </div>
      {isAsked && <Confirm onGone={onGone} onClose={() => setAsked(false)} />}
    </Section>
  );
}

function Confirm({ onGone, onClose }: DeleteAccountProps & { readonly onClose: () => void }) {
  const { forget } = useAuth();
  const navigate = useNavigate();
  const [deleteAccount, { loading }] = useMutation(DELETE_ACCOUNT);
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();

  const confirm = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (loading) return;
    try {
      await deleteAccount({ variables: { password } });
      onGone();
      // First away: the guard would lead to the sign-in.
      await navigate(paths.landing, { replace: true, flushSync: true });
      forget();
      toast.success(t('settings.remove.done'), { text: t('settings.remove.doneText') });
    } catch (error) {
      const words = readError(error).message ?? t('load.failedText');
      setProblem(words);
      toast.error(t('settings.remove.failed'), { text: words });
    }
  };

  return (
    <Dialog title={t('settings.remove.title')} onClose={onClose}>
      <form className="stack" onSubmit={(event) => void confirm(event)} noValidate>
        <p className="muted">{t('settings.remove.text')}</p>
        <Field
          label={t('settings.remove.password')}
          type="password"
          autoComplete="current-password"
          value={password}
          error={problem}
          onChange={({ target }) => {
            setPassword(target.value);
            setProblem(undefined);
          }}
        />
        <div className="dialog-foot">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" variant="danger" isBusy={loading} disabled={password === ''}>
            {t(loading ? 'settings.remove.busy' : 'settings.remove.confirm')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
