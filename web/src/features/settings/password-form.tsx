import { useMutation } from '@apollo/client/react';
import { password } from '@kith/proto';
import { Form, type FormRule } from 'antd';
import { useId } from 'react';
import { useUser } from '../../lib/auth.js';
import { fieldRule } from '../../lib/field-rule.js';
import { readError } from '../../lib/graphql-error.js';
import { t } from '../../lib/i18n.js';
import { useUnsavedForm, type NoteUnsaved } from '../../lib/use-unsaved.js';
import { Button } from '../../ui/button.js';
import { PasswordInput } from '../../ui/password-input.js';
import { toast } from '../../ui/toast.js';
import { Section } from './section.js';
import { CHANGE_PASSWORD } from './settings.graphql.js';
import { markFields } from './use-save.js';

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
