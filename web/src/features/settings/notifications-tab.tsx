import { useMutation, useQuery } from '@apollo/client/react';
import { t } from '../../lib/i18n.js';
import { useUser } from '../../shared/auth.js';
import { Notice } from '../../ui/state.js';
import { SwitchRow } from '../../ui/switch-row.js';
import type { OnUnsavedChange } from '../../ui/unsaved-changes.js';
import { SettingsForm } from './settings-form.js';
import { MAIL_OPTION, UPDATE_NOTIFICATIONS } from './settings.graphql.js';

const SWITCHES = ['emailNotifications', 'botStatusAlerts', 'usageReports', 'marketingUpdates'] as const;

export function NotificationsTab({ note }: { readonly note: OnUnsavedChange }) {
  const { notificationSettings } = useUser();
  const [update] = useMutation(UPDATE_NOTIFICATIONS);
  const sendsMail = useQuery(MAIL_OPTION).data?.signInOptions.sendsMail;
  return (
    <div className="stack gap-lg">
      <SettingsForm
        name="notifications"
        title={t('settings.tab.notifications')}
        initial={notificationSettings}
        note={note}
        send={async (input) => (await update({ variables: { input } })).data?.updateNotificationSettings}
        texts={{
          save: t('settings.notifications.save'),
          done: t('settings.notifications.done'),
          failed: t('settings.notifications.failed'),
        }}
      >
        {sendsMail === false && <Notice tone="info">{t('settings.notifications.noMail')}</Notice>}
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
      </SettingsForm>
    </div>
  );
}
