import { randomUUID } from 'node:crypto';
import { admin, AppError, auth, type Actor } from '@kith/proto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SessionsService } from '../src/sessions.service.js';
import { SessionSweep } from '../src/sessions/session-sweep.js';
import { PASSWORD, type AuthUnderTest, type SignedIn } from './auth-under-test.js';
import {
  actorsOf,
  age,
  anOrigin,
  aSuperAdmin,
  authWithBilling,
  droppedBy,
  endImpersonation,
  impersonate,
  signInSuperAdmin,
} from './people.js';

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

describe('S36: ending an impersonation', () => {
  it.each(['bearer', 'cookie'] as const)('by its %s signs the super-admin in again, with new values', async (kind) => {
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

  it('works after it has expired, also after a sweep and further logins', async () => {
    const { token } = await impersonate(kith, superAdmin, user.userId);
    const { sessionId } = await kith.resolve('bearer', token);
    for (const column of ['expires_at', 'created_at', 'last_used_at']) await age(kith, sessionId, column, '31 days');
    await kith.services.get('auth')?.app.get(SessionSweep).sweep();
    await kith.login(user.username, PASSWORD);
    await signInSuperAdmin(kith);
    await expect(kith.resolve('bearer', token)).rejects.toMatchObject(UNAUTHENTICATED);
    expect((await endImpersonation(kith, 'bearer', token)).user.id).toBe(superAdmin.userId);
  });

  it('works when the user was removed meanwhile', async () => {
    const { token } = await impersonate(kith, superAdmin, user.userId);
    await kith.ask(auth.removeAccount, { actor: user, password: PASSWORD });
    await expect(kith.resolve('bearer', token)).rejects.toMatchObject(UNAUTHENTICATED);
    expect((await endImpersonation(kith, 'bearer', token)).user.id).toBe(superAdmin.userId);
  });

  it('does not make the session younger', async () => {
    await age(kith, superAdmin.sessionId, 'created_at', '29 days 23 hours');
    const { token } = await impersonate(kith, superAdmin, user.userId);
    const back = await endImpersonation(kith, 'bearer', token);
    const { sessionId } = await kith.resolve('bearer', back.token);
    await age(kith, sessionId, 'created_at', '2 hours');
    await expect(kith.resolve('bearer', back.token)).rejects.toMatchObject(UNAUTHENTICATED);
  });

  it('is announced for both', async () => {
    const { token } = await impersonate(kith, superAdmin, user.userId);
    await droppedBy(kith, () => endImpersonation(kith, 'bearer', token), user.userId);
    const again = await aSuperAdmin(kith);
    const second = await impersonate(kith, again, user.userId);
    await droppedBy(kith, () => endImpersonation(kith, 'bearer', second.token), again.userId);
  });

  it('is announced and written down even if the super-admin is signed out at the same moment', async () => {
    const { token } = await impersonate(kith, superAdmin, user.userId);
    const sessions = kith.services.get('auth')?.app.get(SessionsService);
    if (sessions) jest.spyOn(sessions, 'resolve').mockRejectedValueOnce(new AppError('UNAUTHENTICATED'));
    await droppedBy(
      kith,
      () => expect(endImpersonation(kith, 'bearer', token)).rejects.toMatchObject(UNAUTHENTICATED),
      user.userId,
    );
    expect(await kith.reported('impersonation_ended', user.userId)).toMatchObject([
      { actorId: superAdmin.userId, actorName: 'superadmin', effectiveUserId: user.userId },
    ]);
  });

  it('works once, also when it is asked for many times at once', async () => {
    const { token } = await impersonate(kith, superAdmin, user.userId);
    const answers = await Promise.allSettled(Array.from({ length: 8 }, () => endImpersonation(kith, 'bearer', token)));
    const [back, ...more] = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    expect(more).toEqual([]);
    await kith.resolve('bearer', back?.token ?? '');
    for (const answer of answers) if (answer.status === 'rejected') expect(answer.reason).toMatchObject(UNAUTHENTICATED);
    await expect(endImpersonation(kith, 'bearer', token)).rejects.toMatchObject(UNAUTHENTICATED);
  });

  it('and logging out at once leave nobody signed in by halves', async () => {
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

  it('is UNAUTHENTICATED for an ordinary session and for nothing at all', async () => {
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

  it.each(['', 'x'.repeat(64), 'A'.repeat(64)])('refuses %j as a hash', async (hash) => {
    await expect(kith.ask(admin.endImpersonation, { kind: 'bearer', hash, origin: anOrigin() })).rejects.toMatchObject({
      code: 'BAD_INPUT',
    });
  });
});
