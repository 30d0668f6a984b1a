import { randomUUID } from 'node:crypto';
import { fixture } from '@kith/kit/testing';
import { news, notifications, requireSuperAdmin, type Notification } from '@kith/proto';
import { NOW } from './values.js';

const NOTIFICATION: Notification = {
  id: randomUUID(),
  createdAt: NOW,
  isRead: false,
  content: { kind: 'bot-failed', botId: randomUUID(), botName: 'Milo', reason: 'Discord refused the token.' },
};

export const stubNotifications = () => [
  fixture(notifications.list, () => ({ notifications: [NOTIFICATION], unread: 1, next: '7' })),
  fixture(notifications.feed, () => ({ unread: 1, latest: NOTIFICATION })),
  fixture(notifications.markRead, () => ({ unread: 0 })),
  fixture(notifications.markAllRead, () => ({ unread: 0 })),
  fixture(news.send, ({ actor, newsId, title, text }) => {
    requireSuperAdmin(actor);
    return { id: newsId, title, text, createdAt: NOW, reached: 0, finishedAt: null };
  }),
  fixture(news.list, ({ actor }) => {
    requireSuperAdmin(actor);
    return { news: [], total: 0, next: null, previous: null, subscribers: 0 };
  }),
];
