import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { anActor, waitFor } from '@kith/kit/testing';
import { AppError, bots, events, type Actor, type Bot, type OutputOf } from '@kith/proto';
import {
  aPremiumOwner,
  aToken,
  botsUnderTest,
  codeOf,
  databaseOf,
  jobsOf,
  ONLINE,
  playRunner,
  failure,
  STOPPED,
  UNREACHABLE,
  type Script,
  type BotsUnderTest,
} from './bots-under-test.js';

describe('runs', () => {
  let stack: BotsUnderTest;
  let stopPlaying = (): void => undefined;
  const database = () => databaseOf(stack);

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

  describe('start', () => {
    it('answers online when the runner says so', async () => {
      await play(() => [{ ...ONLINE, runtimeState: 'starting' }, ONLINE]);
      const actor = anActor();
      const botId = await aBot(actor);
      expect(await stack.ask(bots.start, { actor, botId })).toMatchObject({
        status: 'online',
        runtimeState: 'online',
        statusReason: null,
      });
      expect(await stack.ask(bots.get, { actor, botId })).toMatchObject({ status: 'online' });
      expect((await jobsOf(stack, 'lifecycle')).get(`start-${botId}-1`)).toEqual({ action: 'start', botId });
      expect((await stack.ask(bots.listDesiredOnline, {})).bots.find((bot) => bot.botId === botId)).toMatchObject({
        ownerId: actor.userId,
        name: 'Nova',
        version: 1,
      });
    });

    it('hands the wanted companions out a page at a time, each once', async () => {
      const rows = Array.from({ length: 120 }, () => randomUUID());
      // As large as settings can be: six bytes each as JSON.
      const channels = Array.from({ length: 100 }, () => '1'.repeat(20));
      const settings = { allowedChannels: channels, restrictedChannels: channels, whitelistUsers: '\u0001'.repeat(4000) };
      await database().query(
        `insert into bots.bot (id, owner_id, name, avatar_color, model, response_style, personality, preferences, channel_settings, discord_token, application_id, desired_online)
         select id, gen_random_uuid(), 'Many', '#5865F2', 'gpt-4o', 'balanced', '{}', '{}', $2, 'sealed', 'many-' || id, true from unnest($1::uuid[]) as id`,
        [rows, settings],
      );
      const seen: string[] = [];
      let after: string | null = null;
      do {
        const page: OutputOf<typeof bots.listDesiredOnline> = await stack.ask(bots.listDesiredOnline, { after });
        expect(page.bots.length).toBeLessThanOrEqual(50);
        seen.push(...page.bots.map((bot) => bot.botId));
        after = page.next;
      } while (after !== null);
      expect(new Set(seen).size).toBe(seen.length);
      expect(rows.filter((id) => !seen.includes(id))).toEqual([]);
      await database().query("delete from bots.bot where name = 'Many'");
    });

    it('answers at once when it is online', async () => {
      await play(() => [ONLINE]);
      const actor = anActor();
      const botId = await aBot(actor);
      await stack.ask(bots.start, { actor, botId });
      stopPlaying();
      expect(await stack.ask(bots.start, { actor, botId })).toMatchObject({ status: 'online' });
      expect([...(await jobsOf(stack, 'lifecycle')).keys()].filter((jobId) => jobId.includes(botId))).toEqual([
        `start-${botId}-1`,
      ]);
    });

    it.each([
      ['TOKEN_INVALID', 'Discord refused the token.'],
      ['INTENT_MISSING', 'Switch the intent on.'],
      ['DISCORD_REFUSED', 'Discord closed with 4013.'],
    ])('fails with %s and the reason', async (code, reason) => {
      await play(() => [failure(code, reason)]);
      const actor = anActor();
      const botId = await aBot(actor);
      await expect(stack.ask(bots.start, { actor, botId })).rejects.toMatchObject({ code, message: reason });
      expect(await stack.ask(bots.get, { actor, botId })).toMatchObject({
        status: 'offline',
        runtimeState: 'failed',
        statusReason: reason,
      });
      expect(await stack.ask(bots.getDesiredOnline, { botId })).toEqual({ bot: null });
      const notice = [...(await jobsOf(stack, 'notices'))].find(([jobId]) => jobId.includes(botId));
      expect(notice).toEqual([
        `bot-failed-${botId}-1-${code}`,
        { kind: 'bot-failed', userId: actor.userId, botName: 'Nova', reason },
      ]);
    });

    it('works again after a failure, and a new token takes the failure away', async () => {
      await play(() => [failure('TOKEN_INVALID', 'Discord refused the token.')]);
      const actor = anActor();
      const botId = await aBot(actor);
      expect(await codeOf(stack.ask(bots.start, { actor, botId }))).toBe('TOKEN_INVALID');
      stopPlaying();
      expect((await stack.ask(bots.update, { actor, botId, discordToken: aToken() })).bot).toMatchObject({
        runtimeState: 'stopped',
        statusReason: null,
      });
      await play(() => [ONLINE]);
      expect(await stack.ask(bots.start, { actor, botId })).toMatchObject({ status: 'online' });
    });

    it('asks for a token in the words of the specification', async () => {
      const actor = anActor();
      const {
        bot: { id: botId },
      } = await stack.ask(bots.create, { actor, name: 'Nova' });
      const text = 'Please edit your bot and add a Discord token to launch it. Go to Edit → Discord Settings.';
      await expect(stack.ask(bots.start, { actor, botId })).rejects.toMatchObject({ code: 'TOKEN_MISSING', message: text });
    });

    it('S34: is refused beyond the cap of the plan, oldest first', async () => {
      await play(() => [ONLINE]);
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

    it('checks a token again that Discord refused when it was saved', async () => {
      await play(() => [ONLINE]);
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

    it('is refused when the token is cleared meanwhile, and nothing stays wanted', async () => {
      const actor = anActor();
      const discordToken = aToken();
      stack.inspections.set(discordToken, { verdict: 'invalid' });
      const {
        bot: { id: botId },
      } = await stack.ask(bots.create, { actor, name: 'Nova', discordToken });
      const inspected = stack.asked.inspections;
      let answer = (): void => undefined;
      stack.inspections.set(discordToken, new Promise((resolve) => (answer = () => resolve({ verdict: 'invalid' }))));
      const started = codeOf(stack.ask(bots.start, { actor, botId }));
      await waitFor('the start to ask about the token', () => stack.asked.inspections > inspected);
      await stack.ask(bots.update, { actor, botId, clearDiscordToken: true });
      answer();
      expect(await started).toBe('TOKEN_MISSING');
      expect(await database().query('select desired_online, runtime_state from bots.bot where id = $1', [botId])).toEqual([
        { desired_online: false, runtime_state: 'stopped' },
      ]);
    });

    it('answers starting after 15 s without a verdict, a stop without an answer after 10 s', async () => {
      const actor = aPremiumOwner();
      const [slow, unreachable, silent] = [
        await aBot(actor, 'Slow'),
        await aBot(actor, 'Unreachable'),
        await aBot(actor, 'Silent'),
      ];
      await play(() => [ONLINE]);
      await stack.ask(bots.start, { actor, botId: silent });
      stopPlaying();
      const begun = performance.now();
      const timed = async (call: Promise<Bot>) => ({ ...(await call), tookMs: performance.now() - begun });
      const stopped = timed(stack.ask(bots.stop, { actor, botId: silent }));
      const started = [slow, unreachable].map((botId) => timed(stack.ask(bots.start, { actor, botId })));
      await waitFor('the start to be wanted', async () => (await stack.ask(bots.getDesiredOnline, { botId: unreachable })).bot);
      await stack.ask(bots.report, { botId: unreachable, ...UNREACHABLE, runtimeState: 'failed' });
      const [first, second] = await Promise.all(started);
      expect(first).toMatchObject({ status: 'offline', runtimeState: 'starting', statusReason: null });
      expect(second).toMatchObject({ status: 'offline', runtimeState: 'starting', statusReason: 'Discord cannot be reached.' });
      expect(Math.min(first?.tookMs ?? 0, second?.tookMs ?? 0)).toBeGreaterThan(14_000);
      expect((await stack.ask(bots.getDesiredOnline, { botId: unreachable })).bot).not.toBeNull();
      const { tookMs, ...bot } = await stopped;
      expect(bot).toMatchObject({ status: 'offline', runtimeState: 'stopped' });
      expect([tookMs > 9000, tookMs < 14_000]).toEqual([true, true]);
    });
  });

  describe('stop', () => {
    it('answers when the runner has closed the connection', async () => {
      await play(() => [ONLINE]);
      const actor = anActor();
      const botId = await aBot(actor);
      await stack.ask(bots.start, { actor, botId });
      expect(await stack.ask(bots.stop, { actor, botId })).toMatchObject({
        status: 'offline',
        runtimeState: 'stopped',
        statusReason: null,
      });
      expect((await jobsOf(stack, 'lifecycle')).get(`stop-${botId}-2`)).toEqual({ action: 'stop', botId });
      expect(await stack.ask(bots.start, { actor, botId })).toMatchObject({ status: 'online' });
      expect((await jobsOf(stack, 'lifecycle')).has(`start-${botId}-3`)).toBe(true);
    });

    it('answers at once when nothing runs, and takes a failure away', async () => {
      await play(() => [failure('TOKEN_INVALID', 'Discord refused the token.')]);
      const actor = anActor();
      const botId = await aBot(actor);
      expect(await stack.ask(bots.stop, { actor, botId })).toMatchObject({ runtimeState: 'stopped' });
      await codeOf(stack.ask(bots.start, { actor, botId }));
      expect(await stack.ask(bots.stop, { actor, botId })).toMatchObject({ runtimeState: 'stopped', statusReason: null });
    });

    it('ends a start that waits', async () => {
      const actor = anActor();
      const botId = await aBot(actor);
      const started = stack.ask(bots.start, { actor, botId });
      await waitFor('the start to be wanted', async () => (await stack.ask(bots.getDesiredOnline, { botId })).bot);
      await play(() => []);
      await stack.ask(bots.stop, { actor, botId });
      expect(await started).toMatchObject({ status: 'offline', runtimeState: 'stopped' });
    });

    it('is not done for a start that waits before the connection is closed', async () => {
      const actor = anActor();
      const botId = await aBot(actor);
      const started = stack.ask(bots.start, { actor, botId });
      await waitFor('the start to be wanted', async () => (await stack.ask(bots.getDesiredOnline, { botId })).bot);
      const stopped = stack.ask(bots.stop, { actor, botId });
      await waitFor('the stop to be wanted', async () => !(await stack.ask(bots.getDesiredOnline, { botId })).bot);
      // Whoever waits looks again at each announcement.
      const { fence: _fence, ...state } = STOPPED;
      await stack.runtime.events.publish(events.botStatus, { ...state, botId, userId: actor.userId });
      for (let asked = 0; asked < 10; asked += 1) await stack.ask(bots.get, { actor, botId });
      await stack.ask(bots.report, { botId, ...STOPPED });
      expect(await Promise.all([started, stopped])).toMatchObject([{ runtimeState: 'stopped' }, { runtimeState: 'stopped' }]);
    });

    it('comes with clearing the token', async () => {
      await play(() => [ONLINE]);
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
