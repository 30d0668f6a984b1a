import { useMutation, useQuery } from '@apollo/client/react';
import { BellOff, Check, CheckCheck } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { formatMoment } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { toastError } from '../../lib/toast-error.js';
import { usePending } from '../../lib/use-pending.js';
import { NOTIFICATION_FEED } from '../../shared/notification-feed.graphql.js';
import { notificationsView } from '../../shared/notifications-view.js';
import { Button, ButtonLink, IconButton } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Skeleton } from '../../ui/indicators.js';
import { LoadError } from '../../ui/load-error.js';
import { State } from '../../ui/state.js';
import { textOf } from './notification-text.js';
import { MARK_ALL_READ, MARK_READ, NOTIFICATIONS, type Notification } from './notifications.graphql.js';
import './notifications-dialog.css';

const close = (): void => notificationsView.set(false);

/** The notifications of the user, the latest first. */
export const NotificationsDialog = () => (
  <Dialog title={t('notifications.title')} onClose={close}>
    <List />
  </Dialog>
);

function List() {
  // Keeps the older pages that are loaded already.
  const { data, error, refetch, fetchMore } = useQuery(NOTIFICATIONS, { refetchWritePolicy: 'merge' });
  const { run, isPending } = usePending();
  const reload = (): void => void refetch().catch(() => undefined);
  useNewNotification(reload);
  if (!data) {
    if (error) return <LoadError title={t('notifications.failed')} error={error} onRetry={reload} />;
    return (
      <div role="status">
        <span className="sr-only">{t('common.loading')}</span>
        <Skeleton height={180} />
      </div>
    );
  }
  const { notifications, next } = data.notifications;
  if (notifications.length === 0)
    return <State icon={BellOff} heading="h3" title={t('notifications.empty')} text={t('notifications.emptyText')} />;
  const showOlder = (): void =>
    void run('older', async () => {
      try {
        await fetchMore({ variables: { before: next } });
      } catch (failure) {
        toastError(t('notifications.failed'), failure);
      }
    });
  return (
    <>
      <MarkAll latest={notifications[0]} />
      <ul className="notifications">
        {notifications.map((notification) => (
          <Item key={notification.id} notification={notification} />
        ))}
      </ul>
      {next === null ? (
        <p className="note">{t('notifications.kept')}</p>
      ) : (
        <Button isBusy={isPending('older')} onClick={showOlder}>
          {t('notifications.older')}
        </Button>
      )}
    </>
  );
}

/** Calls back when a notification has arrived while the list is shown. */
function useNewNotification(onArrival: () => void): void {
  const { data } = useQuery(NOTIFICATION_FEED, { fetchPolicy: 'cache-only' });
  const { data: list } = useQuery(NOTIFICATIONS, { fetchPolicy: 'cache-only' });
  const latest = data?.notificationFeed.latest?.id;
  const shown = list?.notifications.notifications[0]?.id;
  const isNew = list !== undefined && latest !== undefined && latest !== shown;
  const arrived = useEffectEvent(onArrival);
  useEffect(() => {
    if (isNew) arrived();
  }, [isNew, latest]);
}

function MarkAll({ latest }: { readonly latest: Notification | undefined }) {
  const { data } = useQuery(NOTIFICATION_FEED, { fetchPolicy: 'cache-only' });
  const [mark, { loading }] = useMutation(MARK_ALL_READ, {
    refetchQueries: [NOTIFICATIONS, NOTIFICATION_FEED],
    awaitRefetchQueries: true,
    onError: (failure) => toastError(t('notifications.markFailed'), failure),
  });
  const unread = data?.notificationFeed.unread ?? 0;
  return (
    <div className="bar bar-between">
      <span className="muted" role="status">
        {unread === 0 ? t('notifications.noUnread') : t('notifications.unread', { count: unread })}
      </span>
      <Button
        size="sm"
        icon={CheckCheck}
        disabled={unread === 0 || !latest}
        isBusy={loading}
        onClick={() => latest && void mark({ variables: { upTo: latest.id } })}
      >
        {t('notifications.markAll')}
      </Button>
    </div>
  );
}

function Item({ notification }: { readonly notification: Notification }) {
  const { id, createdAt, isRead, content } = notification;
  const [mark, { loading }] = useMutation(MARK_READ, {
    variables: { id },
    update: (cache, { data }) => {
      cache.modify({ id: cache.identify(notification), fields: { isRead: () => true } });
      const unread = data?.markNotificationRead.unread;
      if (unread !== undefined) cache.modify({ id: 'NotificationFeed:{}', fields: { unread: () => unread } });
    },
    onError: (failure) => toastError(t('notifications.markFailed'), failure),
  });
  const words = textOf(content);
  if (!words) return null;
  const { title, text, link } = words;
  return (
    <li className="notification" data-unread={!isRead}>
      <div className="bar bar-between notification-head">
        <h3>
          {!isRead && <span className="sr-only">{t('notifications.isUnread')} </span>}
          {title}
        </h3>
        {!isRead && (
          <IconButton
            icon={Check}
            label={t('notifications.markRead', { title })}
            aria-disabled={loading || undefined}
            onClick={() => void (loading || mark())}
          />
        )}
      </div>
      <p className="notification-text">{text}</p>
      <div className="bar bar-between notification-foot">
        <time className="note" dateTime={createdAt}>
          {formatMoment(createdAt)}
        </time>
        {link && (
          <ButtonLink
            to={link.to}
            size="sm"
            variant="ghost"
            onClick={() => {
              if (!isRead) void mark();
              close();
            }}
          >
            {link.label}
          </ButtonLink>
        )}
      </div>
    </li>
  );
}
