import { randomUUID } from 'node:crypto';
import { auditEvent } from '@kith/kit';
import { fixture, fixtureService, waitFor } from '@kith/kit/testing';
import { admin, audit, auth, bots, queues, type Actor } from '@kith/proto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anAdmin, aSuperAdmin, aUser, expectActorDropped, impersonated, startFakeBilling } from './actors.js';
import { authUnderTest, PASSWORD, type AuthUnderTest } from './auth-under-test.js';

let kith: AuthUnderTest;
let superAdmin: Actor;
let administrator: Actor;
const services: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  kith = await authUnderTest();
  services.push(await startFakeBilling(kith));
  superAdmin = await aSuperAdmin(kith);
  administrator = await anAdmin(kith);
});
afterAll(async () => {
  for (const service of services) await service.close();
  await kith.stop();
});

const sessionsFor = async (actor: Actor, userId: string) => (await kith.ask(admin.sessions, { actor, userId })).sessions;

describe('one user, for administrators', () => {
  it('is answered with name, address, role and plan; a missing one is not found', async () => {
    const { userId, username } = await aUser(kith);
    expect(await kith.ask(admin.user, { actor: administrator, userId })).toMatchObject({ id: userId, username, role: 'user' });
    await expect(kith.ask(admin.user, { actor: administrator, userId: randomUUID() })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('is signed out everywhere, at once, with an audit row that names both', async () => {
    const user = await aUser(kith);
    await kith.login(user.username, PASSWORD);
    expect(await sessionsFor(administrator, user.userId)).toMatchObject([{ isCurrent: false }, { isCurrent: false }]);
    const end = () => kith.ask(admin.endSessions, { actor: administrator, userId: user.userId });
    await expectActorDropped(kith, end, user.userId);
    expect(await sessionsFor(administrator, user.userId)).toEqual([]);
    expect(await kith.auditEvents('sessions_ended', user.userId)).toMatchObject([
      { actorId: administrator.userId, details: { sessions: 2 } },
    ]);
    expect(await sessionsFor(administrator, administrator.userId)).not.toEqual([]);
  });

  it('who is an administrator too shows the sessions to the super-admin only, who alone may end them', async () => {
    const other = await anAdmin(kith);
    const call = { actor: administrator, userId: other.userId };
    for (const refused of [admin.sessions, admin.endSessions])
      await expect(kith.ask(refused, call)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await sessionsFor(superAdmin, other.userId)).toHaveLength(1);
    await kith.ask(admin.endSessions, { actor: superAdmin, userId: other.userId });
    expect(await sessionsFor(superAdmin, other.userId)).toEqual([]);
  });

  it('is nothing for users and during an impersonation [S31]', async () => {
    const user = await aUser(kith);
    for (const call of [admin.user, admin.sessions, admin.endSessions]) {
      await expect(kith.ask(call, { actor: user, userId: user.userId })).rejects.toMatchObject({ code: 'FORBIDDEN' });
      const actor = impersonated(administrator);
      await expect(kith.ask(call, { actor, userId: user.userId })).rejects.toMatchObject({ code: 'IMPERSONATING' });
    }
    expect(await kith.ask(auth.sessions, { actor: user })).toMatchObject({ sessions: [{ isCurrent: true }] });
  });
});

describe('the audit log', () => {
  it('names users and bots by one call for the page, tells which are deleted, and shows ids while the bots are unavailable', async () => {
    const [user, bot, gone] = [await aUser(kith), randomUUID(), randomUUID()];
    const report = async (target: string) => {
      const event = { ...auditEvent('bot_removed', { actor: user, target }), at: new Date().toISOString() };
      await kith.runtime.queues.add(queues.audit, event.id, event);
    };
    for (const target of [bot, gone, user.userId]) await report(target);
    const log = () => kith.ask(audit.log, { actor: superAdmin, action: 'bot_removed', userId: user.userId });
    const { names: partly } = await waitFor('the events', async () => {
      const found = await log();
      return found.total === 3 ? found : undefined;
    });
    expect(partly).toEqual([{ id: user.userId, name: user.username }]);
    const asked: string[][] = [];
    services.push(
      await fixtureService(kith.runtime, 'bots', [
        fixture(bots.names, ({ botIds }) => {
          asked.push(botIds);
          return { names: { [bot]: 'Juniper' } };
        }),
      ]),
    );
    const { names } = await log();
    expect(new Map(names.map(({ id, name }) => [id, name]))).toEqual(
      new Map([
        [user.userId, user.username],
        [bot, 'Juniper'],
        [gone, null],
      ]),
    );
    expect(asked.map((ids) => ids.toSorted())).toEqual([[bot, gone].toSorted()]);
  });
});
