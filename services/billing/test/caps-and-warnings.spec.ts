import { randomUUID } from 'node:crypto';
import { startService, type RunningService } from '@kith/kit';
import { anActor } from '@kith/kit/testing';
import { billing, queues, type Cap, type InputOf } from '@kith/proto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { definition } from '../src/index.js';
import { ReservationSweep } from '../src/metering/reservation-sweep.js';
import { billingUnderTest, type BillingUnderTest } from './billing-under-test.js';

let kith: BillingUnderTest;
let replica: RunningService;

// Two replicas handle the calls of this file.
beforeAll(async () => {
  kith = await billingUnderTest();
  replica = await startService(definition, kith.runtime);
});
afterAll(async () => {
  await replica.close();
  await kith.stop();
});

const cap = (scope: Cap['scope'], limit: number, name = 'a'): Cap => ({ scope, key: `${scope}:${name}`, limit });
const reserve = (userId: string, caps: Cap[], fields: Partial<InputOf<typeof billing.reserve>> = {}) =>
  kith.ask(billing.reserve, { userId, requestId: randomUUID(), botId: randomUUID(), caps, ...fields });
const counted = async (userId: string) =>
  (
    await kith.query<{ key: string; used: number }>('select key, used from billing.cap_day where user_id = $1 order by key', [
      userId,
    ])
  ).map(({ key, used }) => [key, used]);
const noticesOf = async (userId: string) => (await kith.jobsFor(queues.notices.name, userId)).toSorted();

describe('a cap of the owner', () => {
  it('denies the message that would pass it, names itself, and charges nothing', async () => {
    const userId = randomUUID();
    const caps = [cap('bot', 3), cap('server', 2), cap('member', 5)];
    expect([await reserve(userId, caps), await reserve(userId, caps)]).toMatchObject([{ source: 'plan' }, { source: 'plan' }]);
    expect(await reserve(userId, caps)).toMatchObject({ source: 'denied', cap: 'server', charge: 0 });
    expect((await kith.usage(userId)).used).toBe(2);
    expect(await reserve(userId, [cap('bot', 3), cap('server', 2, 'b')])).toMatchObject({ source: 'plan', cap: null });
    expect(await reserve(userId, [cap('bot', 3)])).toMatchObject({ source: 'denied', cap: 'bot' });
    expect(await counted(userId)).toEqual([
      ['bot:a', 3],
      ['member:a', 2],
      ['server:a', 2],
      ['server:b', 1],
    ]);
  });

  it('lets exactly as many messages through as it allows, whatever runs in parallel', async () => {
    const userId = randomUUID();
    const request = (n: number) => reserve(userId, [cap('bot', 20), cap('member', 7, String(n % 4))]);
    const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => request(n)));
    expect(answers.filter(({ source }) => source === 'plan')).toHaveLength(20);
    expect((await kith.usage(userId)).used).toBe(20);
    expect((await counted(userId)).find(([key]) => key === 'bot:a')).toEqual(['bot:a', 20]);
  });

  it('is named once it is reached, of the bot, of each server, and of how many members', async () => {
    const actor = anActor();
    const [botId, other] = [randomUUID(), randomUUID()];
    const reached = (perBot: number | null, of = botId) =>
      kith.ask(billing.reachedCaps, { actor, botId: of, caps: { perBot, perServer: 2, perMember: 1 } });
    const write = (guildId: string, member: string) =>
      reserve(actor.userId, [
        { scope: 'bot', key: `bot:${botId}`, limit: 9 },
        { scope: 'server', key: `server:${botId}:${guildId}`, limit: 2 },
        { scope: 'member', key: `member:${botId}:${member}`, limit: 9 },
      ]);
    expect(await reached(3)).toEqual({ isBotReached: false, guildIds: [], members: 0 });
    for (const [guildId, member] of [
      ['1', 'a'],
      ['1', 'b'],
      ['12', 'b'],
    ] as const)
      await write(guildId, member);
    expect(await reached(3)).toEqual({ isBotReached: true, guildIds: ['1'], members: 2 });
    expect(await reached(4)).toMatchObject({ isBotReached: false });
    expect(await reached(null)).toMatchObject({ isBotReached: false });
    expect(await reached(1, other)).toEqual({ isBotReached: false, guildIds: [], members: 0 });
    expect(
      await kith.ask(billing.reachedCaps, { actor: anActor(), botId, caps: { perBot: 1, perServer: 1, perMember: 1 } }),
    ).toEqual({
      isBotReached: false,
      guildIds: [],
      members: 0,
    });
  });

  it('is told of ten thousand members by their number, and of a hundred servers at most', async () => {
    const actor = anActor();
    const botId = randomUUID();
    const counters = `insert into billing.cap_day (user_id, day, key, used)
      select $1, (now() at time zone 'utc')::date, $2 || n, 1 from generate_series(1, $3) as n`;
    await kith.query(counters, [actor.userId, `member:${botId}:`, 10_000]);
    await kith.query(counters, [actor.userId, `server:${botId}:`, 300]);
    const reached = await kith.ask(billing.reachedCaps, { actor, botId, caps: { perBot: 1, perServer: 1, perMember: 1 } });
    expect(reached).toMatchObject({ isBotReached: false, members: 10_000 });
    expect(reached.guildIds).toHaveLength(100);
  });

  it('is not counted on by a message that the daily limit denies', async () => {
    const userId = randomUUID();
    await kith.sendToday(userId, 49);
    const answers = await Promise.all(Array.from({ length: 20 }, () => reserve(userId, [cap('bot', 1000)])));
    expect(answers.filter(({ source }) => source === 'plan')).toHaveLength(1);
    expect(await counted(userId)).toEqual([['bot:a', 1]]);
  });

  it('gets back a message that was released, once, and none that was settled', async () => {
    const userId = randomUUID();
    const requestId = randomUUID();
    await reserve(userId, [cap('bot', 1)], { requestId });
    expect(await reserve(userId, [cap('bot', 1)])).toMatchObject({ source: 'denied', cap: 'bot' });
    await Promise.all([1, 2, 3].map(() => kith.ask(billing.release, { requestId })));
    expect(await reserve(userId, [cap('bot', 1)], { requestId })).toMatchObject({ source: 'plan', charge: 2 });
    await kith.ask(billing.settle, { requestId });
    await kith.ask(billing.release, { requestId });
    expect(await counted(userId)).toEqual([['bot:a', 1]]);
  });

  it('counts a repeated request id once', async () => {
    const userId = randomUUID();
    const requestId = randomUUID();
    await Promise.all(Array.from({ length: 10 }, () => reserve(userId, [cap('bot', 5)], { requestId })));
    expect(await counted(userId)).toEqual([['bot:a', 1]]);
  });

  it('holds for credits too, and is another counter for another user', async () => {
    const userId = randomUUID();
    await kith.sendToday(userId, 50);
    await kith.grant(userId, 10);
    expect(await reserve(userId, [cap('bot', 1)])).toMatchObject({ source: 'credit' });
    expect(await reserve(userId, [cap('bot', 1)])).toMatchObject({ source: 'denied', cap: 'bot' });
    expect(await kith.usage(userId)).toMatchObject({ used: 50, credits: 9 });
    expect(await reserve(randomUUID(), [cap('bot', 1)])).toMatchObject({ source: 'plan' });
  });

  it('is forgotten after a day', async () => {
    const userId = randomUUID();
    await kith.query(
      `insert into billing.cap_day (user_id, key, day, used)
       select $1, 'bot:a', (now() at time zone 'utc')::date - n, 3 from generate_series(0, 2) n`,
      [userId],
    );
    await kith.services.get('billing')?.app.get(ReservationSweep).sweep();
    expect(await counted(userId)).toHaveLength(2);
  });
});

describe('a warning about the daily limit', () => {
  it('is announced once at 50, 80 and 100 %, whatever runs in parallel', async () => {
    const userId = randomUUID();
    const day = new Date().toISOString().slice(0, 10);
    await kith.sendToday(userId, 0);
    for (const used of [24, 39, 49]) {
      await kith.query('update billing.usage_day set used = $2 where user_id = $1', [userId, used]);
      await Promise.all(Array.from({ length: 10 }, () => kith.reserve(userId)));
    }
    expect(await noticesOf(userId)).toEqual(['100', '50', '80'].map((percent) => `usage-warning-${userId}-${day}-${percent}`));
  });

  it('names the highest of several percentages that are due at once', async () => {
    const userId = randomUUID();
    await kith.query(
      `insert into billing.usage_day (user_id, day, used, warning_due, warned)
       values ($1, (now() at time zone 'utc')::date, 50, 100, 50)`,
      [userId],
    );
    await kith.services.get('billing')?.app.get(ReservationSweep).sweep();
    expect(await noticesOf(userId)).toEqual([expect.stringMatching(/-100$/)]);
  });

  it('is not repeated when a released message is sent again', async () => {
    const userId = randomUUID();
    await kith.sendToday(userId, 24);
    const requestId = randomUUID();
    await kith.reserve(userId, requestId);
    await kith.query('update billing.usage_day set warned = 50 where user_id = $1', [userId]);
    for (const key of await kith.runtime.redis.keys('jobs:notices:*')) await kith.runtime.redis.del(key);
    await kith.ask(billing.release, { requestId });
    await kith.reserve(userId);
    expect(await noticesOf(userId)).toEqual([]);
  });

  it('that was not announced because a replica stopped is announced by the sweep', async () => {
    const userId = randomUUID();
    await kith.query(
      `insert into billing.usage_day (user_id, day, used, warning_due) values ($1, (now() at time zone 'utc')::date, 40, 80)`,
      [userId],
    );
    await kith.services.get('billing')?.app.get(ReservationSweep).sweep();
    expect(await noticesOf(userId)).toHaveLength(1);
    expect(await kith.query('select warned from billing.usage_day where user_id = $1', [userId])).toEqual([{ warned: 80 }]);
  });

  it('is not due on a plan without a daily limit', async () => {
    const userId = randomUUID();
    await kith.query(`insert into billing.plan_grant (user_id, plan) values ($1, 'premium')`, [userId]);
    await kith.sendToday(userId, 2_000_000);
    await kith.reserve(userId);
    expect(await noticesOf(userId)).toEqual([]);
  });
});

describe('the activity', () => {
  it('lists the messages that counted on each of the last 7 UTC days, those paid with credits included', async () => {
    const userId = randomUUID();
    await kith.query(
      `insert into billing.usage_day (user_id, day, used)
       select $1, (now() at time zone 'utc')::date - n, n from generate_series(1, 9) n`,
      [userId],
    );
    await kith.sendToday(userId, 49);
    await kith.grant(userId, 5);
    const requestId = randomUUID();
    for (const id of [randomUUID(), randomUUID(), requestId]) await kith.reserve(userId, id);
    await kith.ask(billing.release, { requestId });
    const { activity } = await kith.ask(billing.activity, { actor: anActor({ userId }) });
    expect(activity.map(({ count }) => count)).toEqual([6, 5, 4, 3, 2, 1, 51]);
    expect(activity.at(-1)?.date).toBe(new Date().toISOString().slice(0, 10));
    expect((await kith.usage(userId)).used).toBe(50);
  });
});

describe('the weekly usage', () => {
  it('counts the seven UTC days from Monday of the users that are asked for, those paid with credits apart', async () => {
    const [userId, other, silent] = [randomUUID(), randomUUID(), randomUUID()];
    await kith.query(
      `insert into billing.usage_day (user_id, day, used, on_credit)
       select user_id, date '2026-11-16' + n, 10, 2 from unnest($1::uuid[]) as user_id, generate_series(-1, 7) n`,
      [[userId, other]],
    );
    expect(await kith.ask(billing.weeklyUsage, { userIds: [userId, silent], weekStart: '2026-11-16' })).toEqual({
      usage: [{ userId, planReplies: 70, creditsUsed: 14 }],
    });
  });
});
