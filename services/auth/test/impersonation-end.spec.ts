import { randomUUID } from 'node:crypto';
import { admin, AppError, auth, type Actor } from '@kith/proto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SessionsService } from '../src/sessions/sessions.service.js';
import { PASSWORD, type AuthUnderTest, type SignedIn } from './auth-under-test.js';
import {
  actorsOf,
  age,
  anOrigin,
  aSuperAdmin,
  authWithBilling,
  expectActorDropped,
  endImpersonation,
  impersonate,
  signInSuperAdmin,
} from './actors.js';

let kith: AuthUnderTest;
let parent: SignedIn;
let superAdmin: Actor;
let user: Actor;

beforeAll(async () => {
  kith = await authWithBilling();
});
afterAll(() => kith.stop());
beforeEach(async () => {
  ({ parent, superAdmin, user } = await actorsOf(kith));
});

const UNAUTHENTICATED = { code: 'UNAUTHENTICATED' };

describe('ending an impersonation [S36]', () => {
  it.each(['bearer', 'cookie'] as const)('by its %s signs the super-admin in with a new token and cookie', async (kind) => {
    const started = await impersonate(kith, superAdmin, user.userId);
    const back = await endImpersonation(kith, kind, kind === 'bearer' ? started.token : started.cookie);
    expect(back.message).toBe('Impersonation ended');
    expect(back.user).toMatchObject({ id: superAdmin.userId, role: 'super_admin', impersonatedBy: null });
    const actor = await kith.resolve('bearer', back.token);
    expect(await kith.resolve('cookie', back.cookie)).toEqual(actor);
    expect(actor).toMatchObject({ userId: superAdmin.userId, role: 'super_admin' });
    expect(actor).not.toHaveProperty('impersonator');
    for (const token of [started.token, parent.token])
      await expect(kith.resolve('bearer', token)).rejects.toMatchObject(UNAUTHENTICATED);
    await expect(kith.resolve('cookie', parent.cookie)).rejects.toMatchObject(UNAUTHENTICATED);
  });

  it('works after the impersonation has expired, even after a sweep and further logins', async () => {
    const { token } = await impersonate(kith, superAdmin, user.userId);
    const { sessionId } = await kith.resolve('bearer', token);
    for (const column of ['expires_at', 'created_at', 'last_used_at']) await age(kith, sessionId, column, '31 days');
    await kith.services.get('auth')?.app.get(SessionsService).sweep();
    await kith.login(user.username, PASSWORD);
    await signInSuperAdmin(kith);
    await expect(kith.resolve('bearer', token)).rejects.toMatchObject(UNAUTHENTICATED);
    expect((await endImpersonation(kith, 'bearer', token)).user.id).toBe(superAdmin.userId);
  });

  it('works after the impersonated user was removed', async () => {
    const { token } = await impersonate(kith, superAdmin, user.userId);
    await kith.ask(auth.removeAccount, { actor: user, password: PASSWORD });
    await expect(kith.resolve('bearer', token)).rejects.toMatchObject(UNAUTHENTICATED);
    expect((await endImpersonation(kith, 'bearer', token)).user.id).toBe(superAdmin.userId);
  });

  it('does not extend the age of the parent session', async () => {
    await age(kith, superAdmin.sessionId, 'created_at', '29 days 23 hours');
    const { token } = await impersonate(kith, superAdmin, user.userId);
    const back = await endImpersonation(kith, 'bearer', token);
    const { sessionId } = await kith.resolve('bearer', back.token);
    await age(kith, sessionId, 'created_at', '2 hours');
    await expect(kith.resolve('bearer', back.token)).rejects.toMatchObject(UNAUTHENTICATED);
  });

  it('publishes actorDropped for the user and the super-admin', async () => {
    const { token } = await impersonate(kith, superAdmin, user.userId);
    await expectActorDropped(kith, () => endImpersonation(kith, 'bearer', token), user.userId);
    const again = await aSuperAdmin(kith);
    const second = await impersonate(kith, again, user.userId);
    await expectActorDropped(kith, () => endImpersonation(kith, 'bearer', second.token), again.userId);
  });

  it('publishes actorDropped and writes the audit event even if the super-admin is signed out at the same moment', async () => {
    const { token } = await impersonate(kith, superAdmin, user.userId);
    const sessions = kith.services.get('auth')?.app.get(SessionsService);
    if (sessions) jest.spyOn(sessions, 'resolve').mockRejectedValueOnce(new AppError('UNAUTHENTICATED'));
    await expectActorDropped(
      kith,
      () => expect(endImpersonation(kith, 'bearer', token)).rejects.toMatchObject(UNAUTHENTICATED),
      user.userId,
    );
    expect(await kith.auditEvents('impersonation_ended', user.userId)).toMatchObject([
      { actorId: superAdmin.userId, actorName: 'superadmin', effectiveUserId: user.userId },
    ]);
  });

  it('works once when it is called many times concurrently', async () => {
    const { token } = await impersonate(kith, superAdmin, user.userId);
    const answers = await Promise.allSettled(Array.from({ length: 8 }, () => endImpersonation(kith, 'bearer', token)));
    const [back, ...more] = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    expect(more).toEqual([]);
    await kith.resolve('bearer', back?.token ?? '');
    for (const answer of answers) if (answer.status === 'rejected') expect(answer.reason).toMatchObject(UNAUTHENTICATED);
    await expect(endImpersonation(kith, 'bearer', token)).rejects.toMatchObject(UNAUTHENTICATED);
  });

  it('and logging out at the same time leave no usable impersonation', async () => {
    for (let round = 0; round < 5; round += 1) {
      const started = await impersonate(kith, await aSuperAdmin(kith), user.userId);
      const child = await kith.resolve('bearer', started.token);
      const [ended, loggedOut] = await Promise.allSettled([
        endImpersonation(kith, 'bearer', started.token),
        kith.ask(auth.logout, { actor: child }),
      ]);
      expect(loggedOut.status).toBe('fulfilled');
      if (ended.status === 'rejected') expect(ended.reason).toMatchObject(UNAUTHENTICATED);
      await expect(kith.resolve('bearer', started.token)).rejects.toMatchObject(UNAUTHENTICATED);
    }
  });

  it('fails with UNAUTHENTICATED for an ordinary session and an unknown one', async () => {
    const { token, cookie } = await kith.register();
    const { cookie: other } = await impersonate(kith, superAdmin, user.userId);
    for (const [kind, value] of [
      ['bearer', token],
      ['cookie', cookie],
      ['bearer', parent.token],
      ['bearer', other],
      ['bearer', randomUUID()],
    ] as const)
      await expect(endImpersonation(kith, kind, value)).rejects.toMatchObject(UNAUTHENTICATED);
    await kith.resolve('bearer', token);
  });

  it.each(['', 'x'.repeat(64), 'A'.repeat(64)])('refuses %j as the hash of a session', async (hash) => {
    await expect(kith.ask(admin.endImpersonation, { kind: 'bearer', hash, origin: anOrigin() })).rejects.toMatchObject({
      code: 'BAD_INPUT',
    });
  });
});
