import { anActor } from '@kith/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bots, botVersions, MAX_BOT_VERSIONS, Preferences, type Actor, type CreateBotInput } from '@kith/proto';
import type { z } from 'zod';
import { aPremiumOwner, botsUnderTest, codeOf, databaseOf, impersonated, type BotsUnderTest } from './bots-under-test.js';

type Creation = z.input<typeof CreateBotInput>;

let stack: BotsUnderTest;
beforeAll(async () => {
  stack = await botsUnderTest();
});
afterAll(() => stack.stop());

/** A bot, and calls about it in the name of its owner. */
async function aBot(fields: Partial<Creation> = {}, actor: Actor = aPremiumOwner()) {
  const { bot } = await stack.ask(bots.create, { actor, name: 'Nova', ...fields });
  const call = { actor, botId: bot.id };
  return {
    call,
    save: (changes: Partial<Creation>) => stack.ask(bots.update, { ...call, ...changes }),
    versions: async () => (await stack.ask(botVersions.list, call)).versions,
    get: (version: number) => stack.ask(botVersions.get, { ...call, version }),
    restore: (version: number, expectedVersion: number, as: Actor = actor) =>
      stack.ask(botVersions.restore, { ...call, actor: as, version, expectedVersion }),
  };
}

describe('the versions of a bot', () => {
  it('are kept of its creation and of each save that changes its character, with what changed, and of no other save', async () => {
    const { save, versions, get } = await aBot({ instructions: 'Shine.', personality: { humor: 60 } });
    await save({ statusText: 'Watching', avatarColor: '#123456', dailyCaps: { perBot: 5 } });
    await save({ instructions: 'Shine.', personality: { humor: 60 }, preferences: { maxTokens: 1000 } });
    await save({ instructions: null, greeting: 'Hi', preferences: { maxTokens: 900 } });
    expect(await versions()).toMatchObject([
      { version: 4, fields: ['instructions', 'greeting', 'preferences'], isByAdministrator: false, restoredFrom: null },
      { version: 1, fields: ['name', 'instructions', 'personality'] },
    ]);
    const { character, before } = await get(4);
    expect(character).toMatchObject({ name: 'Nova', instructions: null, greeting: 'Hi', personality: { humor: 60 } });
    expect(before).toMatchObject({ instructions: 'Shine.', greeting: null, preferences: { maxTokens: 1000 } });
    expect((await get(1)).before).toBeNull();
    expect(Object.keys(character)).not.toContain('statusText');
  });

  it('bring back the time zone', async () => {
    const { save, restore, get } = await aBot({ timeZone: 'Europe/Berlin' });
    await save({ timeZone: 'Asia/Tokyo' });
    expect((await get(2)).version.fields).toEqual(['timeZone']);
    expect((await restore(1, 2)).bot.timeZone).toBe('Europe/Berlin');
  });

  it('are those of one bot, not of another one of the same owner [S29]', async () => {
    const first = await aBot({ instructions: 'Shine.' });
    const second = await aBot({ instructions: 'Glow.' }, first.call.actor);
    await first.save({ instructions: 'Shine on.' });
    expect((await first.get(1)).character).toMatchObject({ instructions: 'Shine.' });
    expect((await second.get(1)).character).toMatchObject({ instructions: 'Glow.' });
    expect(await codeOf(second.get(2))).toBe('NOT_FOUND');
    expect(await codeOf(second.restore(2, 1))).toBe('NOT_FOUND');
  });

  it('say which saves an administrator made who acted as the owner', async () => {
    const { call, versions } = await aBot();
    await stack.ask(bots.update, { ...call, actor: impersonated(call.actor), description: 'A star' });
    expect((await versions()).map(({ isByAdministrator }) => isByAdministrator)).toEqual([true, false]);
  });

  it('are the newest ones up to the cap, however many saves run at the same time, and go with the bot', async () => {
    const { call, save, versions } = await aBot();
    const database = databaseOf(stack);
    await database.query(
      `insert into bots.bot_version select bot_id, -n, character, fields, false, null::int, saved_at
       from bots.bot_version, generate_series(0, $2::int - 2) n where bot_id = $1`,
      [call.botId, MAX_BOT_VERSIONS],
    );
    await Promise.all(['one', 'two', 'three'].map((description) => save({ description })));
    const kept = (await versions()).map(({ version }) => version);
    expect(kept).toHaveLength(MAX_BOT_VERSIONS);
    expect(kept.slice(0, 5)).toEqual([4, 3, 2, 1, 0]);
    expect(await stack.ask(botVersions.list, { ...call, limit: 2, offset: 1 })).toMatchObject({
      total: MAX_BOT_VERSIONS,
      versions: [{ version: 3 }, { version: 2 }],
    });
    await stack.ask(bots.remove, call);
    await stack.ask(bots.forget, { botId: call.botId });
    expect(await database.query('select from bots.bot_version where bot_id = $1', [call.botId])).toEqual([]);
  });

  it('are not found by others, nor of a deleted bot, nor when they do not exist', async () => {
    const { call } = await aBot();
    const other = { ...call, actor: aPremiumOwner() };
    const codes = (of: typeof call, version: number) =>
      Promise.all([
        codeOf(stack.ask(botVersions.get, { ...of, version })),
        codeOf(stack.ask(botVersions.restore, { ...of, version, expectedVersion: 1 })),
      ]);
    expect(await codes(other, 1)).toEqual(['NOT_FOUND', 'NOT_FOUND']);
    expect(await codeOf(stack.ask(botVersions.list, other))).toBe('NOT_FOUND');
    expect(await codes(call, 2)).toEqual(['NOT_FOUND', 'NOT_FOUND']);
    await stack.ask(bots.remove, call);
    expect(await codes(call, 1)).toEqual(['NOT_FOUND', 'NOT_FOUND']);
  });
});

describe('restoring a version', () => {
  it('brings the whole character back as a new version, and leaves everything else', async () => {
    const { save, restore, versions } = await aBot({ instructions: 'Shine.', personality: { humor: 60, sarcastic: true } });
    await save({ name: 'Orion', instructions: 'Glow.', personality: {}, preferences: { learningMode: true }, statusText: 'On' });
    const { bot, droppedTraits, warnings } = await restore(1, 2);
    expect(bot).toMatchObject({
      name: 'Nova',
      instructions: 'Shine.',
      personality: { humor: 60, sarcastic: true },
      preferences: Preferences.parse({}),
      statusText: 'On',
      version: 3,
    });
    expect({ droppedTraits, warnings }).toEqual({ droppedTraits: [], warnings: [] });
    const fields = ['name', 'instructions', 'personality', 'preferences'];
    expect((await versions())[0]).toMatchObject({ version: 3, restoredFrom: 1, fields });
  });

  it('is refused when the bot was saved since it was looked at, and changes nothing', async () => {
    const { save, restore, versions } = await aBot({ description: 'one' });
    await save({ description: 'two' });
    expect(await codeOf(restore(1, 1))).toBe('VERSION_CONFLICT');
    expect(await versions()).toHaveLength(2);
  });

  it('leaves traits, model and memory above the plan as they are, and names them', async () => {
    const above = { model: 'latest', preferences: { contextRetention: 'extended', maxTokens: 77 } } as const;
    const { call, save, restore } = await aBot({ ...above, personality: { humor: 60, sarcastic: true } });
    await save({ model: 'gpt-4o', preferences: { contextRetention: 'standard', maxTokens: 88 }, personality: { humor: 10 } });
    const { bot, droppedTraits, warnings } = await restore(1, 2, { ...call.actor, plan: 'free' });
    expect(bot).toMatchObject({ model: 'gpt-4o', preferences: { contextRetention: 'standard', maxTokens: 77 } });
    expect(bot.personality).toEqual({ humor: 60 });
    expect(droppedTraits).toEqual(['sarcastic']);
    expect(warnings).toEqual([
      expect.stringMatching(/ needs the Premium plan\. It stays as it was\.$/),
      expect.stringMatching(/^Extended memory needs the .+ plan\. It stays as it was\.$/),
    ]);
  });

  it('needs an own bot even for an administrator', async () => {
    const { call } = await aBot();
    const admin = anActor({ role: 'admin' });
    expect(await codeOf(stack.ask(botVersions.restore, { ...call, actor: admin, version: 1, expectedVersion: 1 }))).toBe(
      'NOT_FOUND',
    );
  });
});
