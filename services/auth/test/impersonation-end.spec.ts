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
  endByBearer,
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

/** A running impersonation and how the browser of the super-admin ends it. */
const start = async (actor = superAdmin) => impersonate(kith, actor, user.userId);

describe('ending an impersonation [S36]', () => {
  it.each(['bearer', 'cookie'] as const)(
    'by its %s and the cookie of the super-admin signs the super-admin in with a new token and cookie',
    async (kind) => {
      const { token, cookie, parentCookie } = await start();
      const { message, session } = await endImpersonation(kith, kind, {
        value: kind === 'bearer' ? token : cookie,
        parentCookie,
      });
      expect(message).toBe('Impersonation ended');
      expect(session?.user).toMatchObject({ id: superAdmin.userId, role: 'super_admin', impersonatedBy: null });
      const actor = await kith.resolve('bearer', session?.token ?? '');
      expect(await kith.resolve('cookie', session?.cookie ?? '')).toEqual(actor);
      expect(actor).toMatchObject({ userId: superAdmin.userId, role: 'super_admin' });
      expect(actor).not.toHaveProperty('impersonator');
      for (const old of [token, parent.token]) await expect(kith.resolve('bearer', old)).rejects.toMatchObject(UNAUTHENTICATED);
      for (const old of [parent.cookie, parentCookie])
        await expect(kith.resolve('cookie', old)).rejects.toMatchObject(UNAUTHENTICATED);
    },
  );

  it('without the cookie of the super-admin, or with another one, is refused and changes nothing', async () => {
    const { token, cookie } = await start();
    const elsewhere = await signInSuperAdmin(kith);
    const others = [undefined, token, cookie, parent.token, parent.cookie, elsewhere.cookie, elsewhere.token, randomUUID()];
    const before = await kith.query('select * from auth.session order by id');
    for (const parentCookie of others) {
      const refused = endImpersonation(kith, 'bearer', { value: token, parentCookie });
      await expect(refused).rejects.toMatchObject(UNAUTHENTICATED);
      await expect(endImpersonation(kith, 'cookie', { value: cookie, parentCookie })).rejects.toMatchObject(UNAUTHENTICATED);
    }
    expect(await kith.query('select * from auth.session order by id')).toEqual(before);
  });

  it.each(['bearer', 'cookie'] as const)(
    'by its %s after it has expired only ends it: no session is answered, with or without the cookie of the super-admin',
    async (kind) => {
      for (const isOwnCookieSent of [false, true]) {
        const { token, cookie, parentCookie } = await start(await aSuperAdmin(kith));
        const value = kind === 'bearer' ? token : cookie;
        const { sessionId } = await kith.resolve('bearer', token);
        await age(kith, sessionId, 'expires_at', '6 days');
        const sessions = await kith.query('select * from auth.session where id <> $1 order by id', [sessionId]);
        const ended = await endImpersonation(kith, kind, { value, parentCookie: isOwnCookieSent ? parentCookie : undefined });
        expect(ended).toEqual({ session: null, message: 'The impersonation had expired. Please sign in again.' });
        expect(await kith.query('select * from auth.session order by id')).toEqual(sessions);
        const again = endImpersonation(kith, kind, { value, parentCookie });
        await expect(again).rejects.toMatchObject(UNAUTHENTICATED);
      }
      expect(await kith.auditEvents('impersonation_ended', user.userId, 2)).toMatchObject([
        { actorId: superAdmin.userId, actorName: 'superadmin', effectiveUserId: user.userId },
        { actorId: superAdmin.userId, actorName: 'superadmin', effectiveUserId: user.userId },
      ]);
    },
  );

  it('six days after it was ended opens no session of the super-admin', async () => {
    const started = await start();
    const back = await endByBearer(kith, started);
    for (const parentCookie of [undefined, started.parentCookie, back.cookie]) {
      const again = endImpersonation(kith, 'bearer', { value: started.token, parentCookie });
      await expect(again).rejects.toMatchObject(UNAUTHENTICATED);
    }
  });

  it('is possible after the impersonation has expired, even after a sweep and further logins', async () => {
    const { token } = await start();
    const { sessionId } = await kith.resolve('bearer', token);
    for (const column of ['expires_at', 'created_at', 'last_used_at']) await age(kith, sessionId, column, '31 days');
    await kith.services.get('auth')?.app.get(SessionsService).sweep();
    await kith.login(user.username, PASSWORD);
    await signInSuperAdmin(kith);
    await expect(kith.resolve('bearer', token)).rejects.toMatchObject(UNAUTHENTICATED);
    expect(await endImpersonation(kith, 'bearer', { value: token, parentCookie: undefined })).toMatchObject({ session: null });
  });

  it('works after the impersonated user was removed', async () => {
    const started = await start();
    await kith.ask(auth.removeAccount, { actor: user, password: PASSWORD });
    await expect(kith.resolve('bearer', started.token)).rejects.toMatchObject(UNAUTHENTICATED);
    expect((await endByBearer(kith, started)).user.id).toBe(superAdmin.userId);
  });

  it('does not extend the age of the parent session', async () => {
    await age(kith, superAdmin.sessionId, 'created_at', '29 days 23 hours');
    const back = await endByBearer(kith, await start());
    const { sessionId } = await kith.resolve('bearer', back.token);
    await age(kith, sessionId, 'created_at', '2 hours');
    await expect(kith.resolve('bearer', back.token)).rejects.toMatchObject(UNAUTHENTICATED);
  });

  it('publishes actorDropped for the user and the super-admin', async () => {
    const first = await start();
    await expectActorDropped(kith, () => endByBearer(kith, first), user.userId);
    const again = await aSuperAdmin(kith);
    const second = await start(again);
    await expectActorDropped(kith, () => endByBearer(kith, second), again.userId);
  });

  it('publishes actorDropped and writes the audit event even if the super-admin is signed out at the same moment', async () => {
    const started = await start();
    const sessions = kith.services.get('auth')?.app.get(SessionsService);
    if (sessions) jest.spyOn(sessions, 'resolve').mockRejectedValueOnce(new AppError('UNAUTHENTICATED'));
    await expectActorDropped(kith, () => expect(endByBearer(kith, started)).rejects.toMatchObject(UNAUTHENTICATED), user.userId);
    expect(await kith.auditEvents('impersonation_ended', user.userId)).toMatchObject([
      { actorId: superAdmin.userId, actorName: 'superadmin', effectiveUserId: user.userId },
    ]);
  });

  it.each(['running', 'expired'])('works once when it is called many times concurrently while it is %s', async (state) => {
    const { token, parentCookie } = await start();
    const { sessionId } = await kith.resolve('bearer', token);
    if (state === 'expired') await age(kith, sessionId, 'expires_at', '1 hour');
    const end = () => endImpersonation(kith, 'bearer', { value: token, parentCookie });
    const answers = await Promise.allSettled(Array.from({ length: 8 }, end));
    const [ended, ...more] = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    expect(more).toEqual([]);
    if (state === 'expired') expect(ended?.session).toBeNull();
    else await kith.resolve('bearer', ended?.session?.token ?? '');
    for (const answer of answers) if (answer.status === 'rejected') expect(answer.reason).toMatchObject(UNAUTHENTICATED);
    await expect(end()).rejects.toMatchObject(UNAUTHENTICATED);
  });

  it('and logging out at the same time leave no usable impersonation', async () => {
    for (let round = 0; round < 5; round += 1) {
      const started = await start(await aSuperAdmin(kith));
      const child = await kith.resolve('bearer', started.token);
      const [ended, loggedOut] = await Promise.allSettled([endByBearer(kith, started), kith.ask(auth.logout, { actor: child })]);
      expect(loggedOut.status).toBe('fulfilled');
      if (ended.status === 'rejected') expect(ended.reason).toMatchObject(UNAUTHENTICATED);
      await expect(kith.resolve('bearer', started.token)).rejects.toMatchObject(UNAUTHENTICATED);
    }
  });

  it('fails with UNAUTHENTICATED for an ordinary session and an unknown one', async () => {
    const { token, cookie } = await kith.register();
    const { cookie: other, parentCookie } = await start();
    for (const [kind, value] of [
      ['bearer', token],
      ['cookie', cookie],
      ['bearer', parent.token],
      ['cookie', parentCookie],
      ['bearer', other],
      ['bearer', randomUUID()],
    ] as const)
      await expect(endImpersonation(kith, kind, { value, parentCookie })).rejects.toMatchObject(UNAUTHENTICATED);
    await kith.resolve('bearer', token);
  });

  it.each(['', 'x'.repeat(64), 'A'.repeat(64)])('refuses %j as the hash of a session', async (hash) => {
    const refusal = { code: 'BAD_INPUT' };
    const valid = 'a'.repeat(64);
    const origin = anOrigin();
    await expect(kith.ask(admin.endImpersonation, { kind: 'bearer', hash, origin })).rejects.toMatchObject(refusal);
    const withParent = kith.ask(admin.endImpersonation, { kind: 'bearer', hash: valid, parentHash: hash, origin });
    await expect(withParent).rejects.toMatchObject(refusal);
  });
});
