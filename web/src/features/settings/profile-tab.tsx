import { useMutation } from '@apollo/client/react';
import { email as emailAddress, Profile } from '@kith/proto';
import { Form, Input } from 'antd';
import { t } from '../../lib/i18n.js';
import { schemaRule } from '../../lib/schema-rule.js';
import { toast } from '../../lib/toast.js';
import { useUser } from '../../shared/auth.js';
import type { OnUnsavedChange } from '../../ui/unsaved-changes.js';
import { PasswordInput } from '../../ui/field.js';
import { SettingsForm } from './settings-form.js';
import { UPDATE_PROFILE } from './settings.graphql.js';
import { SubscriptionSection } from './subscription-section.js';

export function ProfileTab({ note }: { readonly note: OnUnsavedChange }) {
  const { username, email } = useUser();
  const [updateProfile] = useMutation(UPDATE_PROFILE);
  return (
    <div className="stack gap-lg">
      <SettingsForm
        name="profile"
        title={t('settings.tab.profile')}
        initial={{ username, email, currentPassword: '' }}
        valuesAfterSave={{ currentPassword: '' }}
        note={note}
        send={async (values) => {
          const changed = { username: values.username.trim(), email: values.email.trim() };
          // The password is sent only where it is needed.
          const input = { ...changed, ...(changed.email !== email && { currentPassword: values.currentPassword }) };
          return (await updateProfile({ variables: { input } })).data?.updateProfile;
        }}
        texts={{ save: t('form.save'), done: t('settings.profile.done'), failed: t('settings.profile.failed') }}
        onInvalid={(message) => toast.error(t('settings.profile.invalid'), { text: message ?? t('load.failedText') })}
      >
        <Form.Item name="username" label={t('auth.username')} rules={[schemaRule(Profile.shape.username)]}>
          <Input autoComplete="username" autoCapitalize="none" spellCheck={false} />
        </Form.Item>
        <Form.Item name="email" label={t('auth.email')} rules={[schemaRule(email === '' ? Profile.shape.email : emailAddress)]}>
          <Input type="email" autoComplete="email" />
        </Form.Item>
        <ConfirmEmail email={email} />
      </SettingsForm>
      <SubscriptionSection />
    </div>
  );
}

/** The password that confirms another e-mail address; shown once that differs. */
function ConfirmEmail({ email }: { readonly email: string }) {
  const typed = Form.useWatch<string | undefined>('email', Form.useFormInstance());
  if (typed === undefined || typed.trim() === email) return null;
  return (
    <Form.Item name="currentPassword" label={t('settings.profile.confirmEmail')} extra={t('settings.profile.confirmEmailHint')}>
      <PasswordInput autoComplete="current-password" />
    </Form.Item>
  );
}
