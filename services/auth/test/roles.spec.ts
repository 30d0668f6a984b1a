import { randomUUID } from 'node:crypto';
import { admin, events, type Actor } from '@kith/proto';
import { waitFor } from '@kith/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AuthUnderTest } from './auth-under-test.js';
import { anAdmin, aSuperAdmin, aUser, authWithBilling, impersonate } from './actors.js';

let kith: AuthUnderTest;
let superAdmin: Actor;

beforeAll(async () => {
  kith = await authWithBilling();
  superAdmin = await aSuperAdmin(kith);
});
afterAll(() => kith.stop());

const roleOf = async (userId: string) =>
  (await kith.query<{ role: string }>('select role from auth."user" where id = $1', [userId]))[0]?.role;
const grant = (actor: Actor, userId: string) => kith.ask(admin.grantAdmin, { actor, userId });
const revoke = (actor: Actor, userId: string) => kith.ask(admin.revokeAdmin, { actor, userId });
const auditRows = (action: string, userId: string) =>
  kith.query('select * from auth.audit_event where action = $1 and target = $2', [action, userId]);

describe('granting the role of administrator', () => {
  it('is possible for every administrator, effective at once, and repeatable', async () => {
    const { token, user } = await kith.register();
    const actor = await anAdmin(kith);
    expect(await grant(actor, user.id)).toEqual({ message: 'Admin privileges granted' });
    expect(await kith.resolve('bearer', token)).toMatchObject({ role: 'admin' });
    await grant(actor, user.id);
    await grant(superAdmin, user.id);
    expect(await roleOf(user.id)).toBe('admin');
    await waitFor('the audit event', async () => (await auditRows('admin_granted', user.id)).length > 0);
    await revoke(actor, user.id);
    await waitFor('the audit event', async () => (await auditRows('admin_revoked', user.id)).length > 0);
    expect(await auditRows('admin_granted', user.id)).toHaveLength(1);
  });

  it('does not change the role of the super-admin', async () => {
    await grant(await anAdmin(kith), superAdmin.userId);
    expect(await roleOf(superAdmin.userId)).toBe('super_admin');
  });

  it.each(['grantAdmin', 'revokeAdmin'] as const)(
    'or revoking it by %s fails with NOT_FOUND for an unknown user and a removed account',
    async (call) => {
      const gone = await aUser(kith);
      await kith.query('update auth."user" set removed_at = now() where id = $1', [gone.userId]);
      for (const userId of [randomUUID(), gone.userId])
        await expect(kith.ask(admin[call], { actor: superAdmin, userId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(kith.ask(admin[call], { actor: superAdmin, userId: 'no-id' })).rejects.toMatchObject({ code: 'BAD_INPUT' });
    },
  );

  it('ends an impersonation of the user', async () => {
    const user = await aUser(kith);
    const { token } = await impersonate(kith, superAdmin, user.userId);
    await kith.resolve('bearer', token);
    await grant(superAdmin, user.userId);
    await expect(kith.resolve('bearer', token)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});

describe('revoking the role of administrator', () => {
  it('is effective within a second and publishes actorDropped [S16]', async () => {
    const { token, user } = await kith.register();
    await grant(superAdmin, user.id);
    const asAdmin = await kith.resolve('bearer', token);
    const dropped = new Set<string>();
    const unsubscribe = await kith.runtime.events.subscribe(events.actorDropped, ({ userId }) => dropped.add(userId));
    const poll = async () =>
      kith.ask(admin.userCount, { actor: await kith.resolve('bearer', token) }).then(
        () => false,
        (error: unknown) => (error as { code: string }).code === 'FORBIDDEN',
      );
    expect(await poll()).toBe(false);
    await revoke(superAdmin, user.id);
    const from = Date.now();
    await waitFor('the first refusal', poll, 1000);
    expect(Date.now() - from).toBeLessThan(1000);
    await waitFor('actorDropped', () => dropped.has(user.id), 1000);
    unsubscribe();
    // A cached actor with the old role changes nothing either.
    await expect(grant(asAdmin, (await aUser(kith)).userId)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('is possible for every administrator, also for oneself, and repeatable', async () => {
    const [one, two] = [await anAdmin(kith), await anAdmin(kith)];
    expect(await revoke(one, two.userId)).toEqual({ message: 'Admin privileges revoked' });
    await revoke(one, two.userId);
    await revoke(one, one.userId);
    expect([await roleOf(one.userId), await roleOf(two.userId)]).toEqual(['user', 'user']);
    await expect(revoke(one, one.userId)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('is refused for the super-admin, even when called by the super-admin [S37]', async () => {
    const actor = await anAdmin(kith);
    for (const by of [actor, superAdmin])
      await expect(revoke(by, superAdmin.userId)).rejects.toMatchObject({ code: 'SUPER_ADMIN_PROTECTED' });
    expect(await roleOf(superAdmin.userId)).toBe('super_admin');
  });

  it('succeeds for one of two administrators who revoke each other concurrently', async () => {
    for (let round = 0; round < 8; round += 1) {
      const [one, two] = [await anAdmin(kith), await anAdmin(kith)];
      const outcomes = await Promise.allSettled([revoke(one, two.userId), revoke(two, one.userId)]);
      const roles = [await roleOf(one.userId), await roleOf(two.userId)];
      expect(roles.toSorted()).toEqual(['admin', 'user']);
      expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([
        { status: 'rejected', reason: expect.objectContaining({ code: 'FORBIDDEN' }) },
      ]);
    }
  });

  it('and granting concurrently end in a consistent role with one audit event per change', async () => {
    const user = await aUser(kith);
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? grant(superAdmin, user.userId) : revoke(superAdmin, user.userId))),
    );
    const role = await roleOf(user.userId);
    expect(['admin', 'user']).toContain(role);
    const count = async (action: string) => (await auditRows(action, user.userId)).length;
    await waitFor(
      'as many grants as revocations, as the role is',
      async () => (await count('admin_granted')) - (await count('admin_revoked')) === (role === 'admin' ? 1 : 0),
    );
  });
});
