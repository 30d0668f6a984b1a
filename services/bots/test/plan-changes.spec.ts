import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { anActor, waitFor } from '@kith/kit/testing';
import { AppError, bots, ERRORS, events, PLAN_CATALOGUE, type Actor, type Bot, type EventOf, type Plan } from '@kith/proto';
import { PlanChangesService } from '../src/plan-changes.service.js';
import {
  aPremiumOwner,
  aToken,
  botsUnderTest,
  changePlan,
  codeOf,
  databaseOf,
  failure,
  jobsOf,
  ONLINE,
  plansApplied,
  startFakeRunner,
  STOPPED,
  type BotsUnderTest,
} from './bots-under-test.js';

describe('a change of the plan', () => {
  let stack: BotsUnderTest;
  let stopRunner = (): void => undefined;
  const received: EventOf<typeof events.botStatus>[] = [];
  const database = () => databaseOf(stack);
  const planChanges = (): PlanChangesService =>
    stack.services.get('bots')?.app.get(PlanChangesService, { strict: false }) as PlanChangesService;

  const anOwner = (): Actor => {
    const actor = aPremiumOwner();
    stack.plans.set(actor.userId, 'premium');
    return actor;
  };
  const someBots = async (actor: Actor, count: number): Promise<string[]> => {
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1)
      ids.push((await stack.ask(bots.create, { actor, name: `Nova ${index}`, discordToken: aToken() })).bot.id);
    await plansApplied(stack);
    return ids;
  };
  const start = (actor: Actor, botId: string) => stack.ask(bots.start, { actor, botId });
  const list = async (actor: Actor): Promise<Bot[]> => (await stack.ask(bots.list, { actor })).bots;
  const states = async (actor: Actor) => (await list(actor)).map(({ runtimeState }) => runtimeState);
  const desiredOnline = async (actor: Actor): Promise<string[]> => {
    const rows = await database().query<{ id: string }[]>(
      'select id from bots.bot where owner_id = $1 and desired_online order by created_at',
      [actor.userId],
    );
    return rows.map(({ id }) => id);
  };

  beforeAll(async () => {
    stack = await botsUnderTest();
    await stack.runtime.events.subscribe(events.botStatus, (event) => received.push(event));
  });
  afterEach(() => {
    stopRunner();
    stack.onPlanRequest = () => undefined;
  });
  afterAll(() => stack.stop());

  it('to a lower plan keeps the oldest bots up to the cap and pauses the others without deleting anything', async () => {
    stopRunner = await startFakeRunner(stack, () => [ONLINE]);
    const actor = anOwner();
    const ids = await someBots(actor, 5);
    const [first = '', , , fourth = '', fifth = ''] = ids;
    await Promise.all([first, fourth].map((botId) => start(actor, botId)));
    await changePlan(stack, actor.userId, 'basic');
    await waitFor('the pause', async () => (await states(actor))[4] === 'paused_by_plan');
    expect(await states(actor)).toEqual(['online', 'stopped', 'stopped', 'paused_by_plan', 'paused_by_plan']);
    expect((await list(actor))[3]).toMatchObject({
      status: 'offline',
      statusReason: ERRORS.PAUSED_BY_PLAN.text,
      hasDiscordToken: true,
    });
    expect(await desiredOnline(actor)).toEqual([first]);
    const jobs = await jobsOf(stack, 'lifecycle');
    expect(jobs.get(`stop-${fourth}-2`)).toEqual({ action: 'stop', ownerId: actor.userId, botId: fourth });
    expect([...jobs.keys()].filter((jobId) => jobId.includes(fifth))).toEqual([]);
    const event = await waitFor('botStatus', () =>
      received.find(({ botId, runtimeState }) => botId === fourth && runtimeState === 'paused_by_plan'),
    );
    expect(event).toMatchObject({ userId: actor.userId, code: 'PAUSED_BY_PLAN', statusReason: ERRORS.PAUSED_BY_PLAN.text });
    // The owner is told of the one that was online.
    const notices = [...(await jobsOf(stack, 'notices'))].filter(
      ([, job]) => (job as { userId: string }).userId === actor.userId,
    );
    expect(notices).toEqual([
      [`bot-paused-${fourth}-2`, { kind: 'bot-paused', userId: actor.userId, botId: fourth, botName: 'Nova 3' }],
    ]);
  });

  it('pauses and releases a bot that was taken down, which its owner is told as taken down all the while, in events too', async () => {
    const actor = anOwner();
    const [, second = ''] = await someBots(actor, 2);
    await stack.ask(bots.takeDown, { actor: anActor({ role: 'admin' }), botId: second });
    const taken = { runtimeState: 'taken_down', statusReason: ERRORS.TAKEN_DOWN.text };
    const storedState = async () =>
      (await database().query<{ state: string }[]>('select runtime_state as state from bots.bot where id = $1', [second]))[0]
        ?.state;
    for (const [plan, state] of [
      ['free', 'paused_by_plan'],
      ['premium', 'stopped'],
    ] as const) {
      await changePlan(stack, actor.userId, plan);
      await waitFor(state, async () => (await storedState()) === state);
      expect((await list(actor))[1]).toMatchObject(taken);
    }
    const ofBot = () => received.filter(({ botId }) => botId === second);
    await waitFor('three events', () => ofBot().length === 3);
    for (const event of ofBot()) expect(event).toMatchObject({ ...taken, code: 'TAKEN_DOWN' });
  });

  it('leaves bots paused that cannot be started, whatever plan the actor carries [S34]', async () => {
    const actor = anOwner();
    const [, second = ''] = await someBots(actor, 2);
    await changePlan(stack, actor.userId, 'free');
    await waitFor('the pause', async () => (await states(actor))[1] === 'paused_by_plan');
    expect(await codeOf(start(actor, second))).toBe('PAUSED_BY_PLAN');
    expect(await codeOf(start({ ...actor, plan: 'free' }, second))).toBe('PAUSED_BY_PLAN');
    expect(await desiredOnline(actor)).toEqual([]);
  });

  describe('that ends a pause', () => {
    const pausedAfter = async (prepare: (actor: Actor, ids: readonly string[]) => Promise<unknown>) => {
      stopRunner = await startFakeRunner(stack, () => [ONLINE]);
      const actor = anOwner();
      const ids = await someBots(actor, 3);
      await prepare(actor, ids);
      await changePlan(stack, actor.userId, 'free');
      await waitFor('the pause', async () => (await states(actor))[2] === 'paused_by_plan');
      return { actor, ids };
    };
    const release = async (actor: Actor, plan: Plan = 'premium'): Promise<void> => {
      await changePlan(stack, actor.userId, plan);
      await plansApplied(stack);
    };
    const settled = (actor: Actor, expected: readonly string[]) =>
      waitFor(`the states ${expected.join(', ')}`, async () => String(await states(actor)) === String(expected));

    it('starts the bots again that ran before it, and no others', async () => {
      const { actor, ids } = await pausedAfter((actor, [, , third = '']) => start(actor, third));
      await release(actor);
      await settled(actor, ['stopped', 'stopped', 'online']);
      expect((await list(actor)).map(({ statusReason }) => statusReason)).toEqual([null, null, null]);
      expect((await jobsOf(stack, 'lifecycle')).get(`start-${ids[2]}-3`)).toEqual({
        action: 'start',
        ownerId: actor.userId,
        botId: ids[2],
      });
      expect(await start(actor, ids[1] ?? '')).toMatchObject({ status: 'online' });
    });

    it('starts only as many as the new plan allows, and the rest with the next one', async () => {
      const { actor } = await pausedAfter((actor, ids) => Promise.all(ids.map((botId) => start(actor, botId))));
      await someBots(actor, 1);
      await release(actor, 'basic');
      await settled(actor, ['online', 'online', 'online', 'paused_by_plan']);
    });

    it('starts a bot that ran when an older one was deleted', async () => {
      const { actor, ids } = await pausedAfter((actor, [, second = '']) => start(actor, second));
      await stack.ask(bots.remove, { actor, botId: ids[0] ?? '' });
      await settled(actor, ['online', 'paused_by_plan']);
    });

    it('starts no bot that its owner stopped or took the token from during the pause', async () => {
      const { actor, ids } = await pausedAfter((actor, [, second = '', third = '']) =>
        Promise.all([start(actor, second), start(actor, third)]),
      );
      const [, second = '', third = ''] = ids;
      expect(await stack.ask(bots.stop, { actor, botId: second })).toMatchObject({ runtimeState: 'paused_by_plan' });
      await stack.ask(bots.update, { actor, botId: third, clearDiscordToken: true });
      await stack.ask(bots.update, { actor, botId: third, discordToken: aToken() });
      await release(actor);
      await settled(actor, ['stopped', 'stopped', 'stopped']);
      expect(await desiredOnline(actor)).toEqual([]);
    });

    it('says why a bot did not come back whose token Discord refused meanwhile', async () => {
      const { actor } = await pausedAfter((actor, [, second = '']) => start(actor, second));
      stopRunner();
      stopRunner = await startFakeRunner(stack, () => [failure('TOKEN_INVALID', ERRORS.TOKEN_INVALID.text)]);
      await release(actor);
      await settled(actor, ['stopped', 'failed', 'stopped']);
      expect((await list(actor))[1]).toMatchObject({ statusReason: ERRORS.TOKEN_INVALID.text });
      expect(await desiredOnline(actor)).toEqual([]);
    });

    it('wants the bots online that ran while no runner is up, and adds a lost job again', async () => {
      const { actor, ids } = await pausedAfter((actor, [, second = '']) => start(actor, second));
      stopRunner();
      await release(actor);
      expect(await desiredOnline(actor)).toEqual([ids[1]]);
      expect((await stack.ask(bots.listDesiredOnline, {})).bots.map(({ botId }) => botId)).toContain(ids[1]);
      await stack.runtime.redis.del(`jobs:lifecycle:start-${ids[1]}-3`);
      await planChanges().apply(actor.userId);
      expect((await jobsOf(stack, 'lifecycle')).get(`start-${ids[1]}-3`)).toEqual({
        action: 'start',
        ownerId: actor.userId,
        botId: ids[1],
      });
    });

    it('and is crossed by a downgrade forgets no bot that ran', async () => {
      const { actor, ids } = await pausedAfter((actor, ids) => Promise.all(ids.map((botId) => start(actor, botId))));
      for (const plan of ['premium', 'free', 'basic', 'free', 'premium', 'free'] as const) {
        stack.plans.set(actor.userId, plan);
        // Changes that are applied at the same time; some of them read a plan that is no longer in force.
        await Promise.allSettled([planChanges().apply(actor.userId), planChanges().apply(actor.userId)]);
      }
      expect(await desiredOnline(actor)).toEqual([ids[0]]);
      await release(actor);
      await settled(actor, ['online', 'online', 'online']);
    });
  });

  it('that was not applied yet is applied by a start', async () => {
    stopRunner = await startFakeRunner(stack, () => [ONLINE]);
    const actor = anOwner();
    const [, second = ''] = await someBots(actor, 2);
    await changePlan(stack, actor.userId, 'free');
    await waitFor('the pause', async () => (await states(actor))[1] === 'paused_by_plan');
    stack.plans.set(actor.userId, 'premium');
    expect(await start(actor, second)).toMatchObject({ status: 'online' });
  });

  it('pauses a bot in a way that late reports, a stop and a new token do not lift', async () => {
    stopRunner = await startFakeRunner(stack, () => [ONLINE]);
    const actor = anOwner();
    const [, botId = ''] = await someBots(actor, 2);
    await start(actor, botId);
    stopRunner();
    await changePlan(stack, actor.userId, 'free');
    await waitFor('the pause', async () => (await states(actor))[1] === 'paused_by_plan');
    for (const report of [ONLINE, STOPPED])
      expect(await stack.ask(bots.report, { botId, ...report, fence: 9 })).toEqual({ accepted: false });
    expect(await stack.ask(bots.stop, { actor, botId })).toMatchObject({ runtimeState: 'paused_by_plan' });
    expect((await stack.ask(bots.update, { actor, botId, discordToken: aToken() })).bot).toMatchObject({
      runtimeState: 'paused_by_plan',
      statusReason: ERRORS.PAUSED_BY_PLAN.text,
    });
  });

  it('can be applied repeatedly, and adds a lost job again', async () => {
    stopRunner = await startFakeRunner(stack, () => [ONLINE]);
    const actor = anOwner();
    const [, botId = ''] = await someBots(actor, 2);
    await start(actor, botId);
    stack.plans.set(actor.userId, 'free');
    await planChanges().apply(actor.userId);
    const before = await list(actor);
    await stack.runtime.redis.del(`jobs:lifecycle:stop-${botId}-2`);
    await Promise.all([planChanges().apply(actor.userId), planChanges().apply(actor.userId)]);
    expect(await list(actor)).toEqual(before);
    expect((await jobsOf(stack, 'lifecycle')).get(`stop-${botId}-2`)).toEqual({ action: 'stop', ownerId: actor.userId, botId });
  });

  it('that is followed by another while it is applied has no effect', async () => {
    const actor = anOwner();
    await someBots(actor, 3);
    stack.plans.set(actor.userId, 'free');
    // The plan changes back to premium while the first response, free, is on its way.
    stack.onPlanRequest = (userId) => void stack.plans.set(userId, 'premium');
    await planChanges().apply(actor.userId);
    expect(await states(actor)).toEqual(['stopped', 'stopped', 'stopped']);
  });

  it('that keeps changing fails with UNAVAILABLE, so that the job is retried', async () => {
    const actor = anOwner();
    await someBots(actor, 1);
    stack.onPlanRequest = (userId) => void stack.plans.set(userId, stack.plans.get(userId) === 'free' ? 'premium' : 'free');
    expect(await codeOf(planChanges().apply(actor.userId))).toBe('UNAVAILABLE');
  });

  it('is applied after a removal, which releases a paused bot', async () => {
    const actor = anOwner();
    const [first = ''] = await someBots(actor, 2);
    await changePlan(stack, actor.userId, 'free');
    await waitFor('the pause', async () => (await states(actor))[1] === 'paused_by_plan');
    await stack.ask(bots.remove, { actor, botId: first });
    await waitFor('the release', async () => (await states(actor))[0] === 'stopped');
  });

  it('leaves no bot beyond the cap online when bots are started concurrently', async () => {
    stopRunner = await startFakeRunner(stack, () => [ONLINE]);
    const actor = anOwner();
    const ids = await someBots(actor, 10);
    stack.plans.set(actor.userId, 'free');
    const results = await Promise.allSettled([
      ...ids.map((botId) => start(actor, botId)),
      planChanges().apply(actor.userId),
      planChanges().apply(actor.userId),
      ...ids.map((botId) => start(actor, botId)),
    ]);
    const codes = results.flatMap((result) => (result.status === 'rejected' ? [AppError.from(result.reason).code] : []));
    expect(new Set(codes)).toEqual(new Set(['PAUSED_BY_PLAN']));
    expect((await desiredOnline(actor)).filter((id) => id !== ids[0])).toEqual([]);
    expect(await states(actor)).toEqual(['online', ...Array.from({ length: 9 }, () => 'paused_by_plan')]);
  });

  it('and concurrent creations respect the cap', async () => {
    const actor = anActor({ plan: 'basic' });
    stack.plans.set(actor.userId, 'free');
    await Promise.allSettled([
      ...Array.from({ length: 20 }, () => stack.ask(bots.create, { actor, name: 'Nova', discordToken: aToken() })),
      planChanges().apply(actor.userId),
    ]);
    await planChanges().apply(actor.userId);
    expect(await states(actor)).toEqual(['stopped', 'paused_by_plan', 'paused_by_plan']);
    expect(await codeOf(stack.ask(bots.create, { actor: { ...actor, plan: 'free' }, name: 'Nova' }))).toBe('BOT_LIMIT');
  });

  it('also pauses a bot that was created while it was applied', async () => {
    const actor = anOwner();
    await someBots(actor, 1);
    stack.plans.set(actor.userId, 'free');
    await planChanges().apply(actor.userId);
    await someBots(actor, 1);
    await waitFor('the pause', async () => (await states(actor))[1] === 'paused_by_plan');
  });

  it('is looked for by one job for all bots that are created in a second, and by another one when it could not be added', async () => {
    const actor = anOwner();
    const create = () => stack.ask(bots.create, { actor, name: 'Nova' });
    for (let count = 0; count < PLAN_CATALOGUE.free.maxBots; count += 1) await create();
    const { queues } = stack.runtime;
    const add = queues.add.bind(queues);
    const added: string[] = [];
    queues.add = async (queue, jobId, ...job) => {
      if (queue.name === 'plan-changes' && added.push(jobId) === 1) throw new AppError('UNAVAILABLE');
      return add(queue, jobId, ...job);
    };
    try {
      expect(await codeOf(create())).toBe('UNAVAILABLE');
      await Promise.all(Array.from({ length: 12 }, create));
      await create();
    } finally {
      queues.add = add;
    }
    const [, ...later] = added;
    expect(later.length).toBeGreaterThan(0);
    expect(later).toHaveLength(new Set(later).size);
    await plansApplied(stack);
  });

  it('does not affect bots of other users', async () => {
    const [actor, other] = [anOwner(), anOwner()];
    await Promise.all([someBots(actor, 2), someBots(other, 2)]);
    stack.plans.set(actor.userId, 'free');
    await planChanges().apply(actor.userId);
    expect([await states(actor), await states(other)]).toEqual([
      ['stopped', 'paused_by_plan'],
      ['stopped', 'stopped'],
    ]);
  });

  it('is not applied while billing is not running', async () => {
    const actor = anOwner();
    const [, second = ''] = await someBots(actor, 2);
    stack.plans.set(actor.userId, 'free');
    await planChanges().apply(actor.userId);
    await plansApplied(stack);
    await stack.closeNeighbour('billing');
    await waitFor('billing to count as unavailable', async () => (await codeOf(start(actor, second))) === 'UNAVAILABLE');
    expect(await states(actor)).toEqual(['stopped', 'paused_by_plan']);
  });
});
