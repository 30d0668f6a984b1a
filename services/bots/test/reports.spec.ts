import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { anActor, waitFor } from '@kith/kit/testing';
import { bots, ERRORS, events, type Actor, type EventOf } from '@kith/proto';
import {
  aToken,
  botsUnderTest,
  jobsOf,
  ONLINE,
  startFakeRunner,
  failure,
  STOPPED,
  UNREACHABLE,
  type ReportScript,
  type BotsUnderTest,
} from './bots-under-test.js';

describe('reports of runners', () => {
  let stack: BotsUnderTest;
  let stopRunner = (): void => undefined;

  const runWith = async (script: ReportScript): Promise<void> => {
    stopRunner = await startFakeRunner(stack, script);
  };
  const aBot = async (actor: Actor, name = 'Nova') =>
    (await stack.ask(bots.create, { actor, name, discordToken: aToken() })).bot.id;

  beforeAll(async () => {
    stack = await botsUnderTest();
  });
  afterEach(() => stopRunner());
  afterAll(() => stack.stop());

  describe('a report', () => {
    it('with an older fence than the last one is not accepted', async () => {
      await runWith(() => [{ ...ONLINE, fence: 7 }]);
      const actor = anActor();
      const botId = await aBot(actor);
      await stack.ask(bots.start, { actor, botId });
      stopRunner();
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

    it('is accepted with a lower fence after the token was replaced by one of another application', async () => {
      const actor = anActor();
      const botId = await aBot(actor);
      await stack.ask(bots.report, { botId, ...STOPPED, fence: 1000 });
      await stack.ask(bots.update, { actor, botId, discordToken: aToken() });
      expect(await stack.ask(bots.report, { botId, ...ONLINE, fence: 1 })).toEqual({ accepted: true });
    });

    it('publishes botStatus', async () => {
      const received: EventOf<typeof events.botStatus>[] = [];
      const unsubscribe = await stack.runtime.events.subscribe(events.botStatus, (event) => received.push(event));
      const actor = anActor();
      const botId = await aBot(actor);
      await stack.ask(bots.report, { botId, ...ONLINE });
      const event = await waitFor('botStatus', () => received.find((one) => one.botId === botId));
      unsubscribe();
      expect(event).toEqual({
        botId,
        userId: actor.userId,
        runtimeState: 'online',
        code: null,
        statusReason: null,
        isResetting: false,
      });
    });

    it('about a removed bot is not accepted', async () => {
      const actor = anActor();
      const botId = await aBot(actor);
      await stack.ask(bots.remove, { actor, botId });
      expect(await stack.ask(bots.report, { botId, ...ONLINE })).toEqual({ accepted: false });
    });

    it('of failures adds one notice per run that had been online, however often it is reported', async () => {
      await runWith(() => [ONLINE]);
      const actor = anActor();
      const botId = await aBot(actor);
      const reason = ERRORS.TOKEN_INVALID.text;
      for (let run = 1; run <= 2; run += 1) {
        await stack.ask(bots.start, { actor, botId });
        for (let repeat = 0; repeat < 3; repeat += 1)
          await stack.ask(bots.report, { botId, ...failure('TOKEN_INVALID', reason) });
      }
      const notices = [...(await jobsOf(stack, 'notices'))].filter(([jobId]) => jobId.includes(botId));
      const notice = { kind: 'bot-failed', userId: actor.userId, botId, botName: 'Nova', reason };
      expect(new Map(notices)).toEqual(
        new Map([
          [`bot-failed-${botId}-1`, notice],
          [`bot-failed-${botId}-2`, notice],
        ]),
      );
    });

    it('of a failure after the owner has stopped the bot adds no notice', async () => {
      await runWith(() => [ONLINE]);
      const actor = anActor();
      const botId = await aBot(actor);
      await stack.ask(bots.start, { actor, botId });
      await stack.ask(bots.stop, { actor, botId });
      await stack.ask(bots.report, { botId, ...failure('TOKEN_INVALID', ERRORS.TOKEN_INVALID.text) });
      expect([...(await jobsOf(stack, 'notices')).keys()].filter((jobId) => jobId.includes(botId))).toEqual([]);
    });
  });

  it('do not count while no runner is up: every bot is shown offline', async () => {
    await runWith(() => [ONLINE]);
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
