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
import { markFields } from './use-settings-form.js';

interface SecurityTabProps {
  readonly note: NoteUnsaved;
  readonly onGone: () => void;
}

export const SecurityTab = ({ note, onGone }: SecurityTabProps) => (
  <div className="stack setting-cards">
    <PasswordForm note={note} />
    <Sessions />
    <DeleteAccount onGone={onGone} />
  </div>
);

interface PasswordValues {
  readonly currentPassword: string;
  readonly newPassword: string;
  readonly confirmPassword: string;
}
const EMPTY: PasswordValues = { currentPassword: '', newPassword: '', confirmPassword: '' };

/** A new password for the old one; the confirmation stays here. */
export function PasswordForm({ note }: { readonly note: NoteUnsaved }) {
  const { username } = useUser();
  const [form] = Form.useForm<PasswordValues>();
  const { check, settle } = useUnsavedForm(form, { name: 'password', initial: EMPTY, note });
  const values = Form.useWatch<PasswordValues | undefined>([], form);
  // All other sessions end with the old password: the list is asked for again.
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
      markFields(form, error);
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
        {/* For the browser's keeper of passwords: whose they are. */}
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
          rules={[sameAsNew]}
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

const sameAsNew: FormRule = ({ getFieldValue }) => ({
  validator: async (_rule, value: unknown) => {
    if (value !== getFieldValue('newPassword')) throw new Error(t('settings.password.mismatch'));
  },
});

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
