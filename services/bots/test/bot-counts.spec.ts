import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { RunningCounts } from '@kith/kit';
import { anActor, ownerDatabase, waitFor } from '@kith/kit/testing';
import { AppError, bots, type Actor, type Role } from '@kith/proto';
import { BOT_TOTAL } from '../src/bot-totals.js';
import { database } from '../src/index.js';
import {
  aPremiumOwner,
  aToken,
  botsUnderTest,
  codeOf,
  impersonated,
  ONLINE,
  startFakeRunner,
  statementsOf,
  type BotsUnderTest,
} from './bots-under-test.js';

describe('the counts of bots', () => {
  let stack: BotsUnderTest;
  let stopRunner = (): void => undefined;
  const someBots = async (actor: Actor, count: number): Promise<string[]> => {
    const made = Array.from({ length: count }, () => stack.ask(bots.create, { actor, name: 'Nova', discordToken: aToken() }));
    return (await Promise.all(made)).map(({ bot }) => bot.id);
  };
  const an = (role: Role) => anActor({ role });

  beforeAll(async () => {
    stack = await botsUnderTest();
  });
  afterEach(() => stopRunner());
  afterAll(() => stack.stop());

  it('contain the total and the online bots of the actor, without deleted ones', async () => {
    stopRunner = await startFakeRunner(stack, () => [ONLINE]);
    const actor = aPremiumOwner();
    const [first = '', second = '', third = ''] = await someBots(actor, 4);
    await Promise.all([first, second].map((botId) => stack.ask(bots.start, { actor, botId })));
    await stack.ask(bots.remove, { actor, botId: third });
    await someBots(anActor(), 1);
    expect(await stack.ask(bots.counts, { actor })).toEqual({ total: 3, online: 2 });
    expect(await stack.ask(bots.counts, { actor: anActor() })).toEqual({ total: 0, online: 0 });
  });

  it('of all users are available to administrators', async () => {
    const before = await stack.ask(bots.stats, { actor: an('admin') });
    stopRunner = await startFakeRunner(stack, () => [ONLINE]);
    const actor = aPremiumOwner();
    const [first = ''] = await someBots(actor, 2);
    await stack.ask(bots.start, { actor, botId: first });
    expect(await stack.ask(bots.stats, { actor: an('super_admin') })).toEqual({
      total: before.total + 2,
      active: before.active + 1,
    });
  });

  it('of all users stay equal to counting the bots while they are folded, and are corrected by the check where they are not', async () => {
    stopRunner = await startFakeRunner(stack, () => [ONLINE]);
    const totals = stack.services.get('bots')?.app.get(RunningCounts);
    if (!totals) throw new Error('bots is not running');
    const rows = await ownerDatabase(stack, database);
    const counted = async () =>
      (
        await rows.query<object[]>(
          `select count(*)::int as total, (count(*) filter (where runtime_state = 'online'))::int as online from bots.bot where deleted_at is null`,
        )
      )[0];
    const actor = aPremiumOwner();
    const [first = '', second = ''] = await someBots(actor, 3);
    await Promise.all([totals.fold(), stack.ask(bots.start, { actor, botId: first }), totals.fold()]);
    expect(await totals.read(BOT_TOTAL)).toEqual(await counted());
    await stack.ask(bots.remove, { actor, botId: second });
    await totals.fold();
    await totals.fold();
    expect([await totals.read(BOT_TOTAL), await totals.check(BOT_TOTAL)]).toEqual([await counted(), true]);
    expect(await rows.query('select count(*)::int as rows from bots.bot_total')).toEqual([{ rows: 1 }]);
    await rows.query('insert into bots.bot_total (total, online) values (5, -2)');
    expect([await totals.check(BOT_TOTAL), await totals.read(BOT_TOTAL)]).toEqual([false, await counted()]);
    await rows.destroy();
  });

  it('of all users are refused to users and to an impersonating administrator [S31]', async () => {
    expect(await codeOf(stack.ask(bots.stats, { actor: an('user') }))).toBe('FORBIDDEN');
    expect(await codeOf(stack.ask(bots.stats, { actor: impersonated(an('admin')) }))).toBe('IMPERSONATING');
  });

  it('take one statement and no call to the chat service', async () => {
    const actor = aPremiumOwner();
    const [botId = ''] = await someBots(actor, 20);
    const cost = async (work: () => Promise<unknown>): Promise<readonly [number, number]> => {
      const countBefore = stack.callCounts.counts;
      return [await statementsOf(stack, work), stack.callCounts.counts - countBefore];
    };
    expect(await cost(() => stack.ask(bots.counts, { actor }))).toEqual([1, 0]);
    expect(await cost(() => stack.ask(bots.counts, { actor: anActor() }))).toEqual([1, 0]);
    expect(await cost(() => stack.ask(bots.stats, { actor: an('admin') }))).toEqual([1, 0]);
    expect(await cost(() => stack.ask(bots.owned, { actor, botId }))).toEqual([1, 0]);
  });

  it('are complemented by bots.owned, which finds a bot only for its owner [S30]', async () => {
    const [owner, actor] = [anActor(), anActor()];
    const [botId = ''] = await someBots(owner, 1);
    const [gone = ''] = await someBots(actor, 1);
    await stack.ask(bots.remove, { actor, botId: gone });
    expect(await stack.ask(bots.owned, { actor: owner, botId })).toEqual({ botId, name: 'Nova' });
    const answers = await Promise.all(
      [botId, gone, randomUUID()].map((id) =>
        stack.ask(bots.owned, { actor, botId: id }).catch((error: unknown) => AppError.from(error).toBody()),
      ),
    );
    expect(answers).toEqual(Array.from({ length: 3 }, () => new AppError('NOT_FOUND').toBody()));
  });

  it('contain no online bots while no runner is up', async () => {
    stopRunner = await startFakeRunner(stack, () => [ONLINE]);
    const actor = anActor();
    const [botId = ''] = await someBots(actor, 1);
    await stack.ask(bots.start, { actor, botId });
    await stack.closeNeighbour('bot-runner');
    await waitFor('the bot to be counted offline', async () => (await stack.ask(bots.counts, { actor })).online === 0);
    expect(await stack.ask(bots.counts, { actor })).toEqual({ total: 1, online: 0 });
    expect((await stack.ask(bots.stats, { actor: an('admin') })).active).toBe(0);
  });
});
