import type { NotificationKind, NotificationSettings } from '@kith/proto';

type Switch = Exclude<keyof NotificationSettings, 'emailNotifications'>;

/** The switch without which a user gets no notification of a kind. Of the other kinds everybody gets notifications. */
export const SWITCHES: Partial<Record<NotificationKind, Switch>> = {
  'bot-failed': 'botStatusAlerts',
  'bot-paused': 'botStatusAlerts',
  'moderation-paused': 'botStatusAlerts',
  'usage-report': 'usageReports',
  'product-news': 'marketingUpdates',
};

/** Whether a user gets notifications of a kind at all. */
export function wantsNotification(settings: NotificationSettings, kind: NotificationKind): boolean {
  const name = SWITCHES[kind];
  return name === undefined || settings[name];
}

/** Whether a user gets mails about notifications of a kind: about access always; warnings about usage come by mail only together with the usage reports. */
export const wantsMail = (settings: NotificationSettings, kind: NotificationKind): boolean =>
  kind === 'access-changed' ||
  (settings.emailNotifications && wantsNotification(settings, kind) && (kind !== 'usage-warning' || settings.usageReports));
