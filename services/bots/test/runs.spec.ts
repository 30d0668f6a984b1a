import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { anActor, waitFor } from '@kith/kit/testing';
import { AppError, bots, commands, customCommands, ERRORS, events, systems, type Actor, type Bot } from '@kith/proto';
import {
  aPremiumOwner,
  aToken,
  botsUnderTest,
  codeOf,
  databaseOf,
  jobsOf,
  ONLINE,
  startFakeRunner,
  failure,
  STOPPED,
  UNREACHABLE,
  type ReportScript,
  type BotsUnderTest,
} from './bots-under-test.js';

describe('starting and stopping bots', () => {
  let stack: BotsUnderTest;
  let stopRunner = (): void => undefined;
  const database = () => databaseOf(stack);

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

  describe('start', () => {
    it('returns online when the runner reports it', async () => {
      await runWith(() => [{ ...ONLINE, runtimeState: 'starting' }, ONLINE]);
      const actor = anActor();
      const botId = await aBot(actor);
      expect(await stack.ask(bots.start, { actor, botId })).toMatchObject({
        status: 'online',
        runtimeState: 'online',
        statusReason: null,
      });
      expect(await stack.ask(bots.get, { actor, botId })).toMatchObject({ status: 'online' });
      expect((await jobsOf(stack, 'lifecycle')).get(`start-${botId}-1`)).toEqual({
        action: 'start',
        ownerId: actor.userId,
        botId,
      });
      expect((await stack.ask(bots.listDesiredOnline, {})).bots.find((bot) => bot.botId === botId)).toMatchObject({
        ownerId: actor.userId,
        name: 'Nova',
        version: 1,
      });
    });

    it('and each change of what it has learned or installed is named to runners, also when the event about it is lost', async () => {
      const actor = aPremiumOwner();
      const botId = await aBot(actor, 'Learner');
      const custom = await stack.ask(customCommands.create, {
        actor,
        name: 'Greet',
        trigger: 'greet',
        description: 'Greets',
        code: 'return 1',
      });
      const changes: (string | undefined)[] = [];
      const note = async (): Promise<void> => {
        const since = new Date(Date.now() - 60_000).toISOString();
        const { changed } = await stack.ask(bots.desiredChanges, { since });
        changes.push(changed.find((one) => one.botId === botId)?.change);
      };
      await note();
      const { id: botCommandId } = await stack.ask(commands.learn, { actor, botId, commandId: custom.id });
      await note();
      await stack.ask(customCommands.update, { actor, commandId: custom.id, trigger: 'hello' });
      await note();
      await stack.ask(commands.updateLearned, { actor, botId, botCommandId, isEnabled: false });
      await note();
      await stack.ask(commands.unlearn, { actor, botId, botCommandId });
      await note();
      await stack.ask(systems.install, { actor, botId, systemId: 'welcome-messages' });
      await note();
      expect(changes).not.toContain(undefined);
      expect(new Set(changes).size).toBe(6);
    });

    it('returns at once when the bot is already online', async () => {
      await runWith(() => [ONLINE]);
      const actor = anActor();
      const botId = await aBot(actor);
      await stack.ask(bots.start, { actor, botId });
      stopRunner();
      expect(await stack.ask(bots.start, { actor, botId })).toMatchObject({ status: 'online' });
      expect([...(await jobsOf(stack, 'lifecycle')).keys()].filter((jobId) => jobId.includes(botId))).toEqual([
        `start-${botId}-1`,
      ]);
    });

    it.each([
      ['TOKEN_INVALID', 'Discord refused the token.'],
      ['INTENT_MISSING', 'Switch the intent on.'],
      ['DISCORD_REFUSED', 'Discord closed with 4013.'],
    ])('fails with %s and the reported reason', async (code, reason) => {
      await runWith(() => [failure(code, reason)]);
      const actor = anActor();
      const botId = await aBot(actor);
      await expect(stack.ask(bots.start, { actor, botId })).rejects.toMatchObject({ code, message: reason });
      expect(await stack.ask(bots.get, { actor, botId })).toMatchObject({
        status: 'offline',
        runtimeState: 'failed',
        statusReason: reason,
      });
      expect(await stack.ask(bots.getDesiredOnline, { botId })).toEqual({ bot: null });
      // The answer has told the owner already.
      expect([...(await jobsOf(stack, 'notices')).keys()].filter((jobId) => jobId.includes(botId))).toEqual([]);
    });

    it('works again after a failure, which a new token clears', async () => {
      await runWith(() => [failure('TOKEN_INVALID', 'Discord refused the token.')]);
      const actor = anActor();
      const botId = await aBot(actor);
      expect(await codeOf(stack.ask(bots.start, { actor, botId }))).toBe('TOKEN_INVALID');
      stopRunner();
      expect((await stack.ask(bots.update, { actor, botId, discordToken: aToken() })).bot).toMatchObject({
        runtimeState: 'stopped',
        statusReason: null,
      });
      await runWith(() => [ONLINE]);
      expect(await stack.ask(bots.start, { actor, botId })).toMatchObject({ status: 'online' });
    });

    it('fails without a token with the message of the specification', async () => {
      const actor = anActor();
      const {
        bot: { id: botId },
      } = await stack.ask(bots.create, { actor, name: 'Nova' });
      const text = 'Please edit your bot and add a Discord token to launch it. Go to Edit → Discord Settings.';
      await expect(stack.ask(bots.start, { actor, botId })).rejects.toMatchObject({ code: 'TOKEN_MISSING', message: text });
    });

    it('is refused for bots beyond the cap of the plan, counted from the oldest [S34]', async () => {
      await runWith(() => [ONLINE]);
      const actor = aPremiumOwner();
      const ids = [
        await aBot(actor, 'First'),
        await aBot(actor, 'Second'),
        await aBot(actor, 'Third'),
        await aBot(actor, 'Fourth'),
      ];
      const downgraded: Actor = { ...actor, plan: 'basic' };
      const outcomes = await Promise.all(
        ids.map((botId) =>
          stack.ask(bots.start, { actor: downgraded, botId }).then(
            ({ status }) => status,
            (error: unknown) => AppError.from(error).code,
          ),
        ),
      );
      expect(outcomes).toEqual(['online', 'online', 'online', 'PAUSED_BY_PLAN']);
    });

    it('inspects a token again that Discord refused when it was saved', async () => {
      await runWith(() => [ONLINE]);
      const [first, second] = [anActor(), anActor()];
      const discordToken = aToken();
      stack.inspections.set(discordToken, { verdict: 'invalid' });
      const {
        bot: { id: botId },
      } = await stack.ask(bots.create, { actor: first, name: 'Nova', discordToken });
      const applicationId = '998877665544332211';
      stack.inspections.set(discordToken, { verdict: 'valid', applicationId, botName: 'Nova', hasMessageContent: true });
      expect(await stack.ask(bots.start, { actor: first, botId })).toMatchObject({ status: 'online' });
      expect((await stack.ask(bots.getDesiredOnline, { botId })).bot?.applicationId).toBe(applicationId);
      expect(await codeOf(stack.ask(bots.create, { actor: second, name: 'Nova', discordToken: aToken(applicationId) }))).toBe(
        'TOKEN_IN_USE',
      );
    });

    it('fails at once when Discord refuses the token, and no runner is told to connect', async () => {
      const actor = anActor();
      const discordToken = aToken();
      stack.inspections.set(discordToken, { verdict: 'invalid' });
      const {
        bot: { id: botId },
      } = await stack.ask(bots.create, { actor, name: 'Nova', discordToken });
      expect(await codeOf(stack.ask(bots.start, { actor, botId }))).toBe('TOKEN_INVALID');
      expect(await stack.ask(bots.get, { actor, botId })).toMatchObject({
        runtimeState: 'failed',
        statusReason: ERRORS.TOKEN_INVALID.text,
      });
      expect([...(await jobsOf(stack, 'lifecycle')).keys()].filter((jobId) => jobId.includes(botId))).toEqual([]);
    });

    it('is refused when the token is cleared at the same time, and leaves the bot stopped', async () => {
      const actor = anActor();
      const discordToken = aToken();
      stack.inspections.set(discordToken, { verdict: 'invalid' });
      const {
        bot: { id: botId },
      } = await stack.ask(bots.create, { actor, name: 'Nova', discordToken });
      const inspected = stack.callCounts.inspections;
      let answer = (): void => undefined;
      stack.inspections.set(discordToken, new Promise((resolve) => (answer = () => resolve({ verdict: 'unreachable' }))));
      const started = codeOf(stack.ask(bots.start, { actor, botId }));
      await waitFor('the start to inspect the token', () => stack.callCounts.inspections > inspected);
      await stack.ask(bots.update, { actor, botId, clearDiscordToken: true });
      answer();
      expect(await started).toBe('TOKEN_MISSING');
      expect(await database().query('select desired_online, runtime_state from bots.bot where id = $1', [botId])).toEqual([
        { desired_online: false, runtime_state: 'stopped' },
      ]);
    });

    it('returns starting after 15 s without an outcome, and a stop returns after 10 s without a report', async () => {
      const actor = aPremiumOwner();
      const [slow, unreachable, silent] = [
        await aBot(actor, 'Slow'),
        await aBot(actor, 'Unreachable'),
        await aBot(actor, 'Silent'),
      ];
      await runWith(() => [ONLINE]);
      await stack.ask(bots.start, { actor, botId: silent });
      stopRunner();
      const begun = performance.now();
      const timed = async (call: Promise<Bot>) => ({ ...(await call), tookMs: performance.now() - begun });
      const stopped = timed(stack.ask(bots.stop, { actor, botId: silent }));
      const started = [slow, unreachable].map((botId) => timed(stack.ask(bots.start, { actor, botId })));
      await waitFor(
        'the desired state to be online',
        async () => (await stack.ask(bots.getDesiredOnline, { botId: unreachable })).bot,
      );
      await stack.ask(bots.report, { botId: unreachable, ...UNREACHABLE, runtimeState: 'failed' });
      const [first, second] = await Promise.all(started);
      expect(first).toMatchObject({ status: 'offline', runtimeState: 'starting', statusReason: null });
      expect(second).toMatchObject({ status: 'offline', runtimeState: 'starting', statusReason: 'Discord cannot be reached.' });
      expect(Math.min(first?.tookMs ?? 0, second?.tookMs ?? 0)).toBeGreaterThan(14_000);
      expect((await stack.ask(bots.getDesiredOnline, { botId: unreachable })).bot).not.toBeNull();
      const { tookMs, ...bot } = await stopped;
      expect(bot).toMatchObject({ status: 'offline', runtimeState: 'stopped' });
      expect(tookMs).toBeGreaterThan(9000);
      expect(tookMs).toBeLessThan(first?.tookMs ?? 0);
    }, 60_000);
  });

  describe('stop', () => {
    it('returns when the runner has closed the connection', async () => {
      await runWith(() => [ONLINE]);
      const actor = anActor();
      const botId = await aBot(actor);
      await stack.ask(bots.start, { actor, botId });
      expect(await stack.ask(bots.stop, { actor, botId })).toMatchObject({
        status: 'offline',
        runtimeState: 'stopped',
        statusReason: null,
      });
      expect((await jobsOf(stack, 'lifecycle')).get(`stop-${botId}-2`)).toEqual({ action: 'stop', ownerId: actor.userId, botId });
      expect(await stack.ask(bots.start, { actor, botId })).toMatchObject({ status: 'online' });
      expect((await jobsOf(stack, 'lifecycle')).has(`start-${botId}-3`)).toBe(true);
    });

    it('returns at once when the bot is not running, and clears a failure', async () => {
      await runWith(() => [failure('TOKEN_INVALID', 'Discord refused the token.')]);
      const actor = anActor();
      const botId = await aBot(actor);
      expect(await stack.ask(bots.stop, { actor, botId })).toMatchObject({ runtimeState: 'stopped' });
      await codeOf(stack.ask(bots.start, { actor, botId }));
      expect(await stack.ask(bots.stop, { actor, botId })).toMatchObject({ runtimeState: 'stopped', statusReason: null });
    });

    it('ends a start that is waiting', async () => {
      const actor = anActor();
      const botId = await aBot(actor);
      const started = stack.ask(bots.start, { actor, botId });
      await waitFor('the desired state to be online', async () => (await stack.ask(bots.getDesiredOnline, { botId })).bot);
      await runWith(() => []);
      await stack.ask(bots.stop, { actor, botId });
      expect(await started).toMatchObject({ status: 'offline', runtimeState: 'stopped' });
    });

    it('ends a waiting start only after the connection is closed', async () => {
      const actor = anActor();
      const botId = await aBot(actor);
      const started = stack.ask(bots.start, { actor, botId });
      await waitFor('the desired state to be online', async () => (await stack.ask(bots.getDesiredOnline, { botId })).bot);
      const stopped = stack.ask(bots.stop, { actor, botId });
      await waitFor('the desired state to be offline', async () => !(await stack.ask(bots.getDesiredOnline, { botId })).bot);
      // Each botStatus event makes waiting calls read the row again.
      const { fence: _fence, ...state } = STOPPED;
      await stack.runtime.events.publish(events.botStatus, { ...state, botId, userId: actor.userId, isResetting: false });
      for (let asked = 0; asked < 10; asked += 1) await stack.ask(bots.get, { actor, botId });
      await stack.ask(bots.report, { botId, ...STOPPED });
      expect(await Promise.all([started, stopped])).toMatchObject([{ runtimeState: 'stopped' }, { runtimeState: 'stopped' }]);
    });

    it('happens when the token is cleared', async () => {
      await runWith(() => [ONLINE]);
      const actor = anActor();
      const botId = await aBot(actor);
      await stack.ask(bots.start, { actor, botId });
      await stack.ask(bots.update, { actor, botId, clearDiscordToken: true });
      expect((await jobsOf(stack, 'lifecycle')).has(`stop-${botId}-2`)).toBe(true);
      await waitFor('the runner’s report', async () => (await stack.ask(bots.get, { actor, botId })).runtimeState === 'stopped');
      expect(await codeOf(stack.ask(bots.start, { actor, botId }))).toBe('TOKEN_MISSING');
    });
  });
});
