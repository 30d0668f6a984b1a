import { randomUUID } from 'node:crypto';
import {
  anActor,
  aSnowflake,
  fixture,
  fixtureService,
  queryAsOwner,
  servicesUnderTest,
  waitFor,
  type ServicesUnderTest,
} from '@kith/kit/testing';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { AppError, bots, events, traces } from '@kith/proto';
import { DataSource } from 'typeorm';
import { database, definition } from '../src/index.js';
import { Traces, type TraceResult } from '../src/traces/traces.service.js';

let kith: ServicesUnderTest;
let recorder: Traces;
let neighbour: { close(): Promise<void> };
const owners = new Map<string, string>();

beforeAll(async () => {
  kith = await servicesUnderTest([definition]);
  neighbour = await fixtureService(kith.runtime, 'bots', [
    fixture(bots.listDesiredOnline, () => ({ bots: [], next: null })),
    fixture(bots.owned, ({ actor, botId }) => {
      if (owners.get(botId) !== actor.userId) throw new AppError('NOT_FOUND');
      return { botId, name: 'Al' };
    }),
  ]);
  const app = kith.services.get('bot-runner')?.app;
  if (!app) throw new Error('the runner did not start');
  recorder = app.get(Traces);
});
afterAll(async () => {
  await neighbour.close();
  await kith.stop();
});

const DISCORD_EPOCH_MS = 1_420_070_400_000;
let messages = 0n;
/** The id of a message that was sent then. */
const sentAt = (ms: number): string => String((BigInt(ms - DISCORD_EPOCH_MS) << 22n) + (messages += 1n));

const ROWS_READ = `
  select sum(pg_stat_get_xact_tuples_returned(read.id))::int as rows
  from (
    select 'runner.message_trace'::regclass::oid as id
    union all select indexrelid from pg_index where indrelid = 'runner.message_trace'::regclass
  ) read`;

function aBot() {
  const actor = anActor();
  const botId = randomUUID();
  owners.set(botId, actor.userId);
  const record = (result: TraceResult, messageId = sentAt(Date.now())): string => {
    recorder.record({ botId, ownerId: actor.userId, messageId, channelId: aSnowflake(), guildId: aSnowflake() }, result);
    return messageId;
  };
  const list = async (filter: { outcome?: TraceResult['outcome']; usedCommands?: boolean; limit?: number } = {}) =>
    (await kith.ask(traces.list, { actor, botId, ...filter })).traces;
  return { actor, botId, record, list };
}

describe('traces of messages', () => {
  it('show a message that was left to others as ignored, not as one without an answer', async () => {
    const { actor, botId, record, list } = aBot();
    const messageId = record({ outcome: 'waiting' });
    const settled = { ownerId: actor.userId, botId, messageId, channelId: aSnowflake(), guildId: aSnowflake() };
    await kith.runtime.events.publish(events.messageSettled, { ...settled, noAnswer: 'not_addressed' });
    await waitFor('the trace', async () => {
      await recorder.write();
      return (await list())[0]?.outcome === 'ignored';
    });
    expect(await list()).toMatchObject([{ messageId, outcome: 'ignored', reason: 'not_addressed' }]);
  });

  it('are listed for the owner of the bot alone, the latest first, and can be filtered by outcome', async () => {
    const { actor, botId, record, list } = aBot();
    const ids = [
      record({ outcome: 'answered' }),
      record({ outcome: 'ignored', reason: 'not_mentioned' }),
      record({ outcome: 'answered' }),
    ];
    await recorder.write();
    expect((await list()).map(({ messageId }) => messageId)).toEqual(ids.toReversed());
    expect(await list({ outcome: 'ignored' })).toMatchObject([{ messageId: ids[1], reason: 'not_mentioned', detail: null }]);
    expect(await list({ limit: 1 })).toHaveLength(1);
    expect(await list({ usedCommands: true })).toEqual([]);
    await expect(kith.ask(traces.list, { actor: anActor(), botId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(kith.ask(traces.get, { actor: anActor(), botId, messageId: ids[0] ?? '' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    const [first = ''] = ids;
    expect((await kith.ask(traces.get, { actor, botId, messageId: first })).trace).toMatchObject({ outcome: 'answered' });
    expect((await kith.ask(traces.get, { actor, botId, messageId: aSnowflake() })).trace).toBeNull();
  });

  it('end with what happened last, in whichever order processes write', async () => {
    const { record, list } = aBot();
    const messageId = record({ outcome: 'waiting' });
    await recorder.write();
    record({ outcome: 'unanswered', reason: 'discord_refused', detail: 'Missing Permissions' }, messageId);
    await recorder.write();
    record({ outcome: 'waiting' }, messageId);
    await recorder.write();
    expect(await list()).toMatchObject([
      { messageId, outcome: 'unanswered', reason: 'discord_refused', detail: 'Missing Permissions' },
    ]);
    record({ outcome: 'answered' }, messageId);
    record({ outcome: 'waiting' }, messageId);
    await recorder.write();
    expect(await list()).toMatchObject([{ messageId, outcome: 'answered', reason: null, detail: null }]);
  });

  it.each([
    ['at once', false],
    ['in two writes', true],
  ])('keep what let a message through, whatever becomes of it and whichever process writes first: %s', async (_when, isApart) => {
    const { record, list } = aBot();
    const waiting = { outcome: 'waiting', cause: 'mentioned' } as const;
    const ends: TraceResult[] = [{ outcome: 'answered' }, { outcome: 'merged' }, { outcome: 'unanswered', reason: 'cap' }];
    for (const end of ends)
      for (const order of [
        [waiting, end],
        [end, waiting],
      ]) {
        const messageId = sentAt(Date.now());
        for (const result of order) {
          record(result, messageId);
          if (isApart) await recorder.write();
        }
      }
    await recorder.write();
    const both = ends.flatMap((end) => [end, end]).map((end) => ({ reason: null, ...end, cause: 'mentioned' }));
    expect((await list()).toReversed()).toMatchObject(both);
  });

  it('are found by each message that an answer was posted as, for its bot alone, also after a later answer', async () => {
    const [asked, other] = [aBot(), aBot()];
    const messageId = asked.record({ outcome: 'waiting', cause: 'direct' }, sentAt(Date.now() - 5000));
    const [first, second, later] = [sentAt(Date.now()), sentAt(Date.now()), sentAt(Date.now())];
    const askedBy = ({ actor, botId }: typeof asked, id: string) => kith.ask(traces.get, { actor, botId, messageId: id });
    for (const answerIds of [
      [first, second],
      [first, later],
    ]) {
      asked.record({ outcome: 'answered', answerIds }, messageId);
      await recorder.write();
      asked.record({ outcome: 'waiting' }, messageId);
      await recorder.write();
      for (const id of answerIds)
        expect((await askedBy(asked, id)).trace).toMatchObject({ messageId, outcome: 'answered', cause: 'direct' });
      expect((await askedBy(other, first)).trace).toBeNull();
    }
    expect((await askedBy(asked, second)).trace).toBeNull();
    for (const strange of ['99999999999999999999', '10000000000000000']) expect((await askedBy(asked, strange)).trace).toBeNull();
  });

  it('are found by the id of an answer without reading the others of a busy bot', async () => {
    const { actor, botId, record } = aBot();
    await queryAsOwner(
      kith,
      database,
      `insert into runner.message_trace (bot_id, message_id, owner_id, channel_id, sent_at, outcome, answer_ids)
       select $1, n::text, $2, 'c', now() - make_interval(secs => n), 'answered', array['a' || n, 'b' || n] from generate_series(1, 5000) as n`,
      [botId, actor.userId],
    );
    const [messageId, answerId] = [sentAt(Date.now()), sentAt(Date.now())];
    record({ outcome: 'answered', answerIds: [answerId] }, messageId);
    await recorder.write();
    const source = kith.services.get('bot-runner')?.app.get(DataSource);
    const read = async (id: string): Promise<unknown> =>
      source?.transaction(async (transaction) => {
        // With what earlier transactions read.
        const rowsUntilNow = async (): Promise<number> => {
          const [row] = await transaction.query<{ rows: number }[]>(ROWS_READ);
          return row?.rows ?? 0;
        };
        await transaction.query(`select set_config('kith.owner', $1, true)`, [actor.userId]);
        const before = await rowsUntilNow();
        const [found] = await transaction.query<object[]>('select runner.message_of_answer($1, $2) as "messageId"', [botId, id]);
        return { ...found, rowsRead: (await rowsUntilNow()) - before };
      });
    expect(await read(answerId)).toEqual({ messageId, rowsRead: 1 });
    expect(await read(sentAt(Date.now()))).toEqual({ messageId: null, rowsRead: 0 });
    expect(await kith.ask(traces.get, { actor, botId, messageId: answerId })).toMatchObject({ trace: { messageId } });
  });

  it.each([
    ['after it was noted as a command', ['command', 'refused']],
    ['before, by another process', ['refused', 'command']],
  ])('of a command say why it was not run, when that is learned %s', async (_when, order) => {
    const { record, list } = aBot();
    const refused = { outcome: 'command', reason: 'command_refused', detail: 'This command works in servers only.' } as const;
    for (const isApart of [true, false]) {
      const messageId = sentAt(Date.now());
      for (const what of order) {
        record(what === 'refused' ? refused : { outcome: 'command' }, messageId);
        if (isApart) await recorder.write();
      }
    }
    await recorder.write();
    expect(await list()).toMatchObject([refused, refused]);
  });

  it.each([
    ['at once', false],
    ['in two writes', true],
  ])('of slash commands keep their name, whichever process writes first, and are listed alone: %s', async (_when, isApart) => {
    const { record, list } = aBot();
    const called = { outcome: 'command', command: '/ask' } as const;
    for (const order of [
      [called, { outcome: 'answered' } as const],
      [{ outcome: 'answered' } as const, called],
    ]) {
      const messageId = sentAt(Date.now());
      for (const result of order) {
        record(result, messageId);
        if (isApart) await recorder.write();
      }
    }
    record({ outcome: 'command' });
    await recorder.write();
    const answered = { outcome: 'answered', command: '/ask' };
    expect(await list({ usedCommands: true })).toMatchObject([answered, answered]);
    expect(await list()).toMatchObject([{ outcome: 'command', command: null }, answered, answered]);
  });

  it.each<TraceResult>([
    { outcome: 'ignored', reason: 'not_allowed' },
    { outcome: 'unanswered', reason: 'too_many_waiting' },
    { outcome: 'waiting' },
    { outcome: 'command' },
    { outcome: 'command', reason: 'command_refused' },
  ])(
    'of a flood are limited per bot, outcome and minute ($outcome, $reason), those of answered messages are not',
    async (result) => {
      const [flooded, other] = [aBot(), aBot()];
      for (let n = 0; n < 90; n += 1) flooded.record(result);
      for (let n = 0; n < 70; n += 1) flooded.record({ outcome: 'answered' });
      other.record(result);
      await recorder.write();
      const { outcome } = result;
      expect(await flooded.list({ outcome, limit: 100 })).toHaveLength(60);
      expect(await flooded.list({ outcome: 'answered', limit: 100 })).toHaveLength(70);
      expect(await other.list({ outcome })).toHaveLength(1);
    },
  );

  it.each<[string, boolean]>([
    ['at once', false],
    ['after it was written that it waits', true],
  ])('above the limit say of each message that was noted how it ended: %s', async (_when, isWritten) => {
    const { record, list } = aBot();
    for (let n = 0; n < 60; n += 1) record({ outcome: 'unanswered', reason: 'too_old' });
    const ids = Array.from({ length: 90 }, () => record({ outcome: 'waiting' }));
    if (isWritten) await recorder.write();
    for (const id of ids.slice(0, 80)) record({ outcome: 'unanswered', reason: 'too_many_waiting' }, id);
    for (const id of ids.slice(80)) record({ outcome: 'answered' }, id);
    await recorder.write();
    const noted = await list({ limit: 100 });
    const endOf = (reason: string | null) => noted.filter((trace) => trace.reason === reason).length;
    expect(await list({ outcome: 'waiting' })).toEqual([]);
    expect([endOf('too_many_waiting'), (await list({ outcome: 'answered', limit: 100 })).length]).toEqual([60, 10]);
  });

  it('are deleted after seven days, and with the bot', async () => {
    const { botId, record, list } = aBot();
    record({ outcome: 'answered' }, sentAt(Date.now() - 8 * 86_400_000));
    const recent = record({ outcome: 'answered' }, sentAt(Date.now() - 6 * 86_400_000));
    await recorder.write();
    await recorder.sweep();
    expect(await list()).toMatchObject([{ messageId: recent }]);
    await recorder.purge(botId);
    expect(await list()).toEqual([]);
  });

  it('are deleted in batches, so that those of a long outage can be deleted', async () => {
    const { actor, botId, record, list } = aBot();
    const recent = record({ outcome: 'answered' });
    await recorder.write();
    const rows = kith.services.get('bot-runner')?.app.get(DataSource) as DataSource;
    await rows.query(
      `insert into runner.message_trace (bot_id, message_id, owner_id, channel_id, sent_at, outcome)
       select $1, 'old' || n, $2, 'c', now() - interval '8 days', 'answered' from generate_series(1, 250) n`,
      [botId, actor.userId],
    );
    const logged = jest.spyOn(rows.logger, 'logQuery');
    await recorder.sweep();
    const deletions = logged.mock.calls.filter(([statement]) => /delete from runner\.message_trace/.test(statement));
    logged.mockRestore();
    expect(await list()).toMatchObject([{ messageId: recent }]);
    expect(deletions.length).toBeGreaterThan(1);
  });

  it('that cannot be written while Postgres is away are written afterwards, as what happened last, without an error on the way', async () => {
    const { record, list } = aBot();
    await queryAsOwner(kith, database, 'alter table runner.message_trace rename to away');
    const [first, second] = [record({ outcome: 'waiting' }), record({ outcome: 'unanswered', reason: 'too_old' })];
    await expect(recorder.write()).resolves.toBeUndefined();
    record({ outcome: 'answered' }, first);
    record({ outcome: 'waiting' }, second);
    await expect(recorder.write()).resolves.toBeUndefined();
    await queryAsOwner(kith, database, 'alter table runner.away rename to message_trace');
    const third = record({ outcome: 'answered' });
    await recorder.write();
    expect(await list()).toMatchObject([
      { messageId: third, outcome: 'answered' },
      { messageId: second, outcome: 'unanswered', reason: 'too_old' },
      { messageId: first, outcome: 'answered' },
    ]);
  });

  it('are kept in memory up to a limit while Postgres is away', async () => {
    const { botId, record, list } = aBot();
    await queryAsOwner(kith, database, 'alter table runner.message_trace rename to away');
    const first = record({ outcome: 'answered' });
    await recorder.write();
    for (let n = 0; n < 20_100; n += 1) record({ outcome: 'answered' }, sentAt(Date.now() - 60_000));
    await recorder.write();
    await queryAsOwner(kith, database, 'alter table runner.away rename to message_trace');
    const app = kith.services.get('bot-runner')?.app;
    const stored = async (): Promise<number | undefined> => {
      // The service writes by itself, too: what it has taken is in neither place for a moment.
      await recorder.write();
      const text = 'select count(*)::int as count from runner.message_trace where bot_id = $1';
      return (await app?.get(DataSource).query<{ count: number }[]>(text, [botId]))?.[0]?.count;
    };
    await waitFor('all that was kept', async () => (await stored()) === 20_000);
    expect(await list({ limit: 1 })).toMatchObject([{ messageId: first }]);
  });
});
