import { beforeEach, describe, expect, it } from '@jest/globals';
import { AppError } from '@kith/proto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { NOTIFICATIONS_CHANGED } from '../../shared/live.graphql.js';
import { fakeLive, type FakeSocket } from '../../testing/fake-live.js';
import { sentOperations } from '../../testing/fake-server.js';
import { openShell } from '../../testing/open-shell.js';

const NOTHING = {
  __typename: 'NotificationContent',
  botId: null,
  botName: null,
  reason: null,
  plan: null,
  graceEndsAt: null,
  change: null,
  provider: null,
  state: null,
  percent: null,
  used: null,
  limit: null,
  resetsAt: null,
  runsOutAt: null,
  weekStart: null,
  replies: null,
  activeBots: null,
  planReplies: null,
  creditsUsed: null,
  newsId: null,
  title: null,
  text: null,
};
const BOT_ID = '11111111-1111-4111-8111-111111111111';
const aNotification = (number: number, content: object = { kind: 'bot-paused', botId: BOT_ID, botName: `Nova ${number}` }) => ({
  __typename: 'Notification',
  id: `00000000-0000-4000-8000-00000000000${number}`,
  createdAt: `2026-11-20T10:0${number}:00.000Z`,
  isRead: false,
  content: { ...NOTHING, ...content },
});
type Stored = ReturnType<typeof aNotification>;

let sockets: FakeSocket[];
beforeEach(() => {
  sockets = fakeLive();
});

/** A user with these notifications, the latest first, of which the server sends two a page. */
function openWith(stored: Stored[], operations: Parameters<typeof openShell>[0] = {}) {
  const unread = () => stored.filter(({ isRead }) => !isRead).length;
  const feed = () => ({ __typename: 'NotificationFeed', unread: unread(), latest: stored[0] ?? null });
  const read = (matches: (index: number, one: Stored) => boolean) =>
    stored.forEach((one, index) => matches(index, one) && (stored[index] = { ...one, isRead: true }));
  const { calls, router } = openShell({
    operations: {
      NotificationFeed: () => ({ notificationFeed: feed() }),
      Notifications: ({ before }) => {
        const from = typeof before === 'string' ? Number(before) : 0;
        const next = from + 2 < stored.length ? String(from + 2) : null;
        return {
          notifications: {
            __typename: 'NotificationList',
            notifications: stored.slice(from, from + 2),
            unread: unread(),
            next,
          },
        };
      },
      MarkNotificationRead: ({ id }) => {
        read((_index, one) => one.id === id);
        return { markNotificationRead: { __typename: 'UnreadNotifications', unread: unread() } };
      },
      MarkNotificationsRead: ({ upTo }) => {
        const at = stored.findIndex(({ id }) => id === upTo);
        read((index) => index >= at);
        return { markNotificationsRead: { __typename: 'UnreadNotifications', unread: unread() } };
      },
      ...operations.operations,
    },
  });
  const arrive = async (notification: Stored) => {
    stored.unshift(notification);
    await sockets[0]?.sendValue(NOTIFICATIONS_CHANGED, { notificationsChanged: feed() });
  };
  return { sent: sentOperations(calls), router, arrive };
}
const bell = (name: string) => screen.findAllByRole('button', { name }).then(([first]) => first as HTMLElement);
const open = async (name: string) => {
  fireEvent.click(await bell(name));
  return within(await screen.findByRole('dialog', { name: 'Notifications' }));
};
const titles = () => screen.getAllByRole('listitem').map((item) => within(item).getByRole('heading').textContent);

describe('the bell', () => {
  it('shows how many are unread, follows live, and announces what arrives', async () => {
    const { arrive } = openWith([aNotification(1)]);
    await bell('Notifications, 1 unread');
    expect(screen.queryByText(/New notification/)).toBeNull();
    await sockets[0]?.accept();
    await arrive(aNotification(2));
    await bell('Notifications, 2 unread');
    expect(screen.getByText('New notification: Nova 2 is paused by your plan').getAttribute('role')).toBe('status');
  });

  it('has no number when everything is read, and the list says that there is nothing', async () => {
    openWith([]);
    const list = await open('Notifications');
    expect(await list.findByText('Nothing yet')).toBeTruthy();
  });
});

describe('the list of notifications', () => {
  it('shows the latest first, older ones on request, and one that arrives meanwhile on top without losing them', async () => {
    const { arrive } = openWith([aNotification(5), aNotification(4), aNotification(3)]);
    const list = await open('Notifications, 3 unread');
    fireEvent.click(await list.findByRole('button', { name: 'Show older' }));
    await list.findByText('Notifications are kept for 90 days.');
    await sockets[0]?.accept();
    await arrive(aNotification(6));
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(4));
    expect(titles()).toEqual([6, 5, 4, 3].map((number) => `Unread: Nova ${number} is paused by your plan`));
  });

  it('marks one as read, and all that are shown', async () => {
    const { sent } = openWith([aNotification(3), aNotification(2), aNotification(1)]);
    const list = await open('Notifications, 3 unread');
    fireEvent.click(await list.findByRole('button', { name: 'Mark as read: Nova 2 is paused by your plan' }));
    await list.findByText('2 unread');
    expect(titles()).toEqual(['Unread: Nova 3 is paused by your plan', 'Nova 2 is paused by your plan']);
    fireEvent.click(list.getByRole('button', { name: 'Mark all as read' }));
    await list.findByText('Nothing unread');
    expect(sent('MarkNotificationsRead')).toEqual([{ upTo: aNotification(3).id }]);
    await bell('Notifications');
  });

  it('leads to what a notification is about, marks it as read and closes', async () => {
    const { router, sent } = openWith([aNotification(1)]);
    const list = await open('Notifications, 1 unread');
    fireEvent.click(await list.findByRole('link', { name: 'Open Nova 1' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/bots/${BOT_ID}`));
    expect(screen.queryByRole('dialog', { name: 'Notifications' })).toBeNull();
    expect(sent('MarkNotificationRead')).toHaveLength(1);
  });

  it('can be loaded again after a failure', async () => {
    let failures = 1;
    openWith([aNotification(1)], {
      operations: {
        Notifications: () => {
          if (failures-- > 0) throw new AppError('NOT_FOUND', 'Not here.');
          return {
            notifications: { __typename: 'NotificationList', notifications: [aNotification(1)], unread: 1, next: null },
          };
        },
      },
    });
    const list = await open('Notifications, 1 unread');
    fireEvent.click(await list.findByRole('button', { name: 'Try again' }));
    expect(await list.findByText('Nova 1 is paused by your plan')).toBeTruthy();
  });
});

describe('a notification', () => {
  it.each<[object, string, string]>([
    [
      { kind: 'bot-failed', botId: BOT_ID, botName: 'Nova', reason: 'Discord refused the token.' },
      'Nova has stopped',
      'Discord refused',
    ],
    [
      { kind: 'payment-failed', plan: 'basic', graceEndsAt: '2026-11-27T12:00:00.000Z' },
      'Your last payment failed',
      'You keep the Standard plan until Nov 27, 2026.',
    ],
    [{ kind: 'subscription-refunded', plan: 'premium' }, 'Your Premium subscription was refunded', 'Free plan'],
    [
      {
        kind: 'usage-warning',
        percent: 80,
        used: 40,
        limit: 50,
        resetsAt: '2026-11-21T00:00:00.000Z',
        runsOutAt: '2026-11-20T16:20:00.000Z',
      },
      '80% of today’s messages are used',
      'At this pace you run out on',
    ],
    [
      { kind: 'usage-warning', percent: 100, used: 50, limit: 50, resetsAt: '2026-11-21T00:00:00.000Z', runsOutAt: null },
      'All messages of today are used',
      '50 of 50 messages.',
    ],
    [
      { kind: 'usage-report', weekStart: '2026-11-16', replies: 1200, activeBots: 2, planReplies: 900, creditsUsed: 3 },
      'Your companions in the week of Nov 16, 2026',
      'Replies: 1,200. Companions that replied: 2. Counted towards your daily limit: 900. Credits used: 3.',
    ],
    [
      { kind: 'product-news', newsId: BOT_ID, title: 'Voices', text: 'Companions listen to voices.' },
      'Voices',
      'listen to voices',
    ],
  ])('of the kind %o says what happened', async (content, title, text) => {
    openWith([aNotification(1, content)]);
    const list = await open('Notifications, 1 unread');
    expect((await list.findByRole('heading', { level: 3 })).textContent).toBe(`Unread: ${title}`);
    expect(list.getByRole('listitem').textContent).toContain(text);
  });
});
