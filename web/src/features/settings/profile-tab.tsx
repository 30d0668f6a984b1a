import { useMutation } from '@apollo/client/react';
import { Profile } from '@kith/proto';
import { Form, Input } from 'antd';
import { t } from '../../lib/i18n.js';
import { schemaRule } from '../../lib/schema-rule.js';
import { toast } from '../../lib/toast.js';
import { useUser } from '../../shared/auth.js';
import type { OnUnsavedChange } from '../../ui/unsaved-changes.js';
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
        initial={{ username, email }}
        note={note}
        send={async (values) => {
          const input = { username: values.username.trim(), email: values.email.trim() };
          return (await updateProfile({ variables: { input } })).data?.updateProfile;
        }}
        texts={{ save: t('form.save'), done: t('settings.profile.done'), failed: t('settings.profile.failed') }}
        onInvalid={(message) => toast.error(t('settings.profile.invalid'), { text: message ?? t('load.failedText') })}
      >
        <Form.Item name="username" label={t('auth.username')} rules={[schemaRule(Profile.shape.username)]}>
          <Input autoComplete="username" autoCapitalize="none" spellCheck={false} />
        </Form.Item>
        <Form.Item name="email" label={t('auth.email')} rules={[schemaRule(Profile.shape.email)]}>
          <Input type="email" autoComplete="email" />
        </Form.Item>
      </SettingsForm>
      <SubscriptionSection />
    </div>
  );
}
