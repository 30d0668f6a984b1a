import { useMutation } from '@apollo/client/react';
import { password } from '@kith/proto';
import { Form, type FormRule } from 'antd';
import { useId, useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { readError } from '../../lib/read-error.js';
import { fieldRule } from '../../lib/schema-rule.js';
import { toast } from '../../lib/toast.js';
import { useAuth, useUser } from '../../shared/auth.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Field, PasswordInput } from '../../ui/field.js';
import { useUnsavedForm, type NoteUnsaved } from '../../ui/unsaved-changes.js';
import { Section } from './section.js';
import { Sessions } from './sessions.js';
import { CHANGE_PASSWORD, DELETE_ACCOUNT } from './settings.graphql.js';
import { showFieldErrors } from './use-settings-form.js';

interface SecurityTabProps {
  readonly note: NoteUnsaved;
  readonly onDeleted: () => void;
}

export const SecurityTab = ({ note, onDeleted }: SecurityTabProps) => (
  <div className="stack setting-cards">
    <PasswordForm note={note} />
    <Sessions />
    <DeleteAccount onDeleted={onDeleted} />
  </div>
);

interface PasswordValues {
  readonly currentPassword: string;
  readonly newPassword: string;
  readonly confirmPassword: string;
}
const EMPTY: PasswordValues = { currentPassword: '', newPassword: '', confirmPassword: '' };

/** The confirmation of the new password is only checked here, not sent. */
function PasswordForm({ note }: { readonly note: NoteUnsaved }) {
  const { username } = useUser();
  const [form] = Form.useForm<PasswordValues>();
  const { check, settle } = useUnsavedForm(form, { name: 'password', initial: EMPTY, note });
  const values = Form.useWatch<PasswordValues | undefined>([], form);
  // Changing the password ends all other sessions.
  const [changePassword, { loading }] = useMutation(CHANGE_PASSWORD, { refetchQueries: ['Sessions'] });
  const isFilled = Object.values(values ?? EMPTY).every(Boolean);

  const change = async ({ currentPassword, newPassword }: PasswordValues): Promise<void> => {
    if (loading) return;
    try {
      await changePassword({ variables: { input: { currentPassword, newPassword } } });
      form.resetFields();
      settle(EMPTY);
      toast.success(t('settings.password.done'));
    } catch (error) {
      showFieldErrors(form, error);
      toast.error(t('settings.password.failed'), { text: readError(error).message ?? t('load.failedText') });
    }
  };

  return (
    <Section title={t('settings.password.heading')} lead={t('settings.password.lead')}>
      <Form
        form={form}
        name="password"
        layout="vertical"
        className="setting-form form-items"
        initialValues={EMPTY}
        onValuesChange={check}
        requiredMark={false}
        noValidate
        scrollToFirstError={{ focus: true, block: 'center' }}
        onFinish={(filled) => void change(filled)}
      >
        {/* Tells password managers which account the passwords belong to. */}
        <input type="text" name="username" value={username} autoComplete="username" readOnly hidden />
        <Form.Item name="currentPassword" label={t('settings.password.current')}>
          <PasswordInput autoComplete="current-password" />
        </Form.Item>
        <Form.Item name="newPassword" label={t('settings.password.next')} rules={[fieldRule(password)]}>
          <PasswordInput autoComplete="new-password" />
        </Form.Item>
        <Form.Item
          name="confirmPassword"
          label={t('settings.password.confirm')}
          dependencies={['newPassword']}
          rules={[matchesNewPassword]}
        >
          <PasswordInput autoComplete="new-password" />
        </Form.Item>
        <Submit isFilled={isFilled} isBusy={loading} />
      </Form>
    </Section>
  );
}

function Submit({ isFilled, isBusy }: { readonly isFilled: boolean; readonly isBusy: boolean }) {
  const reasonId = useId();
  return (
    <>
      <Button
        type="submit"
        variant="primary"
        isBusy={isBusy}
        disabled={!isFilled}
        title={isFilled ? undefined : t('settings.password.incomplete')}
        aria-describedby={isFilled ? undefined : reasonId}
      >
        {t(isBusy ? 'settings.saving' : 'settings.password.save')}
      </Button>
      {!isFilled && (
        <p id={reasonId} className="note">
          {t('settings.password.incomplete')}
        </p>
      )}
    </>
  );
}

const matchesNewPassword: FormRule = ({ getFieldValue }) => ({
  validator: async (_rule, value: unknown) => {
    if (value !== getFieldValue('newPassword')) throw new Error(t('settings.password.mismatch'));
  },
});

interface DeleteAccountProps {
  /** Called once the account is deleted, so that the page can be left without a question. */
  readonly onDeleted: () => void;
}

function DeleteAccount({ onDeleted }: DeleteAccountProps) {
  const [isConfirming, setConfirming] = useState(false);
  return (
    <Section title={t('settings.remove.heading')} lead={t('settings.remove.text')} isDanger>
      <div className="setting-actions">
        <Button variant="danger" onClick={() => setConfirming(true)}>
          {t('settings.remove.open')}
        </Button>
      </div>
      {isConfirming && <ConfirmDeletion onDeleted={onDeleted} onClose={() => setConfirming(false)} />}
    </Section>
  );
}

function ConfirmDeletion({ onDeleted, onClose }: DeleteAccountProps & { readonly onClose: () => void }) {
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
      onDeleted();
      // Navigate first: without a user, RequireUser would redirect to the sign-in.
      await navigate(paths.landing, { replace: true, flushSync: true });
      forget();
      toast.success(t('settings.remove.done'), { text: t('settings.remove.doneText') });
    } catch (error) {
      const message = readError(error).message ?? t('load.failedText');
      setProblem(message);
      toast.error(t('settings.remove.failed'), { text: message });
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
