import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anActor, waitFor } from '@kith/kit/testing';
import { AppError, bots, events, systems, SYSTEMS, type Actor } from '@kith/proto';
import { RemovalSweep } from '../src/removals.service.js';
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
    expect((await configure(actor, botId, { logChannel: '300000000000000001' })).settings).toEqual({
      ...DEFAULTS,
      maxRoles: 9,
      logChannel: '300000000000000001',
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
    await Promise.all([configure(actor, botId, { maxRoles: 7 }), configure(actor, botId, { logChannel: '300000000000000001' })]);
    expect((await stack.ask(systems.list, { actor, botId })).systems[0]?.settings).toEqual({
      ...DEFAULTS,
      maxRoles: 7,
      logChannel: '300000000000000001',
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

  describe('that have written into servers', () => {
    const systemId = 'auto-moderation';
    const remove = (actor: Actor, botId: string, id = systemId) => stack.ask(systems.remove, { actor, botId, systemId: id });
    const goLive = (actor: Actor, botId: string) =>
      stack.ask(systems.configure, { actor, botId, systemId, settings: { dryRun: false }, reset: false });
    const aBotWithToken = async (actor: Actor) =>
      (await stack.ask(bots.create, { actor, name: 'Nova', discordToken: aToken() })).bot.id;
    const jobsFor = async (...botIds: string[]) => {
      const jobs = [...(await jobsOf(stack, 'lifecycle'))] as [string, { action: string; botId: string }][];
      return jobs.filter(([, job]) => job.action === 'uninstall' && botIds.includes(job.botId));
    };
    const uninstalledAt = async (botId: string) => (await stack.ask(bots.uninstalled, { botId })).uninstalledAt;
    const sweep = (now: Date) => stack.services.get('bots')?.app.get<RemovalSweep>(RemovalSweep, { strict: false }).sweep(now);

    it('are removed there too, by a runner with the token of the bot; nothing is done after a dry run', async () => {
      const actor = aPremiumOwner();
      const [botId, dry, withoutToken] = [await aBotWithToken(actor), await aBotWithToken(actor), await aBot(actor)];
      for (const id of [botId, dry, withoutToken]) await install(actor, id, systemId);
      for (const id of [botId, withoutToken]) await goLive(actor, id);
      await install(actor, botId, 'mini-games');
      await remove(actor, botId, 'mini-games');
      for (const id of [botId, dry, withoutToken]) await remove(actor, id);
      const jobs = await jobsFor(botId, dry, withoutToken);
      expect(jobs.map(([, job]) => job)).toEqual([{ action: 'uninstall', ownerId: actor.userId, botId, systemId }]);
      expect(await uninstalledAt(botId)).toEqual(expect.any(String));
      expect(await codeOf(remove(actor, botId))).toBe('NOT_FOUND');
      expect(await jobsFor(botId)).toHaveLength(1);
    });

    it('are left alone by a late job when they are installed again', async () => {
      const actor = aPremiumOwner();
      const botId = await aBotWithToken(actor);
      const uninstall = async () => {
        await install(actor, botId, systemId);
        await goLive(actor, botId);
        await remove(actor, botId);
        return (await uninstalledAt(botId)) ?? '';
      };
      const first = await uninstall();
      await install(actor, botId, systemId);
      expect(await uninstalledAt(botId)).toBeNull();
      await remove(actor, botId);
      const second = await uninstalledAt(botId);
      expect(second).not.toBe(first);
      // The end of the first removal is not that of the second.
      await stack.ask(bots.endUninstall, { botId, uninstalledAt: first });
      expect(await uninstalledAt(botId)).toBe(second);
      await stack.ask(bots.endUninstall, { botId, uninstalledAt: second ?? '' });
      expect(await uninstalledAt(botId)).toBeNull();
    });

    it('are removed later when Redis is away as soon as the removal of the system is stored, which is answered as done', async () => {
      const actor = aPremiumOwner();
      const botId = await aBotWithToken(actor);
      await install(actor, botId, systemId);
      await goLive(actor, botId);
      const { queues } = stack.runtime;
      const add = queues.add.bind(queues);
      queues.add = () => Promise.reject(new AppError('UNAVAILABLE'));
      changed.length = 0;
      try {
        expect(await remove(actor, botId)).toEqual({ message: 'System removed' });
      } finally {
        queues.add = add;
      }
      expect((await stack.ask(systems.list, { actor, botId })).systems).toEqual([]);
      await waitFor('the event', () => changed.includes(botId) || undefined);
      expect(await jobsFor(botId)).toEqual([]);
      const removedAt = Date.parse((await uninstalledAt(botId)) ?? '');
      await sweep(new Date(removedAt + 310_000));
      expect((await jobsFor(botId)).map(([, job]) => job)).toEqual([
        { action: 'uninstall', ownerId: actor.userId, botId, systemId },
      ]);
    });

    it('are removed by another job when the first was lost, for an hour', async () => {
      const actor = aPremiumOwner();
      const botId = await aBotWithToken(actor);
      await install(actor, botId, systemId);
      await goLive(actor, botId);
      await remove(actor, botId);
      const removedAt = Date.parse((await uninstalledAt(botId)) ?? '');
      await sweep(new Date(removedAt + 290_000));
      expect(await jobsFor(botId)).toHaveLength(1);
      await sweep(new Date(removedAt + 310_000));
      expect(await jobsFor(botId)).toHaveLength(2);
      await sweep(new Date(removedAt + 3_610_000));
      expect(await uninstalledAt(botId)).toBeNull();
    });
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
