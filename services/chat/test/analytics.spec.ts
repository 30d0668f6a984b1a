import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { RunningCounts } from '@kith/kit';
import { chat, type Actor } from '@kith/proto';
import { anActor, asActor, queryAsOwner } from '@kith/kit/testing';
import { DataSource } from 'typeorm';
import { engagementScore } from '../src/analytics/analytics.service.js';
import { ReplySumsCheck } from '../src/analytics/reply-sums-check.js';
import { DELIVERED_TOTAL } from '../src/messages/delivered-total.js';
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
    expect(await totalsFor(anActor({ role: 'super_admin' }))).toMatchObject({ messages: before + 3 });
  });

  it('stays the sum of the counters of the bots while its rows are folded, and is corrected by the check where it is not', async () => {
    const admin = anActor({ role: 'admin' });
    const delivered = kith.services.get('chat')?.app.get(RunningCounts);
    if (!delivered) throw new Error('chat is not running');
    const rows = () => kith.query<{ rows: number }>('select count(*)::int as rows from chat.delivered_total');
    const bot = kith.aBot();
    for (let n = 0; n < 3; n += 1) await kith.say({ ...bot, message: 'hello' });
    const { messages: before } = await totalsFor(admin);
    await Promise.all([delivered.fold(), kith.say({ ...bot, message: 'hello' }), delivered.fold()]);
    expect(await totalsFor(admin)).toMatchObject({ messages: before + 1 });
    await delivered.fold();
    await delivered.fold();
    expect(await rows()).toEqual([{ rows: 1 }]);
    expect(await delivered.check(DELIVERED_TOTAL)).toBe(true);
    await kith.query('insert into chat.delivered_total (delivered) values (-7)');
    expect(await delivered.check(DELIVERED_TOTAL)).toBe(false);
    expect(await totalsFor(admin)).toMatchObject({ messages: before + 1 });
    await kith.query('delete from chat.bot_counter where bot_id = $1', [bot.botId]);
    expect(await totalsFor(admin)).toMatchObject({ messages: before - 3 });
  });

  it('is for administrators only [S31]', async () => {
    await expect(totalsFor(anActor())).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const impersonator = { userId: randomUUID(), username: 'root' };
    await expect(totalsFor(anActor({ role: 'admin', impersonator }))).rejects.toMatchObject({ code: 'IMPERSONATING' });
  });
});

describe('statistics over a long history', () => {
  it('take one statement each, without a sequential scan of messages', async () => {
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
    await queryAsOwner(kith, database, 'analyze');
    const statements = await kith.statementsOf(async () => {
      expect(await analyticsOf(bot)).toMatchObject({ activeUsers: 500, userEngagement: { totalUsers: 500 } });
      await kith.ask(chat.totals, { actor: anActor({ role: 'admin' }) });
    });
    // One for the analytics, and one for each number of the totals.
    expect(statements).toHaveLength(3);
    const [stats = ''] = statements;
    const plan = JSON.stringify(await kith.query(`explain ${stats}`, [bot.botId]));
    expect(plan).not.toContain('Seq Scan on message');
    // By the hour in which the time window begins; where all bots have few replies in it, those of the other ones may be read, too.
    expect(plan).toMatch(/Scan using message_(analytics|age)/u);
  });
});

describe('the sums that the analytics read', () => {
  const sumsOf = (botId: string) =>
    Promise.all([
      kith.query('select hour, replies, latency_ms from chat.reply_hour where bot_id = $1 and replies > 0 order by hour', [
        botId,
      ]),
      kith.query('select author, owner_id, last_at, earlier_day_at from chat.reply_author where bot_id = $1 order by author', [
        botId,
      ]),
      kith.query('select conversation, channel, latest from chat.reply_conversation where bot_id = $1 order by conversation', [
        botId,
      ]),
    ]);
  /** The same by counting the messages. */
  const countedOf = (botId: string) =>
    Promise.all([
      kith.query(
        `select date_trunc('hour', created_at, 'UTC') as hour, count(*)::int as replies, sum(latency_ms)::bigint as latency_ms
         from chat.message where bot_id = $1 and state = 'delivered' group by 1 order by 1`,
        [botId],
      ),
      kith.query(
        `select author, owner_id, last_at, max(created_at) filter (where created_at < date_trunc('day', last_at, 'UTC')) as earlier_day_at
         from (select *, max(created_at) over (partition by author) as last_at from chat.message where bot_id = $1 and state = 'delivered') m
         group by author, owner_id, last_at order by author`,
        [botId],
      ),
      kith.query(
        `select conversation, channel, (array_agg(created_at order by created_at desc))[1:3] as latest
         from chat.message where bot_id = $1 and state = 'delivered' group by conversation, channel order by conversation`,
        [botId],
      ),
    ]);
  const ago = (hours: number) => `${HOUR} - interval '${hours} hours'`;

  it('equal counting the messages, in whatever order they are delivered, replaced and deleted', async () => {
    const { actor, botId } = kith.aBot();
    const other = kith.aBot();
    // A fixed sequence that looks random, so that a failure can be repeated.
    let seed = 7;
    const below = (limit: number) => (seed = (seed * 48_271) % 2_147_483_647) % limit;
    for (let round = 0; round < 12; round += 1) {
      const rows = Array.from({ length: 6 }, () => ({
        author: `author ${below(4)}`,
        conversation: `conversation ${below(3)}`,
        at: ago(below(60)),
        latencyMs: below(3000),
        state: (['delivered', 'delivered', 'written', 'failed'] as const)[below(4)] ?? 'failed',
      }));
      await logged(botId, actor.userId, rows);
      await logged(other.botId, other.actor.userId, rows.slice(0, 1));
      const some = `bot_id = $1 and hashtext(id::text) % 5 = ${below(5)}`;
      await kith.query(`update chat.message set state = 'delivered' where ${some} and state = 'written'`, [botId]);
      if (round % 2) await kith.query(`update chat.message set state = 'replaced' where ${some} and latency_ms % 2 = 0`, [botId]);
      else await kith.query(`delete from chat.message where ${some}`, [botId]);
      expect(await sumsOf(botId)).toEqual(await countedOf(botId));
    }
    await kith.query(`delete from chat.message where bot_id = $1 and author = 'author 1'`, [botId]);
    expect(await sumsOf(botId)).toEqual(await countedOf(botId));
    await kith.query('delete from chat.message where bot_id = $1', [botId]);
    expect(await sumsOf(botId)).toEqual([[], [], []]);
    expect(await sumsOf(other.botId)).toEqual(await countedOf(other.botId));
  });

  it('are right when the latest replies of an author are deleted while another one is delivered', async () => {
    const { actor, botId } = kith.aBot();
    await logged(botId, actor.userId, [{ at: ago(30) }, { at: ago(3) }]);
    await Promise.all([
      kith.query(`delete from chat.message where bot_id = $1 and created_at = ${ago(3)}`, [botId]),
      logged(botId, actor.userId, [{ at: ago(2) }, { at: ago(1), author: 'ben' }]),
      kith.query(`delete from chat.message where bot_id = $1 and created_at = ${ago(30)}`, [botId]),
    ]);
    expect(await sumsOf(botId)).toEqual(await countedOf(botId));
  });

  it('are counted anew by the check where they differ, and not elsewhere', async () => {
    const [wrong, right] = [kith.aBot(), kith.aBot()];
    for (const each of [wrong, right]) {
      await kith.say({ ...each, message: 'hello' });
      await logged(each.botId, each.actor.userId, [{ at: ago(30), times: 2 }, { author: 'ben' }]);
    }
    await kith.query('update chat.reply_hour set replies = replies + 5 where bot_id = $1', [wrong.botId]);
    await kith.query(`delete from chat.reply_author where bot_id = $1 and author = 'ben'`, [wrong.botId]);
    const check = kith.services.get('chat')?.app.get(ReplySumsCheck);
    expect(await check?.check()).toEqual([wrong.botId]);
    for (const { botId } of [wrong, right]) expect(await sumsOf(botId)).toEqual(await countedOf(botId));
    expect(await check?.check()).toEqual([]);
  });

  it('of another owner are not visible in a call [S30]', async () => {
    const [anne, ben] = [kith.aBot(), kith.aBot()];
    for (const each of [anne, ben]) await kith.say({ ...each, message: 'hello' });
    const source = kith.services.get('chat')?.app.get(DataSource);
    for (const table of ['reply_author', 'reply_conversation']) {
      const seen = await asActor(anne.actor.userId, async () =>
        source?.query<{ botId: string }[]>(`select bot_id as "botId" from chat.${table} where bot_id = any($1)`, [
          [anne.botId, ben.botId],
        ]),
      );
      expect(seen).toEqual([{ botId: anne.botId }]);
    }
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

  it('count more than 200 replies of a conversation as 201, with the people of these', async () => {
    const { actor, botId } = kith.aBot();
    await logged(botId, actor.userId, [
      { conversation: 'busy', author: 'before', at: `now() - interval '2 days'` },
      { conversation: 'busy', author: 'ada', times: 150 },
      { conversation: 'busy', author: 'ben', times: 60 },
    ]);
    expect((await latest(actor, botId)).conversations).toMatchObject([{ messages: 201, people: 2 }]);
  });

  it('are none for a new bot, and NOT_FOUND for a foreign one', async () => {
    const { actor, botId } = kith.aBot();
    expect((await latest(actor, botId)).conversations).toEqual([]);
    await expect(latest(anActor(), botId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
