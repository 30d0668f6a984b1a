import { randomUUID } from 'node:crypto';
import { asActor, waitFor } from '@kith/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { auth, billing, bots, events, notifications, queues, type Actor, type NotificationContent } from '@kith/proto';
import { fixture, fixtureService } from '@kith/kit/testing';
import { DataSource } from 'typeorm';
import { NotificationEntity } from '../src/notifications/notification.entity.js';
import { NotificationsService } from '../src/notifications/notifications.service.js';
import { aUser } from './actors.js';
import { authUnderTest, PASSWORD, type AuthUnderTest } from './auth-under-test.js';

const WARNING = {
  kind: 'usage-warning',
  percent: 80,
  used: 40,
  limit: 50,
  resetsAt: '2026-11-23T00:00:00.000Z',
  runsOutAt: null,
} as const satisfies NotificationContent;

let kith: AuthUnderTest;
let neighbours: { close(): Promise<void> }[];
beforeAll(async () => {
  kith = await authUnderTest();
  neighbours = await Promise.all([
    fixtureService(kith.runtime, 'bots', [fixture(bots.removeAllOf, () => ({ removed: 0 }))]),
    fixtureService(kith.runtime, 'billing', [
      fixture(billing.removeUser, () => ({})),
      fixture(billing.entitlement, () => ({ plan: 'free' as const })),
    ]),
  ]);
});
afterAll(async () => {
  await Promise.all(neighbours.map((neighbour) => neighbour.close()));
  await kith.stop();
});

const service = <T>(type: new (...args: never[]) => T): T => {
  const found = kith.services.get('auth')?.app.get<T>(type);
  if (!found) throw new Error('the service is not running');
  return found;
};
const list = (actor: Actor, page: { before?: string; limit?: number } = {}) => kith.ask(notifications.list, { actor, ...page });
const add = (userId: string, jobId: string, content: NotificationContent = WARNING) =>
  kith.runtime.queues.add(queues.notices, jobId, { userId, ...content });
const settled = () =>
  waitFor('the notices to be worked off', async () => (await kith.runtime.queues.depth(queues.notices)) === 0);

/** A user with `count` notifications, the latest of which used `count` messages. */
async function withNotifications(count: number): Promise<Actor> {
  const actor = await aUser(kith);
  const store = service(NotificationsService);
  for (let used = 1; used <= count; used += 1) await store.store(actor.userId, `key-${used}`, { ...WARNING, used });
  return actor;
}
const usedOf = ({ notifications: page }: Awaited<ReturnType<typeof list>>) =>
  page.map(({ content }) => (content.kind === 'usage-warning' ? content.used : content.kind));

describe('a notice', () => {
  it('becomes an unread notification of its user alone, without mail too, and is announced', async () => {
    const [actor, other] = [await aUser(kith), await aUser(kith)];
    const announced: string[] = [];
    const unsubscribe = await kith.runtime.events.subscribe(events.notificationsChanged, ({ userId }) => announced.push(userId));
    await add(actor.userId, randomUUID());
    await waitFor('the announcement', () => announced.length > 0);
    unsubscribe();
    expect(announced).toEqual([actor.userId]);
    expect(await list(actor)).toMatchObject({ notifications: [{ isRead: false, content: WARNING }], unread: 1, next: null });
    expect(await kith.ask(notifications.feed, { actor })).toMatchObject({ unread: 1, latest: { content: WARNING } });
    expect(await kith.ask(notifications.feed, { actor: other })).toEqual({ unread: 0, latest: null });
  });

  it('is told once, also when its job is added again after Redis has forgotten it', async () => {
    const actor = await aUser(kith);
    const jobId = randomUUID();
    for (let time = 0; time < 3; time += 1) {
      await add(actor.userId, jobId);
      await settled();
      await kith.runtime.queues.removeById(queues.notices, [jobId]);
    }
    expect(await list(actor)).toMatchObject({ unread: 1, notifications: [{ content: WARNING }] });
  });

  const botId = randomUUID();
  it.each<[string, Partial<Record<'botStatusAlerts' | 'usageReports', boolean>>, NotificationContent]>([
    ['about a failed bot', { botStatusAlerts: false }, { kind: 'bot-failed', botId, botName: 'Nova', reason: 'Gone.' }],
    ['about a paused bot', { botStatusAlerts: false }, { kind: 'bot-paused', botId, botName: 'Nova' }],
    [
      'with a weekly report',
      { usageReports: false },
      { kind: 'usage-report', weekStart: '2026-11-16', replies: 1, activeBots: 1, planReplies: 1, creditsUsed: 0 },
    ],
  ])('%s is not stored while the user has switched such notices off, and is when they are on', async (_name, off, content) => {
    const actor = await aUser(kith);
    await kith.ask(auth.notificationSettings, { actor, ...off });
    await add(actor.userId, randomUUID(), content);
    await settled();
    expect(await list(actor)).toMatchObject({ notifications: [], unread: 0 });
    const on = Object.fromEntries(Object.keys(off).map((name) => [name, true]));
    await kith.ask(auth.notificationSettings, { actor, emailNotifications: false, ...on });
    await add(actor.userId, randomUUID(), content);
    await settled();
    expect(await list(actor)).toMatchObject({ notifications: [{ content }] });
  });
});

describe('the notifications of a user', () => {
  it('come in pages, the latest first; one that arrives meanwhile neither repeats nor hides another', async () => {
    const actor = await withNotifications(5);
    const first = await list(actor, { limit: 2 });
    expect(usedOf(first)).toEqual([5, 4]);
    await service(NotificationsService).store(actor.userId, 'later', { ...WARNING, used: 6 });
    const second = await list(actor, { limit: 2, before: first.next ?? '' });
    expect(usedOf(second)).toEqual([3, 2]);
    const third = await list(actor, { limit: 2, before: second.next ?? '' });
    expect([usedOf(third), third.next]).toEqual([[1], null]);
  });

  it('are marked as read one by one, and all that were seen at once', async () => {
    const actor = await withNotifications(3);
    const [newest, middle] = (await list(actor)).notifications;
    expect(await kith.ask(notifications.markRead, { actor, notificationId: newest?.id ?? '' })).toEqual({ unread: 2 });
    expect(await kith.ask(notifications.markAllRead, { actor, upTo: middle?.id ?? '' })).toEqual({ unread: 0 });
    await service(NotificationsService).store(actor.userId, 'later', WARNING);
    expect(await kith.ask(notifications.markAllRead, { actor, upTo: newest?.id ?? '' })).toEqual({ unread: 1 });
    expect((await list(actor)).notifications.map(({ isRead }) => isRead)).toEqual([false, true, true, true]);
  });

  it('cannot be read or marked by another user', async () => {
    const [actor, other] = [await withNotifications(1), await aUser(kith)];
    const [{ id = '' } = {}] = (await list(actor)).notifications;
    await expect(kith.ask(notifications.markRead, { actor: other, notificationId: id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await kith.ask(notifications.markAllRead, { actor: other, upTo: id });
    expect(await list(other)).toMatchObject({ notifications: [] });
    expect(await list(actor)).toMatchObject({ unread: 1 });
  });

  it('are found by no query that forgets the condition on the user [S30]', async () => {
    const [anne, ben] = [await withNotifications(1), await withNotifications(1)];
    const rows = service(DataSource).getRepository(NotificationEntity);
    expect(new Set((await rows.find()).map(({ userId }) => userId)).has(ben.userId)).toBe(true);
    const own = await asActor(anne.userId, () => rows.find());
    expect(own.map(({ userId }) => userId)).toEqual([anne.userId]);
    expect(await asActor(anne.userId, () => rows.delete({ userId: ben.userId }))).toMatchObject({ affected: 0 });
  });

  it('are at most 500, of which the oldest goes, and none is older than 90 days', async () => {
    const [actor, other] = [await withNotifications(1), await withNotifications(2)];
    await kith.query(
      `insert into auth.notification (user_id, key, content)
       select $1, 'many-' || n, $2 from generate_series(1, 499) as n`,
      [actor.userId, JSON.stringify(WARNING)],
    );
    await service(NotificationsService).store(actor.userId, 'one-more', { ...WARNING, used: 7 });
    const [count] = await kith.query<{ rows: number }>(
      `select count(*)::int as rows from auth.notification where user_id = $1 and key <> 'key-1'`,
      [actor.userId],
    );
    expect(count).toEqual({ rows: 500 });
    await kith.query(
      `update auth.notification set created_at = now() - interval '91 days' where user_id = $1 and key = 'key-1'`,
      [other.userId],
    );
    await service(NotificationsService).sweep();
    expect(usedOf(await list(other))).toEqual([2]);
    expect(usedOf(await list(actor, { limit: 1 }))).toEqual([7]);
  });

  it('are deleted with the account, and nothing is told to it afterwards', async () => {
    const actor = await withNotifications(2);
    await kith.ask(auth.removeAccount, { actor, password: PASSWORD });
    await add(actor.userId, randomUUID());
    await settled();
    expect(await kith.query('select 1 from auth.notification where user_id = $1', [actor.userId])).toEqual([]);
  });
});
