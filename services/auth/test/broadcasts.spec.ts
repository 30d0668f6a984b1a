import { randomUUID } from 'node:crypto';
import { fixture, fixtureService, waitFor } from '@kith/kit/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AppError, billing, chat, news, queues, type Actor } from '@kith/proto';
import { BroadcastSender } from '../src/notifications/broadcast-sender.js';
import { NotificationsService } from '../src/notifications/notifications.service.js';
import { anAdmin, anImpersonator, aSuperAdmin } from './actors.js';
import { authUnderTest, type AuthUnderTest } from './auth-under-test.js';

const NEWS = { title: 'Companions hear better', text: 'Your companions now listen to voice messages.' };
// Long over: the service sends the report of the real last week by itself.
const WEEK = '2025-11-17';

let kith: AuthUnderTest;
let neighbours: { close(): Promise<void> }[];
let superAdmin: Actor;
// While it is set, billing cannot tell the figures of the week that the tests send.
let isOut = false;
let refused = 0;
/** News that nobody had begun to send when they were refused. */
let newsBehind = 0;
beforeAll(async () => {
  kith = await authUnderTest();
  neighbours = await Promise.all([
    fixtureService(kith.runtime, 'billing', [
      fixture(billing.entitlement, () => ({ plan: 'free' as const })),
      fixture(billing.weeklyUsage, async ({ userIds, weekStart }) => {
        if (isOut && weekStart === WEEK) {
          const behind = await kith.query(
            `select from auth.broadcast where kind = 'product-news' and finished_at is null and claimed_until is null`,
          );
          newsBehind = behind.length;
          refused += 1;
          throw new AppError('UNAVAILABLE');
        }
        return { usage: userIds.slice(0, 1).map((userId) => ({ userId, planReplies: 6, creditsUsed: 1 })) };
      }),
    ]),
    fixtureService(kith.runtime, 'chat', [
      fixture(chat.weeklyReplies, ({ userIds, weekStart }) => ({
        replies: weekStart === WEEK ? userIds.slice(0, 1).map((userId) => ({ userId, replies: 9, activeBots: 2 })) : [],
      })),
    ]),
  ]);
  superAdmin = await aSuperAdmin(kith);
});
afterAll(async () => {
  await Promise.all(neighbours.map((neighbour) => neighbour.close()));
  await kith.stop();
});
beforeEach(async () => {
  isOut = false;
  refused = 0;
  await kith.query(`delete from auth.broadcast`);
  await kith.query(`delete from auth."user" where role = 'user'`);
});

const sender = () => {
  const found = kith.services.get('auth')?.app.get(BroadcastSender);
  if (!found) throw new Error('the service is not running');
  return found;
};
/** Adds users who have had an account since January 2025. */
const addUsers = (count: number, wants: 'usage_reports' | 'marketing_updates', createdAt = '2025-01-01') =>
  kith.query(
    `insert into auth."user" (username, username_key, email, password_hash, ${wants}, created_at)
     select 'u-' || id, 'u-' || id, id || '@example.com', '', true, $2 from (select gen_random_uuid() as id from generate_series(1, $1)) ids`,
    [count, createdAt],
  );
const told = () =>
  kith.query<{ users: number; notifications: number }>(
    `select count(distinct user_id)::int as users, count(*)::int as notifications from auth.notification
     where content ->> 'kind' = 'product-news'`,
  );
const finished = () =>
  waitFor('everybody to be told', async () => {
    const [open] = await kith.query(`select 1 from auth.broadcast where finished_at is null and kind = 'product-news'`);
    return open === undefined && (await kith.runtime.queues.depth(queues.notices)) === 0;
  });

describe('product news', () => {
  it('can be sent and listed by the super-admin alone', async () => {
    const refused: [Actor, string][] = [
      [await anAdmin(kith), 'FORBIDDEN'],
      [await anImpersonator(kith), 'IMPERSONATING'],
    ];
    for (const [actor, code] of refused) {
      await expect(kith.ask(news.send, { actor, newsId: randomUUID(), ...NEWS })).rejects.toMatchObject({ code });
      await expect(kith.ask(news.list, { actor })).rejects.toMatchObject({ code });
    }
    expect(await kith.query('select 1 from auth.broadcast where title is not null')).toEqual([]);
  });

  it('reach each user who wants them once, whatever is sent and worked off twice, and the audit log names them', async () => {
    await addUsers(450, 'marketing_updates');
    await addUsers(5, 'usage_reports');
    const newsId = randomUUID();
    await kith.ask(news.send, { actor: superAdmin, newsId, ...NEWS });
    await kith.ask(news.send, { actor: superAdmin, newsId, ...NEWS });
    await Promise.all([sender().send(), sender().send(), sender().send()]);
    await finished();
    expect(await told()).toEqual([{ users: 450, notifications: 450 }]);
    expect(await kith.ask(news.list, { actor: superAdmin })).toMatchObject({
      news: [{ id: newsId, ...NEWS, reached: 450, finishedAt: expect.any(String) }],
      total: 1,
      subscribers: 450,
    });
    expect(await kith.auditEvents('news_sent', newsId)).toHaveLength(1);
  });

  it('are kept for a year after the last user was told; news that are still being sent stay', async () => {
    const add = async (title: string, finished: string | null) => {
      await kith.query(
        `insert into auth.broadcast (id, kind, title, text, created_at, finished_at)
         values (gen_random_uuid(), 'product-news', $1, 'x', now() - interval '3 years', now() - $2::interval)`,
        [title, finished],
      );
    };
    await add('over', '366 days');
    await add('recent', '364 days');
    await add('unfinished', null);
    await kith.services.get('auth')?.app.get(NotificationsService).sweep();
    const { news: kept } = await kith.ask(news.list, { actor: superAdmin });
    expect(kept.map(({ title }) => title).toSorted()).toEqual(['recent', 'unfinished']);
  });

  it('go on after the last batch that was completed when a replica dies in the middle', async () => {
    await addUsers(450, 'marketing_updates');
    const newsId = randomUUID();
    await kith.query(`insert into auth.broadcast (id, kind, title, text) values ($1, 'product-news', $2, $3)`, [
      newsId,
      NEWS.title,
      NEWS.text,
    ]);
    // As a replica leaves it that dies while it adds the jobs of the second batch.
    await kith.query(
      `update auth.broadcast set reached = 200, claimed_until = now() - interval '1 second',
         last_user_id = (select id from auth."user" where marketing_updates order by id offset 199 limit 1)`,
    );
    expect(await sender().send()).toBe(250);
    await finished();
    expect(await told()).toEqual([{ users: 250, notifications: 250 }]);
    expect(await kith.ask(news.list, { actor: superAdmin })).toMatchObject({ news: [{ reached: 450 }] });
  });

  it('of an id that was used are not replaced by others', async () => {
    const newsId = randomUUID();
    await kith.ask(news.send, { actor: superAdmin, newsId, ...NEWS });
    await expect(kith.ask(news.send, { actor: superAdmin, newsId, ...NEWS, title: 'Other news' })).rejects.toMatchObject({
      code: 'BAD_INPUT',
    });
  });
});

describe('the weekly usage report', () => {
  const monday = new Date('2025-11-24T01:00:01Z');
  const reports = async () => {
    await waitFor('the jobs', async () => (await kith.runtime.queues.depth(queues.notices)) === 0);
    return kith.query<{ content: Record<string, unknown> }>(
      `select content from auth.notification
       where content ->> 'kind' = 'usage-report' and content ->> 'weekStart' = $1 order by user_id`,
      [WEEK],
    );
  };
  const send = async (now: Date) => {
    await sender().send(now);
    await waitFor('the report', async () => {
      const open = await kith.query('select 1 from auth.broadcast where week_start = $1 and finished_at is null', [WEEK]);
      if (open.length > 0) await sender().send(now);
      return open.length === 0;
    });
  };

  it('goes once to each user who wants it and had an account in the week, with the figures of billing and chat', async () => {
    await addUsers(2, 'usage_reports');
    await addUsers(1, 'marketing_updates');
    await addUsers(1, 'usage_reports', '2025-11-24T00:30:00Z');
    await Promise.all([send(monday), send(monday)]);
    await send(new Date('2025-11-27T12:00:00Z'));
    const figures = { kind: 'usage-report', weekStart: WEEK };
    expect(await reports()).toEqual([
      { content: { ...figures, replies: 9, activeBots: 2, planReplies: 6, creditsUsed: 1 } },
      { content: { ...figures, replies: 0, activeBots: 0, planReplies: 0, creditsUsed: 0 } },
    ]);
  });

  it('waits until the messages of Sunday are settled', async () => {
    await sender().send(new Date('2025-11-24T00:59:00Z'));
    const weeks = await kith.query<{ week: string }>('select week_start::text as week from auth.broadcast order by 1');
    expect(weeks.map(({ week }) => week)).toContain('2025-11-10');
    expect(weeks.map(({ week }) => week)).not.toContain(WEEK);
  });

  it('is sent later when the figures cannot be read', async () => {
    await addUsers(1, 'usage_reports');
    isOut = true;
    // The batch is claimed by this call or, between its statements, by the periodic one.
    await Promise.allSettled([sender().send(monday)]);
    await waitFor('the figures to be refused', () => refused > 0);
    expect(await reports()).toEqual([]);
    isOut = false;
    await kith.query(`update auth.broadcast set claimed_until = now() - interval '1 second' where finished_at is null`);
    await send(monday);
    expect(await reports()).toHaveLength(1);
  });

  it('whose figures could not be read a minute ago waits behind news', async () => {
    await addUsers(1, 'usage_reports');
    await addUsers(3, 'marketing_updates');
    isOut = true;
    await kith.query(
      `insert into auth.broadcast (id, kind, week_start, title, text, created_at, claimed_until) values
         (gen_random_uuid(), 'usage-report', $1, null, null, now() - interval '1 hour', now() - interval '1 second'),
         (gen_random_uuid(), 'product-news', null, $2, $3, now(), null)`,
      [WEEK, NEWS.title, NEWS.text],
    );
    await Promise.allSettled([sender().send(monday)]);
    await waitFor('the figures to be refused', () => refused > 0);
    expect(newsBehind).toBe(0);
    await finished();
    expect(await told()).toEqual([{ users: 3, notifications: 3 }]);
  });
});
