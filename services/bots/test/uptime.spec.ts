import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { anActor } from '@kith/kit/testing';
import { bots, type Actor } from '@kith/proto';
import { LiveFacts } from '../src/live-facts.js';
import { RunnerWatch } from '../src/uptime/runner-watch.js';
import { UptimeService } from '../src/uptime/uptime.service.js';
import {
  aToken,
  botsUnderTest,
  codeOf,
  databaseOf,
  failure,
  multiply,
  ONLINE,
  playRunner,
  UNREACHABLE,
  type BotsUnderTest,
} from './bots-under-test.js';

const NOW = new Date('2026-03-10T12:00:00Z');
const HOUR_MS = 3_600_000;
const hoursAgo = (hours: number): Date => new Date(NOW.getTime() - hours * HOUR_MS);

/** `[isReady, hours ago it began, hours ago it ended]`; null: still open. */
type Period = readonly [boolean, number, number | null];

describe('uptime', () => {
  let stack: BotsUnderTest;
  let stopPlaying = (): void => undefined;
  const provided = <T>(type: abstract new (...args: never[]) => T): T =>
    stack.services.get('bots')?.app.get(type, { strict: false }) as T;
  const database = () => databaseOf(stack);
  const aBot = async (actor: Actor) => (await stack.ask(bots.create, { actor, name: 'Nova', discordToken: aToken() })).bot.id;
  const write = async (botId: string, periods: readonly Period[]): Promise<void> => {
    for (const [isReady, from, to] of periods)
      await database().query('insert into bots.run_period (bot_id, is_ready, started_at, ended_at) values ($1, $2, $3, $4)', [
        botId,
        isReady,
        hoursAgo(from),
        to === null ? null : hoursAgo(to),
      ]);
  };
  const periodsOf = (botId: string) =>
    database().query<{ is_ready: boolean; started_at: Date; ended_at: Date | null }[]>(
      'select is_ready, started_at, ended_at from bots.run_period where bot_id = $1 order by id',
      [botId],
    );
  const seenAt = (at: Date) => database().query('update bots.runner_watch set seen_at = $1', [at]);
  const look = async (areRunnersUp: boolean, at: Date): Promise<void> => {
    const facts = jest.spyOn(provided(LiveFacts), 'areRunnersUp').mockResolvedValue(areRunnersUp);
    await provided(RunnerWatch).look(at);
    facts.mockRestore();
  };

  beforeAll(async () => {
    stack = await botsUnderTest();
  });
  afterEach(() => stopPlaying());
  afterAll(() => stack.stop());

  it.each<[string, number, readonly Period[]]>([
    ['is 0 for a companion that never was on Discord', 0, []],
    ['is 0 for one that never got there', 0, [[false, 5, 1]]],
    ['is 100 for one that was always there', 100, [[true, 5, null]]],
    [
      'counts the time in which it was wanted only',
      75,
      [
        [false, 100, 90],
        [true, 90, 60],
      ],
    ],
    [
      'counts an open period up to now',
      80,
      [
        [false, 10, 8],
        [true, 8, null],
      ],
    ],
    [
      'counts an open period without a session',
      20,
      [
        [true, 10, 8],
        [false, 8, null],
      ],
    ],
    [
      'looks back seven days, into the middle of a period',
      50,
      [
        [true, 200, 144],
        [false, 144, 120],
      ],
    ],
    [
      'forgets what is older',
      0,
      [
        [true, 300, 168],
        [false, 10, 5],
      ],
    ],
    [
      'leaves out what a clock that runs ahead has written',
      100,
      [
        [true, 2, null],
        [false, -1, -5],
      ],
    ],
    [
      'has two digits',
      33.33,
      [
        [true, 3, 2],
        [false, 2, 0],
      ],
    ],
  ])('%s: %d', async (_what, expected, periods) => {
    const actor = anActor();
    const botId = await aBot(actor);
    await write(botId, periods);
    expect((await provided(UptimeService).uptime({ actor, botId }, NOW)).uptime).toBe(expected);
  });

  it('comes with the status and the model', async () => {
    stopPlaying = await playRunner(stack, () => [ONLINE]);
    const actor = anActor();
    const botId = await aBot(actor);
    expect(await stack.ask(bots.uptime, { actor, botId })).toEqual({ uptime: 0, status: 'offline', model: 'gpt-4o' });
    await stack.ask(bots.start, { actor, botId });
    expect(await stack.ask(bots.uptime, { actor, botId })).toMatchObject({ status: 'online' });
  });

  it('S30: of another one’s companion is not found', async () => {
    const botId = await aBot(anActor());
    expect(await codeOf(stack.ask(bots.uptime, { actor: anActor(), botId }))).toBe('NOT_FOUND');
    expect(await codeOf(stack.ask(bots.uptime, { actor: anActor(), botId: randomUUID() }))).toBe('NOT_FOUND');
  });

  describe('periods', () => {
    it('follow starts, reports and stops, without a gap and one at a time', async () => {
      stopPlaying = await playRunner(stack, () => [{ ...ONLINE, runtimeState: 'starting' }, ONLINE]);
      const actor = anActor();
      const botId = await aBot(actor);
      await stack.ask(bots.start, { actor, botId });
      for (const report of [ONLINE, UNREACHABLE, UNREACHABLE, ONLINE]) await stack.ask(bots.report, { botId, ...report });
      expect((await periodsOf(botId)).map(({ is_ready, ended_at }) => [is_ready, ended_at === null])).toEqual([
        [false, false],
        [true, false],
        [false, false],
        [true, true],
      ]);
      await stack.ask(bots.stop, { actor, botId });
      const periods = await periodsOf(botId);
      expect(periods.map(({ ended_at }) => ended_at === null)).toEqual([false, false, false, false]);
      for (const [index, { ended_at }] of periods.slice(0, -1).entries())
        expect(ended_at).toEqual(periods[index + 1]?.started_at);
    });

    it('end with a final failure and with the removal, and go with the companion', async () => {
      stopPlaying = await playRunner(stack, () => [failure('TOKEN_INVALID', 'Discord refused the token.')]);
      const actor = anActor({ plan: 'basic' });
      const [failed, removed] = [await aBot(actor), await aBot(actor)];
      await codeOf(stack.ask(bots.start, { actor, botId: failed }));
      expect(await periodsOf(failed)).toMatchObject([{ is_ready: false, ended_at: expect.any(Date) }]);
      stopPlaying();
      stopPlaying = await playRunner(stack, () => [ONLINE]);
      await stack.ask(bots.start, { actor, botId: removed });
      await stack.ask(bots.remove, { actor, botId: removed });
      expect((await periodsOf(removed)).map(({ ended_at }) => ended_at === null)).toEqual([false, false]);
      await stack.ask(bots.forget, { botId: removed });
      expect(await periodsOf(removed)).toEqual([]);
    });
  });

  describe('the watch over the runners', () => {
    const anOnlineBot = async (): Promise<string> => {
      const botId = await aBot(anActor());
      await database().query(`update bots.bot set desired_online = true, runtime_state = 'online' where id = $1`, [botId]);
      await database().query('update bots.run_period set started_at = $2 where bot_id = $1', [botId, hoursAgo(10)]);
      return botId;
    };
    const shown = async (botId: string) =>
      (await periodsOf(botId)).map(({ is_ready, started_at, ended_at }) => [is_ready, started_at, ended_at]);

    it('leaves sessions alone while runners are seen', async () => {
      const botId = await anOnlineBot();
      await seenAt(hoursAgo(0));
      await look(true, new Date(NOW.getTime() + 90_000));
      expect(await shown(botId)).toEqual([[true, hoursAgo(10), null]]);
    });

    it('ends sessions when the last runner was seen, and begins new ones when one is seen again', async () => {
      const botId = await anOnlineBot();
      await seenAt(hoursAgo(6));
      await look(false, hoursAgo(2));
      await look(false, hoursAgo(1));
      await look(true, hoursAgo(0));
      expect(await shown(botId)).toEqual([
        [true, hoursAgo(10), hoursAgo(6)],
        [false, hoursAgo(6), hoursAgo(0)],
        [true, hoursAgo(0), null],
      ]);
    });

    it('takes the time in which nobody watched for time without a session', async () => {
      const botId = await anOnlineBot();
      await seenAt(hoursAgo(9));
      await look(true, hoursAgo(1));
      expect(await shown(botId)).toEqual([
        [true, hoursAgo(10), hoursAgo(9)],
        [false, hoursAgo(9), hoursAgo(1)],
        [true, hoursAgo(1), null],
      ]);
    });

    it('waits a moment before it calls runners gone', async () => {
      const botId = await anOnlineBot();
      await seenAt(hoursAgo(1));
      await look(false, new Date(hoursAgo(1).getTime() + 95_000));
      expect(await shown(botId)).toEqual([[true, hoursAgo(10), null]]);
    });

    it('hears a report about a companion it took for lost', async () => {
      const botId = await anOnlineBot();
      await seenAt(hoursAgo(6));
      await look(false, hoursAgo(2));
      await stack.ask(bots.report, { botId, ...ONLINE });
      expect((await periodsOf(botId)).map(({ is_ready, ended_at }) => [is_ready, ended_at === null])).toEqual([
        [true, false],
        [false, false],
        [true, true],
      ]);
    });

    it('loses and finds more companions than one statement takes', async () => {
      const botId = await anOnlineBot();
      await multiply(stack, botId, 2100);
      await database().query(
        `update bots.bot set desired_online = true, runtime_state = 'online' where owner_id = (select owner_id from bots.bot where id = $1) and id <> $1`,
        [botId],
      );
      const ready = async () => {
        const rows = await database().query<{ is_ready: boolean; n: number }[]>(
          `select is_ready, count(*)::int as n from bots.run_period join bots.bot on bot.id = bot_id
           where ended_at is null and owner_id = (select owner_id from bots.bot where id = $1) group by is_ready`,
          [botId],
        );
        return rows.map(({ is_ready, n }) => [is_ready, n]);
      };
      await seenAt(hoursAgo(6));
      await look(false, hoursAgo(2));
      expect(await ready()).toEqual([[false, 2101]]);
      await look(true, hoursAgo(0));
      expect(await ready()).toEqual([[true, 2101]]);
      await database().query(`update bots.bot set desired_online = false where desired_online`);
    });

    it('gives the same when replicas look together', async () => {
      const botId = await anOnlineBot();
      await seenAt(hoursAgo(6));
      await Promise.all([1, 2, 3].map(() => look(true, hoursAgo(0))));
      expect(await shown(botId)).toHaveLength(3);
    });

    it('forgets periods after eight days, and no open one', async () => {
      const botId = await aBot(anActor());
      await write(botId, [
        [true, 300, 193],
        [true, 193, 191],
        [false, 400, null],
      ]);
      await look(true, NOW);
      expect((await periodsOf(botId)).map(({ ended_at }) => ended_at)).toEqual([hoursAgo(191), null]);
    });
  });
});
