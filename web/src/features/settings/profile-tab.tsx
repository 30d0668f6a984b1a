import { useMutation } from '@apollo/client/react';
import { Profile } from '@kith/proto';
import { Form, Input } from 'antd';
import { t } from '../../lib/i18n.js';
import { fieldRule } from '../../lib/schema-rule.js';
import { toast } from '../../lib/toast.js';
import { useUser } from '../../shared/auth.js';
import { Button } from '../../ui/button.js';
import type { NoteUnsaved } from '../../ui/unsaved-changes.js';
import { Section } from './section.js';
import { UPDATE_PROFILE } from './settings.graphql.js';
import { SubscriptionSection } from './subscription-section.js';
import { useSettingsForm } from './use-settings-form.js';

interface ProfileValues {
  readonly username: string;
  readonly email: string;
}

export const ProfileTab = ({ note }: { readonly note: NoteUnsaved }) => (
  <div className="stack setting-cards">
    <ProfileForm note={note} />
    <SubscriptionSection />
  </div>
);

function ProfileForm({ note }: { readonly note: NoteUnsaved }) {
  const { username, email } = useUser();
  const initial = { username, email };
  const [form] = Form.useForm<ProfileValues>();
  const [updateProfile] = useMutation(UPDATE_PROFILE);
  const { save, check, isBusy } = useSettingsForm<ProfileValues>({
    form,
    name: 'profile',
    initial,
    note,
    send: async (values) => {
      const input = { username: values.username.trim(), email: values.email.trim() };
      return (await updateProfile({ variables: { input } })).data?.updateProfile;
    },
    done: t('settings.profile.done'),
    failed: t('settings.profile.failed'),
  });
  return (
    <Section title={t('settings.profile.heading')}>
      <Form
        form={form}
        name="profile"
        layout="vertical"
        className="setting-form form-items"
        initialValues={initial}
        onValuesChange={check}
        requiredMark={false}
        noValidate
        scrollToFirstError={{ focus: true, block: 'center' }}
        onFinish={(values) => void save(values)}
        onFinishFailed={({ errorFields }) =>
          toast.error(t('settings.profile.invalid'), { text: errorFields[0]?.errors[0] ?? t('load.failedText') })
        }
      >
        <Form.Item name="username" label={t('settings.profile.username')} rules={[fieldRule(Profile.shape.username)]}>
          <Input autoComplete="username" autoCapitalize="none" spellCheck={false} />
        </Form.Item>
        <Form.Item name="email" label={t('settings.profile.email')} rules={[fieldRule(Profile.shape.email)]}>
          <Input type="email" autoComplete="email" />
        </Form.Item>
        <Button type="submit" variant="primary" isBusy={isBusy}>
          {t(isBusy ? 'settings.saving' : 'settings.profile.save')}
        </Button>
      </Form>
    </Section>
  );
}
