import { randomUUID } from 'node:crypto';
import {
  anActor,
  asActor,
  findSchemaDifferences,
  findTablesOfAllOwners,
  fixture,
  fixtureService,
  listSchemaObjects,
  revertAndMigrate,
  ownerDatabase,
  servicesUnderTest,
  waitFor,
  type ServicesUnderTest,
} from '@kith/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppError, bots, events, runner, type EventOf } from '@kith/proto';
import { DataSource } from 'typeorm';
import { database, definition } from '../src/index.js';
import { ProblemEntity } from '../src/problems/problem.entity.js';
import { Problems, type ProblemPlace } from '../src/problems/problems.service.js';

/** Written by statements that do several things at once. */
const WITHOUT_ENTITY = {
  case_count: 'written by triggers and read by RunningCounts',
  economy_account_count: 'written by triggers and read by RunningCounts',
  level_count: 'written by triggers and read by RunningCounts',
  report_count: 'written by triggers and read by RunningCounts',
  score_count: 'written by triggers and read by RunningCounts',
  economy_account: 'read and written by statements of the economy service',
  economy_entry: 'read and written by statements of the economy service',
  economy_entry_count: 'written by triggers and read by RunningCounts',
  economy_item: 'read and written by statements of the economy service',
  economy_purchase: 'read and written by statements of the economy service',
  music_session: 'read and written by statements of the music bot',
  music_station: 'read and written by statements of the music bot',
  music_track: 'read and written by statements of the music bot',
  ticket_count: 'written by triggers and read by RunningCounts',
  transcript_part: 'read and written by statements of TicketStore',
  ticket_server: 'counts the tickets of a server, by a statement of the ticket service',
};

let kith: ServicesUnderTest;
let problems: Problems;
let db: DataSource;
let neighbour: { close(): Promise<void> };
const owners = new Map<string, string>();
const changed: EventOf<typeof events.problemsChanged>[] = [];

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
  [problems, db] = [app.get(Problems), app.get(DataSource)];
  await kith.runtime.events.subscribe(events.problemsChanged, (event) => changed.push(event));
});
afterAll(async () => {
  await neighbour.close();
  await kith.stop();
});

/** Rows that belong to no owner, and counts by bot, which hold no text. */
const BY_SERVER = 'counts by bot and server';
const WITHOUT_OWNER = {
  case_count: BY_SERVER,
  economy_account_count: BY_SERVER,
  economy_entry_count: BY_SERVER,
  level_count: BY_SERVER,
  report_count: 'counts of all reports',
  score_count: BY_SERVER,
  ticket_count: BY_SERVER,
};

const GUILD = '200000000000000001';
const place = (channel: number, changes: Partial<ProblemPlace> = {}): ProblemPlace => ({
  guildId: GUILD,
  channelId: String(300_000_000_000_000_000n + BigInt(channel)),
  action: 'send-messages',
  ...changes,
});

function aBot() {
  const actor = anActor();
  const botId = randomUUID();
  owners.set(botId, actor.userId);
  return { actor, botId, ownerId: actor.userId };
}

const listOf = async ({ actor, botId }: ReturnType<typeof aBot>) => (await kith.ask(runner.problems, { actor, botId })).problems;

describe('what Discord refuses to a bot', () => {
  it('is listed once for its owner however often it happens, and is announced once', async () => {
    const bot = aBot();
    for (let times = 0; times < 3; times += 1) await problems.record(bot, place(1), 'Send Messages');
    await Promise.all(['Send Messages', 'Send Messages'].map((permission) => problems.record(bot, place(1), permission)));
    expect(await listOf(bot)).toEqual([
      { ...place(1), permission: 'Send Messages', firstSeenAt: expect.any(String), lastSeenAt: expect.any(String) },
    ]);
    await waitFor('the event', () => changed.some(({ botId }) => botId === bot.botId));
    expect(changed.filter(({ botId }) => botId === bot.botId)).toEqual([{ botId: bot.botId, userId: bot.ownerId }]);
  });

  it('disappears when the same action succeeds in the same place, and not when another one does', async () => {
    const bot = aBot();
    await problems.record(bot, place(1), 'Send Messages');
    await problems.resolve(bot, place(2));
    await problems.resolve(bot, place(1, { action: 'delete-messages' }));
    expect(await listOf(bot)).toHaveLength(1);
    await problems.resolve(bot, place(1));
    expect(await listOf(bot)).toEqual([]);
    await problems.record(bot, place(1), 'Send Messages');
    expect(await listOf(bot)).toHaveLength(1);
  });

  it('disappears also when another replica recorded it', async () => {
    const bot = aBot();
    await problems.resolve(bot, place(1));
    await db.query(
      `insert into runner.problem (bot_id, owner_id, guild_id, channel_id, action) values ($1, $2, $3, $4, 'send-messages')`,
      [bot.botId, bot.ownerId, GUILD, place(1).channelId],
    );
    await kith.runtime.events.publish(events.problemsChanged, { botId: bot.botId, userId: bot.ownerId });
    await waitFor('the removal', async () => {
      await problems.resolve(bot, place(1));
      return (await listOf(bot)).length === 0;
    });
  });

  it('is kept for direct messages and for whole servers, which have no channel', async () => {
    const bot = aBot();
    await problems.record(bot, place(1, { guildId: null }), null);
    await problems.record(bot, place(1, { channelId: null, action: 'time-out-members' }), 'Time out members');
    expect((await listOf(bot)).map(({ guildId, channelId }) => [guildId, channelId])).toEqual(
      expect.arrayContaining([
        [null, place(1).channelId],
        [GUILD, null],
      ]),
    );
  });

  it('is kept for 50 places of a bot, the latest', async () => {
    const bot = aBot();
    for (let channel = 0; channel < 53; channel += 1) await problems.record(bot, place(channel), 'Send Messages');
    const listed = await listOf(bot);
    expect(listed).toHaveLength(50);
    expect(listed[0]?.channelId).toBe(place(52).channelId);
    expect(listed.map(({ channelId }) => channelId)).not.toContain(place(2).channelId);
  });

  it('is deleted 30 days after it was last seen', async () => {
    const bot = aBot();
    await problems.record(bot, place(1), null);
    await problems.record(bot, place(2), null);
    await db.query(
      `update runner.problem set last_seen_at = now() - make_interval(days => 31) where bot_id = $1 and channel_id = $2`,
      [bot.botId, place(1).channelId],
    );
    await problems.sweep();
    expect((await listOf(bot)).map(({ channelId }) => channelId)).toEqual([place(2).channelId]);
  });

  it('of a deleted bot is purged', async () => {
    const [bot, other] = [aBot(), aBot()];
    for (const one of [bot, other]) await problems.record(one, place(1), null);
    await problems.purge(bot.botId);
    expect([(await listOf(bot)).length, (await listOf(other)).length]).toEqual([0, 1]);
  });

  it('is shown to nobody else: a foreign bot answers like a missing one [S28, S30]', async () => {
    const [bot, { actor }] = [aBot(), aBot()];
    await problems.record(bot, place(1), null);
    for (const botId of [bot.botId, randomUUID()])
      await expect(kith.ask(runner.problems, { actor, botId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const rows = db.getRepository(ProblemEntity);
    expect(await asActor(actor.userId, () => rows.find())).toEqual([]);
    expect(await asActor(actor.userId, () => rows.delete({ botId: bot.botId }))).toMatchObject({ affected: 0 });
    expect(await listOf(bot)).toHaveLength(1);
  });
});

describe('the schema of the runners', () => {
  it('shows an owner no row of another one, in every table but those without rows of owners [S30]', async () => {
    const owner = await ownerDatabase(kith, database);
    expect(await findTablesOfAllOwners(owner, WITHOUT_OWNER).finally(() => owner.destroy())).toEqual([]);
  });

  it('has the tables and columns that the entities declare, and is empty after its migrations are reverted', async () => {
    const owner = await ownerDatabase(kith, database);
    try {
      expect(await findSchemaDifferences(owner, WITHOUT_ENTITY)).toEqual([]);
      const before = await listSchemaObjects(owner);
      expect(await revertAndMigrate(owner, kith, database)).toEqual([]);
      expect(await listSchemaObjects(owner)).toEqual(before);
    } finally {
      await owner.destroy();
    }
  });
});
