import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chat } from '@kith/proto';
import { queryAsOwner, rowsRead } from '@kith/kit/testing';
import type { EntityManager } from 'typeorm';
import { database } from '../src/index.js';
import { DELIVER } from '../src/messages/stored-reply.js';
import { LIST } from '../src/quality/inbox.service.js';
import { chatUnderTest, type ChatUnderTest } from './chat-under-test.js';

const HISTORY = 6000;
/** Replies of one conversation. */
const BUSY = 5000;
/** One message of the history, and another one whose id begins with this one. */
const MESSAGE = '1003000';
const LONGER_ID = '10030001';
/** However long the history is. */
const FEW = 60;

let kith: ChatUnderTest;
beforeAll(async () => {
  kith = await chatUnderTest();
});
afterAll(() => kith.stop());

/** A bot that answered so many messages on Discord, and MESSAGE once more when it was changed: the last answer is not delivered yet. */
async function aLongHistory(): Promise<{ botId: string; request: string }> {
  const { actor, botId } = kith.aBot();
  const add = (count: number, state: string, id: string | null = null) =>
    kith.query(
      `insert into chat.message (bot_id, owner_id, channel, conversation, request_id, author, author_name, question, reply, engine,
         sources, truncated, tokens, latency_ms, state, created_at)
       select $1, $2, 'discord', case when $5::text is null then 'c' || n % 20 else 'own' end, concat_ws('-', $1::uuid, coalesce($5, (1000000 + n)::text)),
         case when $5 is null then 'u' || n % 300 else 'own' end, 'Eve', 'q', 'r', 'openai', '{}', false, 2, 5, $4, now() - make_interval(mins => $3::int - n)
       from generate_series(1, $3::int) as n`,
      [botId, actor.userId, count, state, id],
    );
  await kith.query('insert into chat.bot_counter (bot_id, delivered) values ($1, $2)', [botId, HISTORY]);
  await add(HISTORY, 'delivered');
  await add(1, 'delivered', LONGER_ID);
  await add(1, 'delivered', `${MESSAGE}-77`);
  await add(1, 'written', `${MESSAGE}-88`);
  return { botId, request: `${botId}-${MESSAGE}` };
}
const statesOf = async (request: string) =>
  Object.fromEntries(
    (
      await kith.query<{ id: string; state: string }>(
        `select substr(request_id, 38) as id, state from chat.message where starts_with(request_id, $1)`,
        [request],
      )
    ).map(({ id, state }) => [id, state]),
  );

describe('the answer to a message that was changed', () => {
  it.each(['auto', 'force_generic_plan'])(
    'replaces the earlier ones without reading the other replies of the bot (plans: %s)',
    async (plans) => {
      const { botId, request } = await aLongHistory();
      await queryAsOwner(kith, database, 'analyze');
      const read = await rowsRead(kith, { service: 'chat', table: 'chat.message' }, async (transaction) => {
        await transaction.query(`select set_config('plan_cache_mode', $1, true)`, [plans]);
        await DELIVER.rowsWithin(transaction, [botId, `${request}-88`, request]);
      });
      expect(read).toBeLessThan(FEW);
      expect(await statesOf(request)).toEqual({
        [MESSAGE]: 'replaced',
        [`${MESSAGE}-77`]: 'replaced',
        [`${MESSAGE}-88`]: 'delivered',
        [LONGER_ID]: 'delivered',
      });
    },
  );

  it.each(['no statistics', 'statistics'])(
    'reads no other replies of a busy conversation when it was one of the latest there (with %s)',
    async (known) => {
      const { actor, botId } = kith.aBot();
      const request = `${botId}-${1_000_000 + BUSY}`;
      await kith.query('insert into chat.bot_counter (bot_id, delivered) values ($1, $2)', [botId, BUSY]);
      const add = (from: number, state: string, revision = '') =>
        kith.query(
          `insert into chat.message (bot_id, owner_id, channel, conversation, request_id, author, author_name, question, reply, engine,
             sources, truncated, tokens, latency_ms, state, created_at)
           select $1, $2, 'discord', 'busy', concat($1::uuid, '-', 1000000 + n, $6::text), 'u', 'Eve', 'q', 'r', 'openai', '{}', false, 2, 5, $5,
             now() - make_interval(mins => $4::int - n)
           from generate_series($3::int, $4::int) as n`,
          [botId, actor.userId, from, BUSY, state, revision],
        );
      await add(1, 'delivered');
      await add(BUSY, 'written', '-88');
      if (known === 'statistics') await queryAsOwner(kith, database, 'analyze');
      const read = await rowsRead(kith, { service: 'chat', table: 'chat.message' }, async (transaction) => {
        await transaction.query(`select set_config('kith.owner', $1, true)`, [actor.userId]);
        await DELIVER.rowsWithin(transaction, [botId, `${request}-88`, request]);
      });
      expect(read).toBeLessThan(FEW);
      const [sums] = await kith.query(
        `select c.latest = array(
             select created_at from chat.message where bot_id = $1 and state = 'delivered' order by created_at desc limit 3
           ) as "areLatest", a.last_at = c.latest[1] as "isLast"
         from chat.reply_conversation c join chat.reply_author a using (bot_id) where c.bot_id = $1`,
        [botId],
      );
      expect(sums).toEqual({ areLatest: true, isLast: true });
    },
  );

  it.each(['no statistics', 'statistics'])('that is deleted reads no sums of other bots (with %s)', async (known) => {
    const { actor, botId } = kith.aBot();
    const tables = ['reply_hour', 'reply_author', 'reply_conversation'];
    await queryAsOwner(kith, database, OTHER_SUMS);
    await kith.query(
      `insert into chat.message (bot_id, owner_id, channel, conversation, request_id, author, author_name, question, reply, engine,
         sources, truncated, tokens, latency_ms, state, created_at)
       select $1, $2, 'discord', 'c' || n, n, 'u' || n, 'Eve', 'q', 'r', 'openai', '{}', false, 2, 5, 'delivered', now() - make_interval(hours => n)
       from generate_series(1, 4) as n`,
      [botId, actor.userId],
    );
    if (known === 'statistics') await queryAsOwner(kith, database, 'analyze');
    for (const [at, table] of tables.entries()) {
      const read = await rowsRead(kith, { service: 'chat', table: `chat.${table}` }, (transaction) =>
        transaction.query('delete from chat.message where bot_id = $1 and request_id = $2', [botId, String(at + 1)]),
      );
      expect([table, read < FEW]).toEqual([table, true]);
      // One row of hours has the totals of the bot.
      const left = 3 - at + (table === 'reply_hour' ? 1 : 0);
      expect([table, await kith.query(`select 1 from chat.${table} where bot_id = $1`, [botId])]).toHaveProperty(
        '1.length',
        left,
      );
    }
  });

  it('is the one that a member rates, which reads no other replies of the bot either', async () => {
    const { botId, request } = await aLongHistory();
    const rating = { botId, messageId: MESSAGE, memberId: '41', isGood: true, reason: null };
    const rated = async () =>
      (
        await kith.query<{ id: string }>(
          `select substr(m.request_id, 38) as id from chat.rating r join chat.message m on m.id = r.message_id where r.bot_id = $1`,
          [botId],
        )
      ).map(({ id }) => id);
    const statements = await kith.statementsOf(() => kith.ask(chat.rate, rating));
    expect(await rated()).toEqual([`${MESSAGE}-77`]);
    const [find = ''] = statements.filter((statement) => statement.includes('for update'));
    await queryAsOwner(kith, database, 'analyze');
    const read = await rowsRead(kith, { service: 'chat', table: 'chat.message' }, (transaction) =>
      transaction.query(find, [botId, 'discord', request]),
    );
    expect(read).toBeLessThan(FEW);
  });
});

/** Of five thousand bots. */
const OTHER_SUMS = `
  with other as (select gen_random_uuid() as id from generate_series(1, 5000)),
  hours as (insert into chat.reply_hour select id, date_trunc('hour', now()), id, 1, 5 from other),
  authors as (insert into chat.reply_author select id, 'u', id, now(), null from other)
  insert into chat.reply_conversation select id, 'c', id, 'discord', array[now()] from other`;

describe('the weekly replies', () => {
  it('read the sums by hour of the owners who are asked for, and no messages', async () => {
    const [bot, other] = [kith.aBot(), kith.aBot()];
    const hours = ({ botId, actor }: typeof bot, count: number) =>
      kith.query(
        `insert into chat.reply_hour (bot_id, owner_id, hour, replies, latency_ms)
         select $1, $2, timestamptz '2025-11-17 00:00Z' + make_interval(hours => n), 3, 30 from generate_series(-5, $3::int) as n`,
        [botId, actor.userId, count],
      );
    await hours(bot, 200);
    await hours(other, HISTORY);
    await queryAsOwner(kith, database, 'analyze');
    const userIds = [bot.actor.userId];
    const [weekly = ''] = await kith.statementsOf(async () => {
      const { replies } = await kith.ask(chat.weeklyReplies, { userIds, weekStart: '2025-11-17' });
      expect(replies).toEqual([{ userId: userIds[0], replies: 504, activeBots: 1 }]);
    });
    const ask = (transaction: EntityManager) => transaction.query(weekly, [userIds, '2025-11-17T00:00:00Z']);
    expect(await rowsRead(kith, { service: 'chat', table: 'chat.reply_hour' }, ask)).toBe(168);
    expect(await rowsRead(kith, { service: 'chat', table: 'chat.message' }, ask)).toBe(0);
  });
});

describe('the latest conversations', () => {
  it('are read without the other ones of the bot', async () => {
    const { actor, botId } = kith.aBot();
    await kith.query(
      `insert into chat.reply_conversation (bot_id, owner_id, conversation, channel, latest)
       select $1, $2, 'c' || n, 'discord', array[now() - make_interval(secs => n)] from generate_series(1, $3::int) as n`,
      [botId, actor.userId, HISTORY],
    );
    await queryAsOwner(kith, database, 'analyze');
    const [latest = ''] = await kith.statementsOf(async () => {
      const { conversations } = await kith.ask(chat.conversations, { actor, botId });
      expect(conversations.map(({ channelId }) => channelId)).toEqual(['c1', 'c2', 'c3', 'c4', 'c5']);
    });
    expect(
      await rowsRead(kith, { service: 'chat', table: 'chat.reply_conversation' }, (transaction) =>
        transaction.query(latest, [botId]),
      ),
    ).toBeLessThan(FEW);
  });
});

describe('the inbox', () => {
  const WITH_MARKS = 40;
  it.each(['no statistics', 'statistics'])(
    'reads few messages of a question that was asked often (with %s)',
    async (statistics) => {
      const { actor, botId } = kith.aBot();
      await kith.query(
        `with question as (
         insert into chat.inbox_question (bot_id, owner_id, terms, state) values ($1, $2, '{ferry}', 'open') returning id
       ), asked as (
         insert into chat.message (bot_id, owner_id, channel, conversation, request_id, author, author_name, question, reply, engine, sources,
           truncated, tokens, latency_ms, state, created_at, is_shared, inbox_cause, inbox_id)
         select $1, $2, 'discord', 'c', $1 || '-' || n, 'u', 'Eve', '', '', 'openai', '{}', false, 2, 5, 'delivered',
           now() - make_interval(mins => n), true, 'unanswered', question.id
         from question cross join generate_series(1, 5000) as n returning id, bot_id, owner_id, created_at
       )
       insert into chat.rating (message_id, person, bot_id, owner_id, is_good, reason, rated_at)
       select id, 'p', bot_id, owner_id, false, 'wrong', now() from asked order by created_at desc limit ${WITH_MARKS}`,
        [botId, actor.userId],
      );
      if (statistics === 'statistics') await queryAsOwner(kith, database, 'analyze');
      let rows: unknown[] = [];
      const read = await rowsRead(kith, { service: 'chat', table: 'chat.message' }, async (transaction) => {
        rows = await transaction.query<unknown[]>(LIST, [botId, 'open', 10, 0]);
      });
      expect(rows).toMatchObject([{ count: 5000, causes: ['disliked', 'unanswered'], reasons: ['wrong'] }]);
      expect(read).toBeLessThan(1000);
    },
  );
});
