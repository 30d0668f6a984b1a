import { useQuery } from '@apollo/client/react';
import { Bell as BellIcon } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatNumber } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { usePolling } from '../../shared/live-state.js';
import { NOTIFICATION_FEED } from '../../shared/notification-feed.graphql.js';
import { notificationsView } from '../../shared/notifications-view.js';
import { IconButton } from '../../ui/button.js';
import { textOf } from './notification-text.js';
import './bell.css';

const MAX_SHOWN = 99;

/** Opens the notifications; shows how many are unread. */
export function Bell() {
  const { data } = useQuery(NOTIFICATION_FEED, { fetchPolicy: 'cache-only' });
  const isOpen = notificationsView.use();
  const unread = data?.notificationFeed.unread ?? 0;
  return (
    <span className="bell">
      <IconButton
        icon={BellIcon}
        size="md"
        label={unread === 0 ? t('notifications.title') : t('notifications.unreadCount', { count: unread })}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => notificationsView.set(true)}
      />
      {unread > 0 && (
        <span className="bell-count" aria-hidden="true">
          {unread > MAX_SHOWN ? `${formatNumber(MAX_SHOWN)}+` : formatNumber(unread)}
        </span>
      )}
    </span>
  );
}

/** Loads what the bells show, polls it while there is no live connection, and announces a new notification to screen readers. */
export function NotificationFeed() {
  const feed = useQuery(NOTIFICATION_FEED);
  usePolling(feed);
  useEffect(() => () => notificationsView.set(false), []);
  const latest = feed.data?.notificationFeed.latest;
  const known = useRef<string | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const isLoaded = feed.data !== undefined;
  useEffect(() => {
    if (!isLoaded) return;
    const at = latest?.createdAt ?? '';
    // The one that was there when the page was opened is not new.
    if (known.current !== null && at > known.current) setAnnouncement(textOf(latest?.content)?.title ?? '');
    known.current = at;
  }, [isLoaded, latest]);
  return (
    <p role="status" className="sr-only">
      {announcement && t('notifications.arrived', { title: announcement })}
    </p>
  );
}
