import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { anActor, waitFor } from '@kith/kit/testing';
import { bots, ERRORS, events, type Actor, type EventOf } from '@kith/proto';
import { RemovalSweep } from '../src/runs/removal-sweep.js';
import {
  aToken,
  botsUnderTest,
  jobsOf,
  ONLINE,
  playRunner,
  failure,
  STOPPED,
  UNREACHABLE,
  type Script,
  type BotsUnderTest,
} from './bots-under-test.js';

describe('what runners report', () => {
  let stack: BotsUnderTest;
  let stopPlaying = (): void => undefined;

  const play = async (script: Script): Promise<void> => {
    stopPlaying = await playRunner(stack, script);
  };
  const aBot = async (actor: Actor, name = 'Nova') =>
    (await stack.ask(bots.create, { actor, name, discordToken: aToken() })).bot.id;

  beforeAll(async () => {
    stack = await botsUnderTest();
  });
  afterEach(() => stopPlaying());
  afterAll(() => stack.stop());

  describe('a report', () => {
    it('with an older fence than the last one is ignored', async () => {
      await play(() => [{ ...ONLINE, fence: 7 }]);
      const actor = anActor();
      const botId = await aBot(actor);
      await stack.ask(bots.start, { actor, botId });
      stopPlaying();
      expect(await stack.ask(bots.report, { botId, ...STOPPED, fence: 6 })).toEqual({ accepted: false });
      expect(await stack.ask(bots.get, { actor, botId })).toMatchObject({ status: 'online' });
      expect(await stack.ask(bots.report, { botId, ...UNREACHABLE, fence: 8 })).toEqual({ accepted: true });
      expect(await stack.ask(bots.get, { actor, botId })).toMatchObject({
        status: 'offline',
        runtimeState: 'reconnecting',
        statusReason: 'Discord cannot be reached.',
      });
      expect(await stack.ask(bots.report, { botId, ...ONLINE, fence: 7 })).toEqual({ accepted: false });
    });

    it('of a fence of another application does not count against a new token', async () => {
      const actor = anActor();
      const botId = await aBot(actor);
      await stack.ask(bots.report, { botId, ...STOPPED, fence: 1000 });
      await stack.ask(bots.update, { actor, botId, discordToken: aToken() });
      expect(await stack.ask(bots.report, { botId, ...ONLINE, fence: 1 })).toEqual({ accepted: true });
    });

    it('is announced to whoever listens', async () => {
      const heard: EventOf<typeof events.botStatus>[] = [];
      const unsubscribe = await stack.runtime.events.subscribe(events.botStatus, (event) => heard.push(event));
      const actor = anActor();
      const botId = await aBot(actor);
      await stack.ask(bots.report, { botId, ...ONLINE });
      const event = await waitFor('the announcement', () => heard.find((one) => one.botId === botId));
      unsubscribe();
      expect(event).toEqual({ botId, userId: actor.userId, runtimeState: 'online', code: null, statusReason: null });
    });

    it('about a companion that is gone is ignored', async () => {
      const actor = anActor();
      const botId = await aBot(actor);
      await stack.ask(bots.remove, { actor, botId });
      expect(await stack.ask(bots.report, { botId, ...ONLINE })).toEqual({ accepted: false });
    });

    it('of one failure that is repeated makes one notice', async () => {
      const botId = await aBot(anActor());
      for (let repeat = 0; repeat < 3; repeat += 1)
        await stack.ask(bots.report, { botId, ...failure('TOKEN_INVALID', ERRORS.TOKEN_INVALID.text) });
      expect([...(await jobsOf(stack, 'notices')).keys()].filter((jobId) => jobId.includes(botId))).toHaveLength(1);
    });
  });

  it('finds removals whose job was lost five minutes later', async () => {
    const actor = anActor();
    const botId = await aBot(actor);
    await stack.ask(bots.remove, { actor, botId });
    const sweep = stack.services.get('bots')?.app.get(RemovalSweep, { strict: false }) as RemovalSweep;
    const added = async () =>
      [...(await jobsOf(stack, 'lifecycle')).keys()].filter((jobId) => jobId.startsWith(`remove-${botId}-sweep`)).length;
    await sweep.sweep();
    expect(await added()).toBe(0);
    const othersDue = (await sweep.sweep(new Date(Date.now() + 7_200_000))) - 1;
    expect(await added()).toBe(1);
    const later = new Date(Date.now() + 301_000);
    await sweep.sweep(later);
    await sweep.sweep(later);
    expect(await added()).toBe(2);
    await stack.ask(bots.forget, { botId });
    expect(await sweep.sweep(new Date(Date.now() + 7_200_000))).toBe(othersDue);
  });

  it('shows nobody online while no runner is there', async () => {
    await play(() => [ONLINE]);
    const actor = anActor();
    const botId = await aBot(actor);
    expect(await stack.ask(bots.start, { actor, botId })).toMatchObject({ status: 'online' });
    await stack.closeNeighbour('bot-runner');
    const bot = await waitFor('the bot to be shown offline', async () => {
      const seen = await stack.ask(bots.get, { actor, botId });
      return seen.status === 'offline' && seen;
    });
    expect(bot).toMatchObject({ runtimeState: 'reconnecting', statusReason: expect.stringContaining('is not running') });
    expect((await stack.ask(bots.list, { actor })).bots).toMatchObject([{ status: 'offline', runtimeState: 'reconnecting' }]);
  });
});
