import { useMutation } from '@apollo/client/react';
import type { NotificationSettings } from '@kith/proto';
import { Form } from 'antd';
import { t } from '../../lib/i18n.js';
import { useUser } from '../../shared/auth.js';
import { Button } from '../../ui/button.js';
import { SwitchRow } from '../../ui/switch-row.js';
import type { NoteUnsaved } from '../../ui/unsaved-changes.js';
import { Section } from './section.js';
import { UPDATE_NOTIFICATIONS } from './settings.graphql.js';
import { useSettingsForm } from './use-settings-form.js';

const SWITCHES = ['emailNotifications', 'botStatusAlerts', 'usageReports', 'marketingUpdates'] as const;

export function NotificationsTab({ note }: { readonly note: NoteUnsaved }) {
  const { notificationSettings } = useUser();
  const [form] = Form.useForm<NotificationSettings>();
  const [update] = useMutation(UPDATE_NOTIFICATIONS);
  const { save, check, isBusy } = useSettingsForm<NotificationSettings>({
    form,
    name: 'notifications',
    initial: notificationSettings,
    note,
    send: async (input) => (await update({ variables: { input } })).data?.updateNotificationSettings,
    done: t('settings.notifications.done'),
    failed: t('settings.notifications.failed'),
  });
  return (
    <div className="stack setting-cards">
      <Section title={t('settings.notifications.heading')}>
        <Form
          form={form}
          name="notifications"
          layout="vertical"
          className="setting-form form-items"
          initialValues={notificationSettings}
          onValuesChange={check}
          onFinish={(values) => void save(values)}
        >
          <div>
            {SWITCHES.map((key) => (
              <SwitchRow
                key={key}
                name={key}
                label={t(`settings.notifications.${key}`)}
                text={t(`settings.notifications.${key}Text`)}
              />
            ))}
          </div>
          <Button type="submit" variant="primary" isBusy={isBusy}>
            {t(isBusy ? 'settings.saving' : 'settings.notifications.save')}
          </Button>
        </Form>
      </Section>
    </div>
  );
}
