import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { anActor } from '@kith/kit/testing';
import { HOUR_MS, bots, type Actor } from '@kith/proto';
import { UptimeService } from '../src/runs/uptime.service.js';
import { RuntimeInfoService } from '../src/runtime-info.js';
import {
  aToken,
  botsUnderTest,
  codeOf,
  databaseOf,
  failure,
  multiply,
  ONLINE,
  startFakeRunner,
  UNREACHABLE,
  type BotsUnderTest,
} from './bots-under-test.js';

const NOW = new Date('2026-03-10T12:00:00Z');
const hoursAgo = (hours: number): Date => new Date(NOW.getTime() - hours * HOUR_MS);

/** `[isReady, start in hours ago, end in hours ago]`; the end is null for an open period. */
type Period = readonly [boolean, number, number | null];

describe('uptime', () => {
  let stack: BotsUnderTest;
  let stopRunner = (): void => undefined;
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
  const setLastSeen = (at: Date) => database().query('update bots.runner_presence set seen_at = $1', [at]);
  const checkRunners = async (isRunnerUp: boolean, at: Date): Promise<void> => {
    const runtimeInfo = jest.spyOn(provided(RuntimeInfoService), 'isRunnerUp').mockResolvedValue(isRunnerUp);
    await provided(UptimeService).checkRunners(at);
    runtimeInfo.mockRestore();
  };

  beforeAll(async () => {
    stack = await botsUnderTest();
  });
  afterEach(() => stopRunner());
  afterAll(() => stack.stop());

  it.each<[string, number, readonly Period[]]>([
    ['is 0 for a bot that was never meant to be online', 0, []],
    ['is 0 for a bot that never connected', 0, [[false, 5, 1]]],
    ['is 100 for a bot that was always connected', 100, [[true, 5, null]]],
    [
      'counts only the time in which the bot was meant to be online',
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
      'counts an open period without a connection',
      20,
      [
        [true, 10, 8],
        [false, 8, null],
      ],
    ],
    [
      'covers seven days, also from the middle of a period',
      50,
      [
        [true, 200, 144],
        [false, 144, 120],
      ],
    ],
    [
      'ignores older periods',
      0,
      [
        [true, 300, 168],
        [false, 10, 5],
      ],
    ],
    [
      'ignores periods in the future, as written by a fast clock',
      100,
      [
        [true, 2, null],
        [false, -1, -5],
      ],
    ],
    [
      'is rounded to two decimal places',
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

  it('is returned with the status and the model', async () => {
    stopRunner = await startFakeRunner(stack, () => [ONLINE]);
    const actor = anActor();
    const botId = await aBot(actor);
    expect(await stack.ask(bots.uptime, { actor, botId })).toEqual({ uptime: 0, status: 'offline', model: 'gpt-4o' });
    await stack.ask(bots.start, { actor, botId });
    expect(await stack.ask(bots.uptime, { actor, botId })).toMatchObject({ status: 'online' });
  });

  it('of another user’s bot fails with NOT_FOUND [S30]', async () => {
    const botId = await aBot(anActor());
    expect(await codeOf(stack.ask(bots.uptime, { actor: anActor(), botId }))).toBe('NOT_FOUND');
    expect(await codeOf(stack.ask(bots.uptime, { actor: anActor(), botId: randomUUID() }))).toBe('NOT_FOUND');
  });

  describe('periods', () => {
    it('follow starts, reports and stops without gaps or overlaps', async () => {
      stopRunner = await startFakeRunner(stack, () => [{ ...ONLINE, runtimeState: 'starting' }, ONLINE]);
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

    it('end with a final failure and with the removal, and are deleted with the bot', async () => {
      stopRunner = await startFakeRunner(stack, () => [failure('TOKEN_INVALID', 'Discord refused the token.')]);
      const actor = anActor({ plan: 'basic' });
      const [failed, removed] = [await aBot(actor), await aBot(actor)];
      await codeOf(stack.ask(bots.start, { actor, botId: failed }));
      expect(await periodsOf(failed)).toMatchObject([{ is_ready: false, ended_at: expect.any(Date) }]);
      stopRunner();
      stopRunner = await startFakeRunner(stack, () => [ONLINE]);
      await stack.ask(bots.start, { actor, botId: removed });
      await stack.ask(bots.remove, { actor, botId: removed });
      expect((await periodsOf(removed)).map(({ ended_at }) => ended_at === null)).toEqual([false, false]);
      await stack.ask(bots.forget, { botId: removed });
      expect(await periodsOf(removed)).toEqual([]);
    });
  });

  describe('the check of the runners', () => {
    const anOnlineBot = async (): Promise<string> => {
      const botId = await aBot(anActor());
      await database().query(`update bots.bot set desired_online = true, runtime_state = 'online' where id = $1`, [botId]);
      await database().query('update bots.run_period set started_at = $2 where bot_id = $1', [botId, hoursAgo(10)]);
      return botId;
    };
    const shown = async (botId: string) =>
      (await periodsOf(botId)).map(({ is_ready, started_at, ended_at }) => [is_ready, started_at, ended_at]);

    it('changes no periods while a runner is up', async () => {
      const botId = await anOnlineBot();
      await setLastSeen(hoursAgo(0));
      await checkRunners(true, new Date(NOW.getTime() + 90_000));
      expect(await shown(botId)).toEqual([[true, hoursAgo(10), null]]);
    });

    it('ends connected periods at the time the last runner was seen, and starts new ones when a runner is up again', async () => {
      const botId = await anOnlineBot();
      await setLastSeen(hoursAgo(6));
      await checkRunners(false, hoursAgo(2));
      await checkRunners(false, hoursAgo(1));
      await checkRunners(true, hoursAgo(0));
      expect(await shown(botId)).toEqual([
        [true, hoursAgo(10), hoursAgo(6)],
        [false, hoursAgo(6), hoursAgo(0)],
        [true, hoursAgo(0), null],
      ]);
    });

    it('counts the time in which no check ran as not connected', async () => {
      const botId = await anOnlineBot();
      await setLastSeen(hoursAgo(9));
      await checkRunners(true, hoursAgo(1));
      expect(await shown(botId)).toEqual([
        [true, hoursAgo(10), hoursAgo(9)],
        [false, hoursAgo(9), hoursAgo(1)],
        [true, hoursAgo(1), null],
      ]);
    });

    it('tolerates missed checks for 100 seconds', async () => {
      const botId = await anOnlineBot();
      await setLastSeen(hoursAgo(1));
      await checkRunners(false, new Date(hoursAgo(1).getTime() + 95_000));
      expect(await shown(botId)).toEqual([[true, hoursAgo(10), null]]);
    });

    it('is corrected by a report about a bot that it had marked as lost', async () => {
      const botId = await anOnlineBot();
      await setLastSeen(hoursAgo(6));
      await checkRunners(false, hoursAgo(2));
      await stack.ask(bots.report, { botId, ...ONLINE });
      expect((await periodsOf(botId)).map(({ is_ready, ended_at }) => [is_ready, ended_at === null])).toEqual([
        [true, false],
        [false, false],
        [true, true],
      ]);
    });

    it('handles more bots than one statement takes', async () => {
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
      await setLastSeen(hoursAgo(6));
      await checkRunners(false, hoursAgo(2));
      expect(await ready()).toEqual([[false, 2101]]);
      await checkRunners(true, hoursAgo(0));
      expect(await ready()).toEqual([[true, 2101]]);
      await database().query(`update bots.bot set desired_online = false where desired_online`);
    });

    it('has the same result when replicas check concurrently', async () => {
      const botId = await anOnlineBot();
      await setLastSeen(hoursAgo(6));
      await Promise.all([1, 2, 3].map(() => checkRunners(true, hoursAgo(0))));
      expect(await shown(botId)).toHaveLength(3);
    });

    it('deletes periods that ended more than eight days ago', async () => {
      const botId = await aBot(anActor());
      await write(botId, [
        [true, 300, 193],
        [true, 193, 191],
        [false, 400, null],
      ]);
      await checkRunners(true, NOW);
      expect((await periodsOf(botId)).map(({ ended_at }) => ended_at)).toEqual([hoursAgo(191), null]);
    });
  });
});
