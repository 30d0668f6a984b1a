import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { chat, type Actor } from '@kith/proto';
import { anActor, ownerDatabase, waitFor } from '@kith/kit/testing';
import { engagementScore } from '../src/analytics/analytics.service.js';
import { database } from '../src/index.js';
import { chatUnderTest, type ChatUnderTest } from './chat-under-test.js';

let kith: ChatUnderTest;
beforeAll(async () => {
  kith = await chatUnderTest();
});
afterEach(() => {
  kith.peers.down.clear();
  kith.peers.uptime = { uptime: 99.5, status: 'online', model: 'gpt-4o' };
});
afterAll(() => kith.stop());

interface Row {
  author: string;
  conversation: string;
  /** An SQL expression, so that test and service use the clock of the database. */
  at: string;
  latencyMs: number;
  state: 'written' | 'delivered' | 'failed';
  times: number;
}
const NOW = 'now()';
const TODAY = `date_trunc('day', now(), 'UTC')`;
const HOUR = `date_trunc('hour', now(), 'UTC')`;
const noonBefore = (days: number) => `${TODAY} - interval '${days} days' + interval '12 hours'`;

async function logged(botId: string, ownerId: string, rows: readonly Partial<Row>[]) {
  for (const { author = 'ann', conversation = 'c', at = NOW, latencyMs = 500, state = 'delivered', times = 1 } of rows)
    await kith.query(
      `insert into chat.message (bot_id, owner_id, channel, conversation, request_id, author, author_name, question, reply, engine,
         sources, truncated, tokens, latency_ms, state, created_at)
       select $1, $2, 'discord', $3, gen_random_uuid(), $4, $4, 'q', 'r', 'builtin', '{}', false, 2, $5, $6, ${at}
       from generate_series(1, $7::int)`,
      [botId, ownerId, conversation, author, latencyMs, state, times],
    );
}

const analyticsOf = (bot: { actor: Actor; botId: string }) => kith.ask(chat.analytics, bot);
const zeros = () => {
  const hour = new Date().getUTCHours();
  return Array.from({ length: 24 }, (_, n) => ({ hour: (hour + 1 + n) % 24, messages: 0 }));
};

describe('the analytics of a bot', () => {
  it('are zeros for a new bot, with uptime and status from the bots service, and the model that answers', async () => {
    expect(await analyticsOf(kith.aBot())).toEqual({
      totalMessages: 0,
      activeUsers: 0,
      avgResponseTime: 0,
      uptime: 99.5,
      engagementScore: 0,
      userEngagement: { totalUsers: 0, activeToday: 0, totalConversations: 0 },
      ratings: { good: 0, bad: 0, reasons: [] },
      botInfo: { status: 'online', model: 'Built-in companion' },
      hourlyActivity: zeros(),
    });
  });

  it('count delivered replies in their time windows, and no failed or undelivered ones', async () => {
    const bot = kith.aBot();
    const owner = bot.actor.userId;
    await logged(bot.botId, owner, [
      { author: 'ann', conversation: 'c1', at: noonBefore(1), latencyMs: 1000 },
      { author: 'ann', conversation: 'c1', at: noonBefore(2), latencyMs: 2000 },
      { author: 'bob', conversation: 'c2', at: `${NOW} - interval '719 hours 59 minutes'`, latencyMs: 615 },
      { author: 'bob', conversation: 'c2', at: `${NOW} - interval '720 hours 1 minute'`, latencyMs: 90_000 },
      { author: 'carl', conversation: 'c3', at: `${NOW} - interval '400 days'`, latencyMs: 90_000 },
      { author: owner, conversation: `web-${owner}`, latencyMs: 300, times: 3 },
      { author: 'eve', conversation: 'c4', state: 'failed', latencyMs: 90_000, times: 5 },
      { author: 'zoe', conversation: 'c5', state: 'written', latencyMs: 90_000, times: 5 },
    ]);
    await logged(kith.aBot().botId, owner, [{ author: 'dan', times: 9 }]);
    expect(await analyticsOf(bot)).toMatchObject({
      totalMessages: 6,
      activeUsers: 3,
      // (1000 + 2000 + 615 + 3 · 300) ms / 6
      avgResponseTime: 0.75,
      // 40 · 1/3 (ann returned) + 30 · 1/3 (the test chat) + 30 · 3/7
      engagementScore: 36.2,
      userEngagement: { totalUsers: 4, activeToday: 1, totalConversations: 4 },
    });
  });

  it('list the last 24 clock hours, the current one last', async () => {
    const bot = kith.aBot();
    await logged(bot.botId, bot.actor.userId, [
      { at: NOW, times: 2 },
      { at: `${HOUR} - interval '5 hours'`, times: 3 },
      { at: `${HOUR} - interval '23 hours'` },
      { at: `${HOUR} - interval '23 hours' - interval '1 millisecond'`, times: 7 },
      { at: NOW, state: 'failed', times: 7 },
    ]);
    const expected = zeros().map((entry, n) => ({ ...entry, messages: { 0: 1, 18: 3, 23: 2 }[n] ?? 0 }));
    expect((await analyticsOf(bot)).hourlyActivity).toEqual(expected);
  });

  it('count active days over seven days including today, and a returning user from two days on', async () => {
    const bot = kith.aBot();
    await logged(bot.botId, bot.actor.userId, [
      { author: 'ann', conversation: 'a', at: `${TODAY} - interval '6 days'` },
      { author: 'bob', conversation: 'b', at: `${TODAY} - interval '6 days' - interval '1 millisecond'` },
    ]);
    expect((await analyticsOf(bot)).engagementScore).toBe(4.3);
    await logged(bot.botId, bot.actor.userId, [
      { author: 'ann', conversation: 'a', at: `${TODAY} - interval '6 days' + interval '1 hour'`, times: 2 },
    ]);
    // 30 · 1/2 + 30 · 1/7: ann has replies on one day only.
    expect((await analyticsOf(bot)).engagementScore).toBe(19.3);
  });

  it('include the test chat', async () => {
    const bot = kith.aBot();
    for (const message of ['hello', 'roll a die', 'thanks']) await kith.say({ ...bot, message });
    expect(await analyticsOf(bot)).toMatchObject({
      totalMessages: 3,
      activeUsers: 1,
      userEngagement: { totalUsers: 1, activeToday: 1, totalConversations: 1 },
      // 30 + 30 · 1/7
      engagementScore: 34.3,
    });
    expect((await analyticsOf(bot)).hourlyActivity.at(-1)).toMatchObject({ messages: 3 });
  });

  it('score 100 for a bot to which every user returns daily, and are rounded to one decimal', () => {
    const all = { activeUsers: 4, returningUsers: 4, conversations: 2, longConversations: 2, activeDays: 7 };
    expect(engagementScore(all)).toBe(100);
    expect(engagementScore({ ...all, returningUsers: 1, longConversations: 0, activeDays: 1 })).toBe(14.3);
  });

  it('are for the owner only; foreign and missing bots answer alike [S28, S30]', async () => {
    const { botId } = kith.aBot();
    const refusals = await Promise.all(
      [botId, randomUUID()].map((id) =>
        analyticsOf({ actor: anActor({ role: 'admin' }), botId: id }).catch((error: unknown) => error),
      ),
    );
    expect(refusals[0]).toMatchObject({ code: 'NOT_FOUND' });
    expect(refusals[0]).toEqual(refusals[1]);
  });

  it('have the uptime null when it is unavailable, and fail when the bots service is down', async () => {
    const bot = kith.aBot();
    kith.peers.down.add('uptime');
    expect(await analyticsOf(bot)).toMatchObject({ uptime: null, botInfo: { status: 'offline', model: 'Built-in companion' } });
    await expect(analyticsOf({ ...bot, actor: anActor() })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('the total of the installation', () => {
  const totalsFor = (actor: Actor) => kith.ask(chat.totals, { actor });

  it('is the number of delivered replies', async () => {
    const admin = anActor({ role: 'admin' });
    const { messages: before } = await totalsFor(admin);
    const [bot, other] = [kith.aBot(), kith.aBot()];
    for (const each of [bot, other, other]) await kith.say({ ...each, message: 'hello' });
    expect(await totalsFor(anActor({ role: 'super_admin' }))).toEqual({ messages: before + 3 });
  });

  it('is for administrators only [S31]', async () => {
    await expect(totalsFor(anActor())).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const impersonator = { userId: randomUUID(), username: 'root' };
    await expect(totalsFor(anActor({ role: 'admin', impersonator }))).rejects.toMatchObject({ code: 'IMPERSONATING' });
  });
});

describe('statistics over a long history', () => {
  it('take one statement each, without a sequential scan', async () => {
    const bot = kith.aBot();
    const fill = (botId: string, ownerId: string, rows: number) =>
      kith.query(
        `insert into chat.message (bot_id, owner_id, channel, conversation, request_id, author, author_name, question, reply, engine,
           sources, truncated, tokens, latency_ms, state, created_at)
         select $1, $2, 'discord', 'c' || n % 50, 'r' || n, 'u' || n % 500, 'Eve', repeat('question ', 10), repeat('reply ', 50),
           'openai', '{}', false, 80, n % 3000, 'delivered', now() - n * interval '90 days' / $3::int
         from generate_series(1, $3::int) as n`,
        [botId, ownerId, rows],
      );
    await fill(bot.botId, bot.actor.userId, 10_000);
    for (let other = 0; other < 4; other += 1) await fill(randomUUID(), randomUUID(), 10_000);
    const owner = await ownerDatabase(kith, database);
    // VACUUM cannot mark recently committed rows as visible to all at once.
    await waitFor('the visibility map', async () => {
      await owner.query('vacuum analyze chat.message');
      const [table] = await kith.query<{ isClean: boolean }>(
        `select relallvisible > relpages * 0.9 as "isClean" from pg_class where oid = 'chat.message'::regclass`,
      );
      return table?.isClean;
    });
    await owner.destroy();
    const statements = await kith.statementsOf(async () => {
      expect(await analyticsOf(bot)).toMatchObject({ activeUsers: 500, userEngagement: { totalUsers: 500 } });
      await kith.ask(chat.totals, { actor: anActor({ role: 'admin' }) });
    });
    expect(statements).toHaveLength(2);
    const [stats = ''] = statements;
    const plan = JSON.stringify(await kith.query(`explain ${stats}`, [bot.botId]));
    expect(plan).not.toContain('Seq Scan on message');
    expect(plan).toContain('Index Only Scan using message_analytics');
  });
});

describe('the weekly replies', () => {
  it('count delivered replies of the seven UTC days from Monday, and the bots that wrote them', async () => {
    const [ownerId, other, silent] = [randomUUID(), randomUUID(), randomUUID()];
    const [monday, nextMonday] = ["timestamptz '2026-11-16 00:00Z'", "timestamptz '2026-11-23 00:00Z'"];
    await logged(randomUUID(), ownerId, [
      { at: monday, times: 2 },
      { at: `${monday} - interval '1 second'` },
      { at: monday, state: 'failed' },
    ]);
    await logged(randomUUID(), ownerId, [{ at: `${nextMonday} - interval '1 second'` }, { at: nextMonday }]);
    await logged(randomUUID(), other, [{ at: monday }]);
    expect(await kith.ask(chat.weeklyReplies, { userIds: [ownerId, silent], weekStart: '2026-11-16' })).toEqual({
      replies: [{ userId: ownerId, replies: 3, activeBots: 2 }],
    });
  });
});

describe('the latest conversations', () => {
  const latest = (actor: Actor, botId: string) => kith.ask(chat.conversations, { actor, botId });

  it('are the last five of seven days with their counts, the latest first, without what was said', async () => {
    const { actor, botId } = kith.aBot();
    const minutesAgo = (minutes: number) => `now() - interval '${minutes} minutes'`;
    await logged(botId, actor.userId, [
      ...[1, 2, 3, 4, 5].map((at) => ({ conversation: `channel ${at}`, at: minutesAgo(at) })),
      { conversation: 'channel 2', author: 'ben', at: minutesAgo(9), times: 2 },
      { conversation: 'channel 2', state: 'failed' },
      { conversation: 'old', at: `now() - interval '8 days'` },
      { conversation: 'sixth', at: minutesAgo(60) },
    ]);
    const { conversations } = await latest(actor, botId);
    expect(conversations.map(({ channelId, messages, people }) => [channelId, messages, people])).toEqual([
      ['channel 1', 1, 1],
      ['channel 2', 3, 2],
      ['channel 3', 1, 1],
      ['channel 4', 1, 1],
      ['channel 5', 1, 1],
    ]);
    expect(Object.keys(conversations[0] ?? {}).toSorted()).toEqual(['channel', 'channelId', 'lastAt', 'messages', 'people']);
  });

  it('are none for a new bot, and NOT_FOUND for a foreign one', async () => {
    const { actor, botId } = kith.aBot();
    expect((await latest(actor, botId)).conversations).toEqual([]);
    await expect(latest(anActor(), botId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
