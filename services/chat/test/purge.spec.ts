import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { chat } from '@kith/proto';
import type { DataSource } from 'typeorm';
import { ownerDatabase, startModel, waitFor, type StandInModel } from '@kith/kit/testing';
import { database } from '../src/database.js';
import { aJob, aMessageId, chatUnderTest, type ChatUnderTest } from './chat-under-test.js';

let model: StandInModel;
let kith: ChatUnderTest;
beforeAll(async () => {
  model = await startModel();
  kith = await chatUnderTest(model.env);
});
afterEach(() => {
  model.mock.reset();
  kith.peers.whileReserving = () => Promise.resolve();
});
afterAll(async () => {
  await kith.stop();
  await model.stop();
});

const answering = (content: string, latency = 0) => model.mock.on({ predicate: () => true }, { content }, { latency });
const countOf = async (botId: string) => (await kith.ask(chat.counts, { botIds: [botId] })).counts[botId];
const statesOf = async (botId: string) =>
  (await kith.query<{ state: string }>('select state from chat.message where bot_id = $1', [botId])).map(({ state }) => state);
const chargesOf = (botId: string) =>
  kith.peers.charges.filter((charge) => charge.includes(botId)).map((charge) => charge.split(':')[0]);
const purge = async (botId: string): Promise<void> => {
  while (!(await kith.ask(chat.purge, { botId })).isDone);
};
const asked = (times: number) => waitFor('the model', () => model.mock.getRequests().length >= times);

describe('wiping a bot', () => {
  it('deletes the messages of one bot and resets its counter; counting continues from zero', async () => {
    answering('Ok.');
    const [bot, other] = [kith.aBot(), kith.aBot()];
    for (const each of [bot, other]) await kith.say({ ...each, message: 'My boat is Petrel.' });
    for (let time = 0; time < 2; time += 1) await purge(bot.botId);
    expect([await statesOf(bot.botId), await countOf(bot.botId)]).toEqual([[], 0]);
    expect([await statesOf(other.botId), await countOf(other.botId)]).toEqual([['delivered'], 1]);
    expect(await kith.ask(chat.analytics, bot)).toMatchObject({ totalMessages: 0, userEngagement: { totalUsers: 0 } });
    await kith.say({ ...bot, message: 'Which boat?' });
    expect(JSON.stringify(model.mock.getRequests()[2]?.body)).not.toContain('Petrel');
    expect([await statesOf(bot.botId), await countOf(bot.botId)]).toEqual([['delivered'], 1]);
  });

  it('without messages does nothing', async () => {
    const { botId } = kith.aBot();
    await purge(botId);
    expect(await countOf(botId)).toBe(0);
  });

  it('while a test chat reply is being written: the reply is shown and charged, but neither stored nor counted', async () => {
    answering('Too late to remember.', 300);
    const bot = kith.aBot();
    const saying = kith.say({ ...bot, message: 'x' });
    await asked(1);
    await purge(bot.botId);
    expect((await saying).at(-1)).toMatchObject({ type: 'done', response: 'Too late to remember.', truncated: false });
    expect(chargesOf(bot.botId)).toEqual(['reserve', 'settle']);
    expect([await statesOf(bot.botId), await countOf(bot.botId)]).toEqual([[], 0]);
  });

  it('while a Discord reply is being written: the reply is written again without history, under the same charge', async () => {
    answering('Noted.');
    const { botId } = kith.aBot();
    await kith.processJob(aJob(botId, 'My boat is Petrel.'));
    const messageId = aMessageId();
    model.mock.reset();
    answering('Which boat?', 300);
    const working = kith.processJob(aJob(botId, 'And its name?', { messageId }));
    await asked(1);
    await purge(botId);
    await working;
    const prompts = model.mock.getRequests().map(({ body }) => JSON.stringify(body).includes('Petrel'));
    expect(prompts).toEqual([true, false]);
    expect(await statesOf(botId)).toEqual(['written']);
    expect(await kith.deliveries(botId)).toContainEqual(expect.objectContaining({ messageId }));
    await kith.ask(chat.delivered, { botId, messageId });
    expect(await countOf(botId)).toBe(1);
  });

  it.each(['the test chat', 'Discord'])(
    'between reading the persona and storing the reply, for %s: no row is left',
    async (channel) => {
      answering('A last word.');
      const bot = kith.aBot();
      kith.peers.whileReserving = async () => {
        kith.peers.personas.delete(bot.botId);
        await purge(bot.botId);
      };
      if (channel === 'Discord') await kith.processJob(aJob(bot.botId, 'x'));
      else expect((await kith.say({ ...bot, message: 'x' })).at(-1)).toMatchObject({ type: 'done', response: 'A last word.' });
      expect([await statesOf(bot.botId), await kith.deliveries(bot.botId)]).toEqual([[], []]);
    },
  );

  it('after a bot was asked for and before its conversation is read: the bot is asked for again, and one that is gone answers nothing', async () => {
    answering('A last word.');
    const bot = kith.aBot();
    const owner = await ownerDatabase(kith, database);
    let failed: Promise<unknown> = Promise.resolve();
    await owner.transaction(async (transaction) => {
      // What is read of the conversation waits for it, and a wipe does not.
      await transaction.query('lock table chat.pinned_question in access exclusive mode');
      failed = kith.say({ ...bot, message: 'x' }).catch((error: unknown) => error);
      await waitFor('the bot', () => kith.peers.testChats.includes(bot.botId));
      kith.peers.personas.delete(bot.botId);
      await purge(bot.botId);
    });
    await owner.destroy();
    expect(await failed).toMatchObject({ code: 'NOT_FOUND' });
    expect([model.mock.getRequests(), await statesOf(bot.botId)]).toEqual([[], []]);
  });

  it('between storing and delivery: the delivery is not counted', async () => {
    answering('Ahoy!');
    const { botId } = kith.aBot();
    const job = aJob(botId, 'hello');
    await kith.processJob(job);
    await purge(botId);
    await kith.ask(chat.delivered, { botId, messageId: job.messageId });
    expect([await statesOf(botId), await countOf(botId)]).toEqual([[], 0]);
  });

  it('at the same time as a delivery does not deadlock, and the first of them goes first', async () => {
    answering('Ahoy!');
    const { botId } = kith.aBot();
    const job = aJob(botId, 'hello');
    await kith.processJob(job);
    await kith.queueBehindLock(
      'select 1 from chat.message where bot_id = $1 for update',
      [botId],
      [() => kith.ask(chat.delivered, { botId, messageId: job.messageId }), () => purge(botId)],
    );
    expect([await statesOf(botId), await countOf(botId)]).toEqual([[], 0]);
  });

  it('deletes what is stored while it waits for the lock', async () => {
    answering('Ahoy!');
    const bot = kith.aBot();
    await kith.say({ ...bot, message: 'one' });
    await kith.queueBehindLock(
      'select 1 from chat.bot_counter where bot_id = $1 for update',
      [bot.botId],
      [() => kith.say({ ...bot, message: 'two' }), () => purge(bot.botId)],
    );
    expect([await statesOf(bot.botId), await countOf(bot.botId)]).toEqual([[], 0]);
  });

  it('repeatedly between replies: the counter equals the stored messages', async () => {
    answering('Here.');
    const { botId } = kith.aBot();
    const jobs = Array.from({ length: 60 }, (_, n) => aJob(botId, `message ${n}`, { messageId: aMessageId() }));
    const answered = jobs.map(async (job, n) => {
      await kith.processJob(job);
      if (n % 6 === 0) await purge(botId);
      await Promise.all([1, 2].map(() => kith.ask(chat.delivered, { botId, messageId: job.messageId })));
    });
    await Promise.all(answered);
    const states = await statesOf(botId);
    expect(new Set(states).size).toBeLessThanOrEqual(1);
    expect(await countOf(botId)).toBe(states.length);
  });

  it('with far more messages and people than one statement may delete takes several, and leaves nothing', async () => {
    const [bot, other] = [kith.aBot(), kith.aBot()];
    for (const { botId } of [bot, other]) await kith.query(MANY_MESSAGES, [botId, MANY]);
    await kith.query(MANY_PEOPLE, [bot.botId, MANY]);
    const owner = await ownerDatabase(kith, database);
    await owner.query(NOTED_DELETIONS);
    for (const name of ['message', 'memory']) await owner.query(`analyze chat.${name}`);
    await purge(bot.botId);
    const rows = await owner.query<{ name: string; rows: number; reads: number }[]>('select * from chat.noted_deletion');
    await owner.destroy();
    for (const name of ['message', 'memory']) {
      const deleted = rows.filter((row) => row.name === name).map((row) => row.rows);
      expect([name, deleted.reduce((sum, count) => sum + count, 0)]).toEqual([name, MANY]);
      expect(Math.max(...deleted)).toBeLessThanOrEqual(MOST_AT_ONCE);
      // The whole table is read at most for the last ones, when hardly any row is left: the last batch, the look for what was stored meanwhile, and the end.
      const reads = rows.filter((row) => row.name === name).map((row) => row.reads);
      expect([name, reads.slice(0, -3)]).toEqual([name, reads.slice(0, -3).map(() => 0)]);
    }
    for (const table of ['message', 'memory', 'reply_hour', 'reply_author', 'reply_conversation'])
      expect([table, await kith.query(`select 1 from chat.${table} where bot_id = $1`, [bot.botId])]).toEqual([table, []]);
    expect(await statesOf(other.botId)).toHaveLength(MANY);
  });

  it.each([
    ['reset', false],
    ['deleted', true],
  ])(
    'of a bot with many messages that is %s deletes a part of them with each call, and ends with nothing left',
    async (_what, isDeleted) => {
      const bot = kith.aBot();
      await kith.query(MANY_MESSAGES, [bot.botId, MANY]);
      const removal = () => kith.ask(chat.purge, { botId: bot.botId, isDeleted });
      expect(await removal()).toEqual({ isDone: false });
      const left = (await statesOf(bot.botId)).length;
      expect(left).toBeGreaterThan(MANY - MOST_AT_ONCE - 1);
      expect(left).toBeLessThan(MANY);
      await waitFor('the rest', async () => (await removal()).isDone, 30_000);
      for (const table of ['message', 'reply_hour', 'reply_author', 'reply_conversation'])
        expect([table, await kith.query(`select 1 from chat.${table} where bot_id = $1`, [bot.botId])]).toEqual([table, []]);
    },
  );

  it('waits for the one before it while ten bots are deleted, so that a reset and the questions of others are answered', async () => {
    const bots = Array.from({ length: 10 }, () => kith.aBot());
    await kith.query('insert into chat.bot_counter (bot_id, delivered) select unnest($1::uuid[]), 1', [
      bots.map(({ botId }) => botId),
    ]);
    const owner = await ownerDatabase(kith, database);
    const { botId } = kith.aBot();
    let deletions: Promise<unknown>[] = [];
    await owner.transaction(async (transaction) => {
      await transaction.query('select from chat.bot_counter where bot_id = any($1) for update', [bots.map((bot) => bot.botId)]);
      deletions = bots.map((bot) => kith.ask(chat.purge, { botId: bot.botId, isDeleted: true }));
      await waitFor('a deletion', async () => (await waiting(owner)) > 0);
      await purge(botId);
      expect(await countOf(botId)).toBe(0);
      expect(await waiting(owner)).toBe(1);
    });
    await owner.destroy();
    await Promise.all(deletions);
  });
});

const MANY = 5000;
const MOST_AT_ONCE = 2000;
const MANY_MESSAGES = `
  insert into chat.message (bot_id, owner_id, channel, conversation, request_id, author, author_name, question, reply, engine, sources,
    truncated, tokens, latency_ms, state, created_at)
  select $1::uuid, $1::uuid, 'discord', 'c' || n % 7, 'r' || n, 'u' || n % 3, '', '', '', 'builtin', '{}', false, 2, 10,
    case when n % 5 = 0 then 'failed' else 'delivered' end, now() - n * interval '1 minute'
  from generate_series(1, $2::int) as n`;
const MANY_PEOPLE = `
  insert into chat.memory (bot_id, owner_id, member, scope, processed_until)
  select $1::uuid, $1::uuid, 'u' || n, 'direct', now() from generate_series(1, $2::int) as n`;
/** How many rows each statement deleted, and how often it read the whole table to find them. */
const NOTED_DELETIONS = `
  create table chat.noted_deletion (name text, rows int, reads int);
  create function chat.note_reads() returns trigger language plpgsql as $$ begin
    perform set_config('kith.test_reads', pg_stat_get_xact_numscans(tg_relid)::text, true);
    return null;
  end $$;
  create function chat.note_deletion() returns trigger language plpgsql security definer as $$ begin
    insert into chat.noted_deletion
      select tg_table_name, count(*), pg_stat_get_xact_numscans(tg_relid) - current_setting('kith.test_reads')::int from old_rows;
    return null;
  end $$;
  create trigger a_note_reads before delete on chat.message for each statement execute function chat.note_reads();
  create trigger a_note_reads before delete on chat.memory for each statement execute function chat.note_reads();
  create trigger a_note after delete on chat.message
    referencing old table as old_rows for each statement execute function chat.note_deletion();
  create trigger a_note after delete on chat.memory
    referencing old table as old_rows for each statement execute function chat.note_deletion()`;
/** How many connections of chat wait for a lock. */
async function waiting(owner: DataSource): Promise<number> {
  const rows = await owner.query<unknown[]>(`
    select from pg_stat_activity
    where datname = current_database() and application_name = 'kith-chat' and wait_event_type = 'Lock'`);
  return rows.length;
}
