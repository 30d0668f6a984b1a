import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anActor, waitFor } from '@kith/kit/testing';
import { AppError, bots, events, systems, SYSTEMS, type Actor } from '@kith/proto';
import { aPremiumOwner, aToken, botsUnderTest, codeOf, jobsOf, type BotsUnderTest } from './bots-under-test.js';

const DEFAULTS = { maxRoles: 5, removeOnReact: true, logChannel: '' };

describe('systems', () => {
  let stack: BotsUnderTest;
  const changed: string[] = [];
  const aBot = async (actor: Actor) => (await stack.ask(bots.create, { actor, name: 'Nova' })).bot.id;
  const install = (actor: Actor, botId: string, systemId = 'reaction-roles') =>
    stack.ask(systems.install, { actor, botId, systemId });
  const configure = (actor: Actor, botId: string, settings: Record<string, string | number | boolean>, reset = false) =>
    stack.ask(systems.configure, { actor, botId, systemId: 'reaction-roles', settings, reset });

  beforeAll(async () => {
    stack = await botsUnderTest();
    await stack.runtime.events.subscribe(events.botChanged, ({ botId }) => changed.push(botId));
  });
  afterAll(() => stack.stop());

  it('are installed with their defaults, oldest first', async () => {
    const actor = anActor();
    const botId = await aBot(actor);
    expect(await install(actor, botId)).toMatchObject({ systemId: 'reaction-roles', settings: DEFAULTS });
    expect(await install(actor, botId, 'mini-games')).toMatchObject({ systemId: 'mini-games', settings: {} });
    const { systems: installed } = await stack.ask(systems.list, { actor, botId });
    expect(installed.map(({ systemId }) => systemId)).toEqual(['reaction-roles', 'mini-games']);
  });

  it('of the whole catalogue can be installed in one bot', async () => {
    const actor = anActor();
    const botId = await aBot(actor);
    await Promise.all(SYSTEMS.map(({ id }) => install(actor, botId, id)));
    expect((await stack.ask(systems.list, { actor, botId })).systems).toHaveLength(10);
  });

  it('are installed once for two concurrent calls', async () => {
    const actor = anActor();
    const botId = await aBot(actor);
    const results = await Promise.allSettled([install(actor, botId), install(actor, botId)]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(install(actor, botId)).rejects.toMatchObject({
      code: 'ALREADY_INSTALLED',
      message: 'Reaction Roles is already in your bot.',
    });
  });

  it('cause no other errors when they are installed and removed concurrently', async () => {
    const actor = anActor();
    const botId = await aBot(actor);
    const call = { actor, botId, systemId: 'mini-games' };
    const calls = Array.from({ length: 60 }, (_, index) => stack.ask(index % 2 === 0 ? systems.install : systems.remove, call));
    const results = await Promise.allSettled<unknown>(calls);
    const codes = results.flatMap((result) => (result.status === 'rejected' ? [AppError.from(result.reason).code] : []));
    expect(codes.filter((code) => code !== 'ALREADY_INSTALLED' && code !== 'NOT_FOUND')).toEqual([]);
  });

  it('keep settings that a change omits, and can be reset to the defaults', async () => {
    const actor = anActor();
    const botId = await aBot(actor);
    await install(actor, botId);
    expect((await configure(actor, botId, { maxRoles: 9 })).settings).toEqual({ ...DEFAULTS, maxRoles: 9 });
    expect((await configure(actor, botId, { logChannel: 'log' })).settings).toEqual({
      ...DEFAULTS,
      maxRoles: 9,
      logChannel: 'log',
    });
    expect((await configure(actor, botId, { removeOnReact: false }, true)).settings).toEqual({
      ...DEFAULTS,
      removeOnReact: false,
    });
    expect((await stack.ask(systems.list, { actor, botId })).systems[0]?.settings).toEqual({ ...DEFAULTS, removeOnReact: false });
  });

  it('lose no setting of two concurrent changes', async () => {
    const actor = anActor();
    const botId = await aBot(actor);
    await install(actor, botId);
    await Promise.all([configure(actor, botId, { maxRoles: 7 }), configure(actor, botId, { logChannel: 'log' })]);
    expect((await stack.ask(systems.list, { actor, botId })).systems[0]?.settings).toEqual({
      ...DEFAULTS,
      maxRoles: 7,
      logChannel: 'log',
    });
  });

  it.each([
    ['an unknown setting', { colour: 'red' }, 'settings.colour', 'Unknown setting'],
    ['a name that every object has', { constructor: 'x' }, 'settings.constructor', 'Unknown setting'],
    ['a number as text', { maxRoles: '5' }, 'settings.maxRoles', 'Must be a whole number from 1 to 50'],
    ['a number that is too large', { maxRoles: 51 }, 'settings.maxRoles', 'Must be a whole number from 1 to 50'],
    ['a fraction', { maxRoles: 4.5 }, 'settings.maxRoles', 'Must be a whole number from 1 to 50'],
    ['a number that is too small', { maxRoles: 0 }, 'settings.maxRoles', 'Must be a whole number from 1 to 50'],
    ['a switch as number', { removeOnReact: 1 }, 'settings.removeOnReact', 'Must be on or off'],
    ['a text that is too long', { logChannel: 'x'.repeat(501) }, 'settings.logChannel', 'Must be at most 500 characters'],
    ['a text as switch', { logChannel: true }, 'settings.logChannel', 'Must be a text'],
  ])('refuse %s as input [S38]', async (_what, settings, field, problem) => {
    const actor = anActor();
    const botId = await aBot(actor);
    await install(actor, botId);
    await expect(configure(actor, botId, settings as Record<string, string>)).rejects.toMatchObject({
      code: 'BAD_INPUT',
      details: { fields: { [field]: problem } },
    });
    expect((await stack.ask(systems.list, { actor, botId })).systems[0]?.settings).toEqual(DEFAULTS);
  });

  it('are removed with their settings', async () => {
    const actor = anActor();
    const botId = await aBot(actor);
    await install(actor, botId);
    await configure(actor, botId, { maxRoles: 9 });
    const remove = () => stack.ask(systems.remove, { actor, botId, systemId: 'reaction-roles' });
    expect(await remove()).toEqual({ message: 'System removed' });
    expect(await codeOf(remove())).toBe('NOT_FOUND');
    expect(await codeOf(configure(actor, botId, {}))).toBe('NOT_FOUND');
    expect((await install(actor, botId)).settings).toEqual(DEFAULTS);
  });

  it('that have written into servers are removed there too, by a runner with the token of the bot', async () => {
    const actor = aPremiumOwner();
    const [botId, withoutToken] = [
      (await stack.ask(bots.create, { actor, name: 'Nova', discordToken: aToken() })).bot.id,
      await aBot(actor),
    ];
    for (const id of [botId, withoutToken])
      for (const systemId of ['auto-moderation', 'mini-games']) {
        await install(actor, id, systemId);
        await stack.ask(systems.remove, { actor, botId: id, systemId });
      }
    const jobs = [...(await jobsOf(stack, 'lifecycle')).values()];
    expect(jobs.filter((job) => (job as { action: string }).action === 'uninstall')).toEqual([
      { action: 'uninstall', botId, systemId: 'auto-moderation' },
    ]);
  });

  it('that are not in the catalogue fail with NOT_FOUND', async () => {
    const actor = anActor();
    const botId = await aBot(actor);
    for (const systemId of ['toaster', '__proto__', randomUUID()])
      expect(await codeOf(install(actor, botId, systemId))).toBe('NOT_FOUND');
  });

  it('whose id contains a NUL byte are refused [S39]', async () => {
    const actor = anActor();
    const botId = await aBot(actor);
    const call = { actor, botId, systemId: 'a\0b' };
    for (const answer of [stack.ask(systems.install, call), stack.ask(systems.configure, call), stack.ask(systems.remove, call)])
      expect(await codeOf(answer)).toBe('BAD_INPUT');
  });

  it('of another user’s bot fail with NOT_FOUND in every call [S29, S30]', async () => {
    const owner = anActor();
    const foreign = await aBot(owner);
    await install(owner, foreign);
    const actor = anActor();
    const own = await aBot(actor);
    const answers = (botId: string) =>
      Promise.all(
        [
          stack.ask(systems.list, { actor, botId }),
          install(actor, botId, 'mini-games'),
          install(actor, botId),
          configure(actor, botId, { maxRoles: 1 }),
          stack.ask(systems.remove, { actor, botId, systemId: 'reaction-roles' }),
        ].map((call) => call.catch((error: unknown) => AppError.from(error).toBody())),
      );
    const missing = await answers(randomUUID());
    expect(missing).toEqual(Array.from({ length: 5 }, () => new AppError('NOT_FOUND').toBody()));
    expect(await answers(foreign)).toEqual(missing);
    expect(await codeOf(configure(actor, own, {}))).toBe('NOT_FOUND');
    expect((await stack.ask(systems.list, { actor: owner, botId: foreign })).systems).toMatchObject([{ settings: DEFAULTS }]);
  });

  it('publish botChanged', async () => {
    const actor = anActor();
    const botId = await aBot(actor);
    const announced = () => changed.filter((id) => id === botId).length;
    await install(actor, botId);
    await configure(actor, botId, { maxRoles: 2 });
    await stack.ask(systems.remove, { actor, botId, systemId: 'reaction-roles' });
    await waitFor('three botChanged events', () => announced() === 3);
  });
});
