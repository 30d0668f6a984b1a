import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { anActor } from '@kith/kit/testing';
import { bots, type Actor, type OutputOf } from '@kith/proto';
import {
  aToken,
  botsUnderTest,
  databaseOf,
  ONLINE,
  startFakeRunner,
  UNREACHABLE,
  type ReportScript,
  type BotsUnderTest,
} from './bots-under-test.js';

describe('the list of bots that should be online, as runners read it', () => {
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

  it('names when each was last started', async () => {
    await runWith(() => [ONLINE]);
    const actor = anActor();
    const botId = await aBot(actor);
    const started = async (): Promise<number> => {
      const beforeMs = Date.now();
      await stack.ask(bots.start, { actor, botId });
      const at = Date.parse((await stack.ask(bots.getDesiredOnline, { botId })).bot?.startedAt ?? '');
      expect(at).toBeGreaterThanOrEqual(beforeMs);
      return at;
    };
    const first = await started();
    await stack.ask(bots.update, { actor, botId, name: 'Nova the second' });
    expect((await stack.ask(bots.getDesiredOnline, { botId })).bot?.startedAt).toBe(new Date(first).toISOString());
    await stack.ask(bots.stop, { actor, botId });
    expect(await started()).toBeGreaterThan(first);
  });

  it('has what a bot says by itself, with what its owner left open, and whether its owner wants that', async () => {
    await runWith(() => [ONLINE]);
    const actor = anActor();
    const botId = await aBot(actor);
    await stack.ask(bots.start, { actor, botId });
    const message = { channelId: '123456789012345678', text: 'Hi' };
    await stack.ask(bots.update, { actor, botId, channelSettings: { proactiveMessages: [message] } });
    const runnable = async () => (await stack.ask(bots.getDesiredOnline, { botId })).bot;
    expect(await runnable()).toMatchObject({
      sendsProactiveMessages: false,
      sendsPictures: true,
      replyPace: 'natural',
      channelSettings: { proactiveMessages: [{ ...message, event: 'quiet', quietDays: 7, timeZone: 'UTC' }] },
    });
    await stack.ask(bots.update, { actor, botId, preferences: { proactiveMessaging: true, sendMedia: false } });
    expect(await runnable()).toMatchObject({ sendsProactiveMessages: true, sendsPictures: false });
  });

  it('has each once over all its pages', async () => {
    const rows = Array.from({ length: 120 }, () => randomUUID());
    // The largest possible settings, with characters that take six bytes as JSON.
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

  it('is followed by each change that concerns runners once, not by reports of the state', async () => {
    await runWith(() => [ONLINE]);
    const actor = anActor();
    const changeOf = async (id: string) => {
      const { changed, isComplete } = await stack.ask(bots.desiredChanges, {
        since: new Date(Date.now() - 60_000).toISOString(),
      });
      expect(isComplete).toBe(true);
      return changed.find(({ botId }) => botId === id)?.change;
    };
    const botId = await aBot(actor);
    const created = await changeOf(botId);
    await stack.ask(bots.start, { actor, botId });
    const started = await changeOf(botId);
    await stack.ask(bots.report, { botId, ...UNREACHABLE });
    expect(await changeOf(botId)).toBe(started);
    await stack.ask(bots.update, { actor, botId, name: 'Stella' });
    const renamed = await changeOf(botId);
    await stack.ask(bots.stop, { actor, botId });
    const stopped = await changeOf(botId);
    const changes = [created, started, renamed, stopped];
    expect(changes).not.toContain(undefined);
    expect(new Set(changes).size).toBe(4);
    const later = new Date(Date.now() + 11_000).toISOString();
    expect((await stack.ask(bots.desiredChanges, { since: later })).changed).toEqual([]);
  });
});
