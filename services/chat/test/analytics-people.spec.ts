import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { queryAsOwner, rowsRead } from '@kith/kit/testing';
import { DataSource, type EntityManager } from 'typeorm';
import { MessageStats } from '../src/analytics/message-stats.js';
import { ReplySumsCheck } from '../src/analytics/reply-sums-check.js';
import { database } from '../src/index.js';
import { DELIVER } from '../src/messages/stored-reply.js';
import { chatUnderTest, type ChatUnderTest } from './chat-under-test.js';

/** Rows of a table and entries of its indexes, however many people wrote. */
const FEW = 60;
const PEOPLE = 50_000;
/** The hours of 30 days, the one with the totals, and an entry of an index for each. */
const HOURS_READ = 2 * 730;

let kith: ChatUnderTest;
beforeAll(async () => {
  kith = await chatUnderTest();
});
afterAll(() => kith.stop());

const app = () => {
  const chat = kith.services.get('chat');
  if (!chat) throw new Error('chat is not running');
  return chat.app;
};
const stats = () => app().get(MessageStats);
const source = () => app().get(DataSource);

/** The people and conversations of the analytics, counted from the messages. */
const COUNTED = `
  with reply as (
    select author, conversation, created_at as at from chat.message where bot_id = $1 and state = 'delivered'
  ), recent as (
    select * from reply where at >= now() - interval '720 hours'
  )
  select
    (select count(distinct author)::int from reply) as "totalUsers",
    (select count(distinct author)::int from recent) as "activeUsers",
    (
      select count(*)::int from (
        select from recent group by author having count(distinct date_trunc('day', at, 'UTC')) > 1
      ) returned
    ) as "returningUsers",
    (select count(distinct author)::int from reply where at >= date_trunc('day', now(), 'UTC')) as "activeToday",
    (select count(distinct conversation)::int from reply) as "totalConversations",
    (select count(distinct conversation)::int from recent) as "conversations",
    (select count(*)::int from (select from recent group by conversation having count(*) > 2) long) as "longConversations"`;

/** The same by hour, as they are kept. */
const BY_HOUR = `
  with reply as (
    select author, conversation, created_at as at from chat.message where bot_id = $1 and state = 'delivered'
  ), author as (
    select author, last_at, max(at) filter (where at < date_trunc('day', last_at, 'UTC')) as earlier_at
    from (select *, max(at) over (partition by author) as last_at from reply) r group by author, last_at
  ), conversation as (
    select conversation, array_agg(at order by at desc) as times from reply group by conversation
  )
  select date_trunc('hour', at, 'UTC') as hour, sum(a)::int as authors, sum(r)::int as returning_authors, sum(c)::int as conversations,
    sum(l)::int as long_conversations
  from (
    select last_at as at, 1 as a, 0 as r, 0 as c, 0 as l from author
    union all select '-infinity', 1, 0, 0, 0 from author
    union all select earlier_at, 0, 1, 0, 0 from author where earlier_at is not null
    union all select times[1], 0, 0, 1, 0 from conversation
    union all select '-infinity', 0, 0, 1, 0 from conversation
    union all select times[3], 0, 0, 0, 1 from conversation where times[3] is not null
  ) counted
  group by 1 order by 1`;
const KEPT = `
  select hour, authors, returning_authors, conversations, long_conversations from chat.reply_hour
  where bot_id = $1 and (authors, returning_authors, conversations, long_conversations) <> (0, 0, 0, 0) order by hour`;

async function expectExact(botId: string): Promise<void> {
  const [counted] = await kith.query(COUNTED, [botId]);
  expect(await stats().ofBot(botId)).toMatchObject(counted ?? {});
  expect(await kith.query(KEPT, [botId])).toEqual(await kith.query(BY_HOUR, [botId]));
}

const ADDED = `
  insert into chat.message (bot_id, owner_id, channel, conversation, request_id, author, author_name, question, reply, engine, sources,
    truncated, tokens, latency_ms, state, created_at)
  select $1, $2, 'discord', conversation, gen_random_uuid(), author, '', '', '', 'openai', '{}', false, 2, 5, state, now() - make_interval(mins => minutes)
  from unnest($3::text[], $4::text[], $5::text[], $6::int[]) as r (author, conversation, state, minutes)`;

/** Numbers that look random and are the same in each run, so that a failure can be repeated. */
function numbers(seed: number): (limit: number) => number {
  let last = seed;
  return (limit) => (last = (last * 48_271) % 2_147_483_647) % limit;
}

describe('the people of the analytics', () => {
  it.each([7, 1234, 99_991])(
    'equal counting the messages, in whatever order replies are delivered, replaced and deleted (%i)',
    async (seed) => {
      const { actor, botId } = kith.aBot();
      const below = numbers(seed);
      const window = 720 * 60;
      // Now, in the last days, around the beginning of the 30 days and its hour, and long before.
      const minutes = [
        () => below(3),
        () => below(60 * 60),
        () => window - 62 + below(124),
        () => below(window),
        () => window + below(40_000),
      ] as const;
      for (let round = 0; round < 15; round += 1) {
        const rows = Array.from({ length: 8 }, () => ({
          author: `author ${below(7)}`,
          conversation: `conversation ${below(5)}`,
          state: ['delivered', 'delivered', 'written', 'failed'][below(4)],
          minutes: minutes[below(5)]?.() ?? 0,
        }));
        await kith.query(ADDED, [
          botId,
          actor.userId,
          rows.map((row) => row.author),
          rows.map((row) => row.conversation),
          rows.map((row) => row.state),
          rows.map((row) => row.minutes),
        ]);
        await expectExact(botId);
        const some = `bot_id = $1 and hashtext(id::text) % 6 = ${below(6)}`;
        await kith.query(
          [
            `delete from chat.message where ${some}`,
            `update chat.message set state = case state when 'written' then 'delivered' else 'replaced' end where ${some} and state <> 'failed'`,
            `delete from chat.message where bot_id = $1 and author = 'author ${below(7)}'`,
            `delete from chat.message where bot_id = $1 and created_at < now() - interval '${715 + below(10)} hours'`,
          ][round % 4] ?? '',
          [botId],
        );
        await expectExact(botId);
      }
      await kith.query('select chat.rebuild_reply_sums($1)', [botId]);
      await expectExact(botId);
      await kith.query('delete from chat.message where bot_id = $1', [botId]);
      expect(await kith.query('select from chat.reply_hour where bot_id = $1', [botId])).toEqual([]);
    },
  );

  it('are right when replies to the same people are delivered, deleted and too old at the same time', async () => {
    const { actor, botId } = kith.aBot();
    const old = Array.from({ length: 40 }, (_, n) => n);
    await kith.query('insert into chat.bot_counter (bot_id, delivered) values ($1, 0)', [botId]);
    await kith.query(ADDED, [
      botId,
      actor.userId,
      old.map((n) => `author ${n % 4}`),
      old.map((n) => `conversation ${n % 3}`),
      old.map((n) => (n < 20 ? 'delivered' : 'written')),
      old.map((n) => (n < 20 ? 60 * 24 * (40 - n) : n)),
    ]);
    const written = await kith.query<{ request: string }>(
      `select request_id as request from chat.message where bot_id = $1 and state = 'written' order by author`,
      [botId],
    );
    await Promise.all([
      ...written.map(({ request }) => DELIVER.rows(source(), [botId, request, request])),
      ...[10, 25, 39].map((days) =>
        kith.query(
          `delete from chat.message where id in (
             select id from chat.message where bot_id = $1 and created_at < now() - interval '${days} days' for update skip locked)`,
          [botId],
        ),
      ),
    ]);
    await expectExact(botId);
  });

  it('are counted anew by the check where they differ', async () => {
    const { actor, botId } = kith.aBot();
    await kith.say({ actor, botId, message: 'hello' });
    await kith.query(`update chat.reply_hour set returning_authors = returning_authors + 1 where bot_id = $1`, [botId]);
    const check = app().get(ReplySumsCheck);
    expect(await check.check()).toEqual([botId]);
    await expectExact(botId);
    expect(await check.check()).toEqual([]);
  });
});

describe('the analytics of a companion to which fifty thousand people wrote', () => {
  let botId: string;
  beforeAll(async () => {
    const bot = kith.aBot();
    botId = bot.botId;
    await kith.query('insert into chat.bot_counter (bot_id, delivered) values ($1, 1)', [botId]);
    // In parts, which stay within the statement timeout.
    for (let part = 0; part < 10; part += 1)
      await kith.query(
        `insert into chat.message (bot_id, owner_id, channel, conversation, request_id, author, author_name, question, reply, engine, sources,
           truncated, tokens, latency_ms, state, created_at)
         select $1, $2, 'discord', 'c' || n % ($3::int / 2), n, 'u' || n, '', '', '', 'openai', '{}', false, 2, 5,
           case when n > 1 then 'delivered' else 'written' end, now() - n * interval '35 days' / $3::int
         from generate_series(1 + $4::int * $3::int / 10, ($4::int + 1) * $3::int / 10) as n`,
        [botId, bot.actor.userId, PEOPLE, part],
      );
  }, 60_000);

  it('cost little more to keep', async () => {
    for (const table of ['message', 'reply_author', 'reply_conversation', 'reply_hour']) {
      const read = await rowsRead(kith, { service: 'chat', table: `chat.${table}` }, async (transaction) => {
        await DELIVER.rowsWithin(transaction, [botId, '1', '1']);
        await transaction.query(`update chat.message set state = 'written' where bot_id = $1 and request_id = '1'`, [botId]);
      });
      expect([table, read < FEW]).toEqual([table, true]);
    }
    await expectExact(botId);
  });

  it.each(['no statistics', 'statistics'])('read few rows of people (with %s)', async (known) => {
    if (known === 'statistics') await queryAsOwner(kith, database, 'analyze');
    const [statement = ''] = await kith.statementsOf(() => stats().ofBot(botId));
    const ask = (transaction: EntityManager) => transaction.query(statement, [botId]);
    // Of the hour in which the 30 days begin: about sixty, each with its message, its author and its conversation.
    for (const table of ['message', 'reply_author', 'reply_conversation'])
      expect([table, (await rowsRead(kith, { service: 'chat', table: `chat.${table}` }, ask)) < 4 * FEW]).toEqual([table, true]);
    expect(await rowsRead(kith, { service: 'chat', table: 'chat.reply_hour' }, ask)).toBeLessThan(HOURS_READ);
    await expectExact(botId);
  });
});
