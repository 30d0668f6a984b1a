import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Queues } from '@kith/kit';
import { anActor, waitFor } from '@kith/kit/testing';
import { AppError, bots, commands, events, queues, systems, type Actor, type EventOf } from '@kith/proto';
import { ResetsService } from '../src/resets.service.js';
import { auditEventsOf, botsUnderTest, codeOf, databaseOf, impersonated, type BotsUnderTest } from './bots-under-test.js';

const DONE = { message: 'Bot data reset', isDone: true };

describe('the reset of a bot', () => {
  let stack: BotsUnderTest;
  const aBot = async (actor: Actor) => (await stack.ask(bots.create, { actor, name: 'Nova' })).bot.id;
  const reset = (actor: Actor, botId: string, name = 'Nova') => stack.ask(bots.reset, { actor, botId, name });
  const isResetting = async (actor: Actor, botId: string) => (await stack.ask(bots.get, { actor, botId })).isResetting;
  const partsOf = (botId: string): number => stack.purged.filter((one) => one === botId).length;
  const hasBegun = (botId: string) => waitFor('the first part', () => partsOf(botId) > 0);
  const noJobIsLeft = () => waitFor('the end of the jobs', async () => (await stack.runtime.queues.depth(queues.resets)) === 0);
  const sweepAfter = (seconds: number) =>
    stack.services
      .get('bots')
      ?.app.get(ResetsService, { strict: false })
      .sweep(new Date(Date.now() + seconds * 1000));
  const resetsIn = async (botId: string) =>
    (await auditEventsOf(stack, botId)).filter(({ action }) => action === 'bot_data_reset').length;

  beforeAll(async () => {
    stack = await botsUnderTest();
  });
  afterEach(async () => {
    stack.isPurged = () => true;
    await sweepAfter(61);
    await noJobIsLeft();
  });
  afterAll(() => stack.stop());

  it('purges the conversations and keeps the configuration', async () => {
    const actor = anActor();
    const botId = await aBot(actor);
    await stack.ask(systems.install, { actor, botId, systemId: 'mini-games' });
    await stack.ask(commands.learn, { actor, botId, commandId: 'ping' });
    const before = await stack.ask(bots.get, { actor, botId });
    expect(await reset(actor, botId, ' Nova ')).toEqual(DONE);
    expect(partsOf(botId)).toBe(1);
    expect(await stack.ask(bots.get, { actor, botId })).toEqual(before);
    expect((await stack.ask(commands.learned, { actor, botId })).commands).toHaveLength(1);
    expect((await stack.ask(systems.list, { actor, botId })).systems).toHaveLength(1);
    expect((await auditEventsOf(stack, botId)).at(-1)).toMatchObject({
      action: 'bot_data_reset',
      actorId: actor.userId,
      details: { name: 'Nova' },
    });
  });

  it.each(['nova', 'Nov', ''])('requires the exact name and refuses %j', async (name) => {
    const actor = anActor();
    const botId = await aBot(actor);
    const problem = "Please type the bot's name exactly as it is";
    await expect(reset(actor, botId, name)).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: problem,
      details: { fields: { name: problem } },
    });
    expect([await isResetting(actor, botId), partsOf(botId)]).toEqual([false, 0]);
  });

  it('is refused during an impersonation of the owner, as is the removal [S36]', async () => {
    const actor = anActor();
    const botId = await aBot(actor);
    expect(await codeOf(reset(impersonated(actor), botId))).toBe('IMPERSONATING');
    expect(await codeOf(stack.ask(bots.remove, { actor: impersonated(actor), botId }))).toBe('IMPERSONATING');
    expect([await isResetting(actor, botId), partsOf(botId)]).toEqual([false, 0]);
  });

  it('of another user fails with NOT_FOUND, even with its name or during an impersonation [S30]', async () => {
    const botId = await aBot(anActor());
    const answers = await Promise.all(
      [anActor(), impersonated(anActor())].flatMap((actor) =>
        [botId, randomUUID()].map((id) => reset(actor, id).catch((error: unknown) => AppError.from(error).toBody())),
      ),
    );
    expect(answers).toEqual(Array.from({ length: 4 }, () => new AppError('NOT_FOUND').toBody()));
    expect(partsOf(botId)).toBe(0);
  });

  it('that takes long is answered before its end, and its owner is told when it begins and ends', async () => {
    const actor = anActor();
    const botId = await aBot(actor);
    const told: EventOf<typeof events.botStatus>[] = [];
    const stopListening = await stack.runtime.events.subscribe(events.botStatus, (event) => {
      if (event.botId === botId) told.push(event);
    });
    let isLast = false;
    stack.isPurged = () => isLast;
    expect(await reset(actor, botId)).toEqual({ message: 'Bot data is being deleted', isDone: false });
    expect(await isResetting(actor, botId)).toBe(true);
    const before = partsOf(botId);
    expect(before).toBeGreaterThan(1);
    await waitFor('another part', () => partsOf(botId) > before);
    isLast = true;
    await waitFor('the end', async () => !(await isResetting(actor, botId)));
    await waitFor('the news of it', () => told.length >= 2);
    expect(told).toMatchObject([true, false].map((value) => ({ userId: actor.userId, isResetting: value })));
    stopListening();
  }, 60_000);

  it('is joined by another one while it runs, and repeated by one after it', async () => {
    const actor = anActor();
    const botId = await aBot(actor);
    let [running, mostAtOnce, isLast] = [0, 0, false];
    stack.isPurged = async () => {
      running += 1;
      mostAtOnce = Math.max(mostAtOnce, running);
      await new Promise((resolve) => setTimeout(resolve, 20));
      running -= 1;
      return isLast;
    };
    const first = reset(actor, botId);
    await hasBegun(botId);
    const second = reset(actor, botId);
    await sweepAfter(61);
    const before = partsOf(botId);
    await waitFor('more parts', () => partsOf(botId) > before + 3);
    isLast = true;
    expect(await Promise.all([first, second])).toEqual([DONE, DONE]);
    await noJobIsLeft();
    expect([mostAtOnce, await resetsIn(botId)]).toEqual([1, 1]);
    expect(await reset(actor, botId)).toEqual(DONE);
    expect(await resetsIn(botId)).toBe(2);
  });

  it('whose job cannot be added is reported all the same, as it goes on after a minute', async () => {
    const actor = anActor();
    const botId = await aBot(actor);
    const ofService = stack.services.get('bots')?.app.get(Queues, { strict: false }) as Queues;
    const original = ofService.add.bind(ofService);
    const add = jest.spyOn(ofService, 'add').mockImplementation((queue, ...job) => {
      if ((queue as { name: string }).name === queues.resets.name) throw new AppError('UNAVAILABLE');
      return original(queue, ...job);
    });
    expect(await codeOf(reset(actor, botId))).toBe('UNAVAILABLE');
    add.mockRestore();
    expect([await resetsIn(botId), partsOf(botId)]).toEqual([1, 0]);
    await sweepAfter(61);
    await waitFor('the end', async () => !(await isResetting(actor, botId)));
    expect([await resetsIn(botId), partsOf(botId)]).toEqual([1, 1]);
  });

  it.each([
    ['was lost with the data of Redis', new AppError('UNAVAILABLE')],
    ['has failed for good', new AppError('NOT_FOUND')],
  ])('goes on after a minute when its job %s', async (what, failure) => {
    const actor = anActor();
    const botId = await aBot(actor);
    stack.isPurged = () => {
      throw failure;
    };
    const answer = reset(actor, botId);
    await hasBegun(botId);
    const { redis } = stack.runtime;
    const keys = async () => (await redis.keys(`jobs:resets:reset-${botId}-*`)).filter((key) => !key.endsWith(':lock'));
    if (what.startsWith('was lost')) await redis.del(await redis.keys('jobs:resets:*'));
    else await waitFor('the failure', async () => (await redis.hexists((await keys())[0] ?? '', 'finishedOn')) === 1);
    stack.isPurged = () => true;
    const before = partsOf(botId);
    await sweepAfter(0);
    expect(await isResetting(actor, botId)).toBe(true);
    await sweepAfter(61);
    expect(await answer).toEqual(DONE);
    expect(partsOf(botId)).toBe(before + 1);
  });

  it.each([
    ['the bot is deleted', (actor: Actor, botId: string) => stack.ask(bots.remove, { actor, botId })],
    ['the account is deleted', ({ userId }: Actor) => stack.ask(bots.removeAllOf, { userId })],
  ])('ends when %s meanwhile', async (_what, remove) => {
    const actor = anActor();
    const botId = await aBot(actor);
    stack.isPurged = () => false;
    const answer = codeOf(reset(actor, botId));
    await hasBegun(botId);
    await remove(actor, botId);
    expect(await answer).toBe('NOT_FOUND');
    await noJobIsLeft();
    await sweepAfter(61);
    expect(await stack.runtime.queues.depth(queues.resets)).toBe(0);
    await stack.ask(bots.forget, { botId });
    expect(await databaseOf(stack).query('select from bots.bot where id = $1', [botId])).toEqual([]);
  });
});
