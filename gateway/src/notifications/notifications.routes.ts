import { news, notifications } from '@kith/proto';
import type { Routes } from '../http/route.js';

const SUPER_ADMIN = ['FORBIDDEN', 'IMPERSONATING'] as const;

export const notificationRoutes = {
  list: {
    method: 'GET',
    path: '/api/notifications',
    summary: 'List your notifications, latest first; `next` is the `before` of the following page',
    access: 'user',
    call: notifications.list,
    errors: [],
  },
  markRead: {
    method: 'POST',
    path: '/api/notifications/:notificationId/read',
    summary: 'Mark one of your notifications as read',
    access: 'user',
    call: notifications.markRead,
    errors: ['NOT_FOUND'],
  },
  markAllRead: {
    method: 'POST',
    path: '/api/notifications/read',
    summary: 'Mark all your notifications up to this one as read',
    access: 'user',
    call: notifications.markAllRead,
    errors: [],
  },
  listNews: {
    method: 'GET',
    path: '/api/admin/news',
    summary: 'List the product news that were sent, latest first (super-admin)',
    access: 'user',
    call: news.list,
    errors: SUPER_ADMIN,
  },
  sendNews: {
    method: 'POST',
    path: '/api/admin/news',
    summary: 'Send product news to all users who want them, in the background; the same `newsId` is sent once (super-admin)',
    access: 'user',
    call: news.send,
    errors: SUPER_ADMIN,
  },
} as const satisfies Routes;
