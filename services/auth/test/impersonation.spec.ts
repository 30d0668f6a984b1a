import { randomUUID } from 'node:crypto';
import { admin, auth, type Actor } from '@kith/proto';
import { waitFor } from '@kith/kit/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ImpersonationsService } from '../src/admin/impersonations.service.js';
import { sha256 } from '../src/secrets.js';
import { anAddress, PASSWORD, type AuthUnderTest, type SignedIn } from './auth-under-test.js';
import {
  actorsOf,
  age,
  anAdmin,
  anImpersonator,
  aSuperAdmin,
  aUser,
  authWithBilling,
  expectActorDropped,
  endByBearer,
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
const auditEvent = async (action: string, target: string) =>
  waitFor(`the audit event ${action}`, async () => {
    const [row] = await kith.query<{ event: string }>('select event from auth.audit_event where action = $1 and target = $2', [
      action,
      target,
    ]);
    return row && (JSON.parse(row.event) as Record<string, unknown>);
  });

describe('an impersonation [S36]', () => {
  it("has the user's role and plan and names the impersonator", async () => {
    const started = await impersonate(kith, superAdmin, user.userId);
    expect(started.message).toBe('Impersonation started');
    expect(started.user).toMatchObject({
      id: user.userId,
      username: user.username,
      role: 'user',
      isAdmin: false,
      subscriptionPlan: 'basic',
      impersonatedBy: { id: superAdmin.userId, username: 'superadmin' },
    });
    const actor = await kith.resolve('bearer', started.token);
    expect(actor).toEqual({
      userId: user.userId,
      username: user.username,
      role: 'user',
      plan: 'basic',
      sessionId: expect.any(String),
      impersonator: { userId: superAdmin.userId, username: 'superadmin' },
    });
    expect(await kith.resolve('cookie', started.cookie)).toEqual(actor);
    expect(await kith.ask(auth.user, { actor })).toEqual(started.user);
  });

  it('writes audit events with both identities when it starts and ends', async () => {
    await endByBearer(kith, await impersonate(kith, superAdmin, user.userId));
    for (const action of ['impersonation_started', 'impersonation_ended'])
      expect(await auditEvent(action, user.userId)).toMatchObject({
        actorId: superAdmin.userId,
        actorName: 'superadmin',
        effectiveUserId: user.userId,
      });
  });

  it('stores only hashes of its token and cookie and of the new cookie of its parent session', async () => {
    const { token, cookie, parentCookie } = await impersonate(kith, superAdmin, user.userId);
    const rows = JSON.stringify(await kith.query('select * from auth.session'));
    for (const value of [token, cookie, parentCookie]) {
      expect(rows).toContain(sha256(value));
      expect(rows).not.toContain(value);
    }
  });

  it('gives its parent session a new cookie, which makes the old one invalid, and leaves the bearer valid', async () => {
    const { parentCookie } = await impersonate(kith, superAdmin, user.userId);
    expect(await kith.resolve('cookie', parentCookie)).toEqual(await kith.resolve('bearer', parent.token));
    await expect(kith.resolve('cookie', parent.cookie)).rejects.toMatchObject(UNAUTHENTICATED);
  });

  it('cannot be started from another impersonation or from its session', async () => {
    const actor = await anImpersonator(kith);
    const refused = impersonate(kith, actor, user.userId);
    await expect(refused).rejects.toMatchObject({ code: 'IMPERSONATING' });
    // Even if a gateway left the impersonator out of the actor.
    const forged = { ...superAdmin, sessionId: actor.sessionId };
    await expect(impersonate(kith, forged, user.userId)).rejects.toMatchObject(UNAUTHENTICATED);
  });

  it('of an administrator is refused', async () => {
    const refusal = { code: 'CANNOT_IMPERSONATE', message: 'You cannot impersonate another administrator.' };
    await expect(impersonate(kith, superAdmin, (await anAdmin(kith)).userId)).rejects.toMatchObject(refusal);
    await expect(impersonate(kith, superAdmin, superAdmin.userId)).rejects.toMatchObject(refusal);
  });

  it('of the super-admin is refused to an administrator [S37]', async () => {
    await expect(impersonate(kith, await anAdmin(kith), superAdmin.userId)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('fails with NOT_FOUND for an unknown user and a removed account', async () => {
    await kith.query('update auth."user" set removed_at = now() where id = $1', [user.userId]);
    for (const userId of [user.userId, randomUUID()])
      await expect(impersonate(kith, superAdmin, userId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is refused to a former super-admin and from a session that has ended', async () => {
    await kith.ask(auth.logout, { actor: superAdmin });
    await expect(impersonate(kith, superAdmin, user.userId)).rejects.toMatchObject(UNAUTHENTICATED);
    const pretender = { ...(await aUser(kith)), role: 'super_admin' as const };
    await expect(impersonate(kith, pretender, user.userId)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('expires after thirty minutes even while it is used, and the expiry publishes actorDropped', async () => {
    const { token } = await impersonate(kith, superAdmin, user.userId);
    const { sessionId } = await kith.resolve('bearer', token);
    await age(kith, sessionId, 'expires_at', '29 minutes 30 seconds');
    await kith.resolve('bearer', token);
    await age(kith, sessionId, 'expires_at', '31 seconds');
    await expect(kith.resolve('bearer', token)).rejects.toMatchObject(UNAUTHENTICATED);
    const service = kith.services.get('auth')?.app.get(ImpersonationsService);
    await expectActorDropped(kith, async () => service?.dropExpired(), user.userId);
  });

  it('replaces the previous one of the same parent session, also when many start concurrently', async () => {
    const first = await impersonate(kith, superAdmin, user.userId);
    const many = await Promise.allSettled(Array.from({ length: 8 }, () => impersonate(kith, superAdmin, user.userId)));
    // One that was replaced before its call returned fails with UNAUTHENTICATED.
    const started = many.flatMap((answer) => {
      if (answer.status === 'fulfilled') return [answer.value];
      expect(answer.reason).toMatchObject(UNAUTHENTICATED);
      return [];
    });
    const alive = await Promise.allSettled([first, ...started].map(({ token }) => kith.resolve('bearer', token)));
    expect(alive.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await kith.resolve('bearer', parent.token);
  });

  it('that is replaced by one of another user publishes actorDropped for the first user', async () => {
    const { token } = await impersonate(kith, superAdmin, user.userId);
    const other = await aUser(kith);
    await expectActorDropped(kith, () => impersonate(kith, superAdmin, other.userId), user.userId);
    await expect(kith.resolve('bearer', token)).rejects.toMatchObject(UNAUTHENTICATED);
  });

  it("does not count as a session of the user: it is not listed and displaces none of the user's sessions", async () => {
    await kith.query(
      `insert into auth.session (user_id, bearer_hash, cookie_hash, ip, user_agent)
       select $1, gen_random_uuid(), gen_random_uuid(), '', '' from generate_series(2, 30)`,
      [user.userId],
    );
    const { token } = await impersonate(kith, superAdmin, user.userId);
    await kith.login(user.username, PASSWORD, anAddress());
    await kith.resolve('bearer', token);
    const counted = await kith.query('select 1 from auth.session where user_id = $1 and impersonator_id is null', [user.userId]);
    expect(counted).toHaveLength(30);
    const { sessions } = await kith.ask(auth.sessions, { actor: user });
    const { sessionId } = await kith.resolve('bearer', token);
    expect(sessions.map(({ id }) => id)).not.toContain(sessionId);
  });
});

describe('an impersonation and its parent session [S36]', () => {
  const endings: Record<string, (child: Actor) => Promise<unknown>> = {
    'logged out': () => kith.ask(auth.logout, { actor: superAdmin }),
    'ended by the super-admin elsewhere': async () =>
      kith.ask(auth.endSession, { actor: await aSuperAdmin(kith), sessionId: superAdmin.sessionId }),
    'ended with all others': async () => kith.ask(auth.endSessions, { actor: await aSuperAdmin(kith) }),
    'ended by a change of the password': async () => {
      const [currentPassword, newPassword] = ['super-secret-password', 'another-secret-password'];
      const change = async (from: string, to: string) =>
        kith.ask(auth.password, { actor: await kith.resolve('bearer', elsewhere.token), currentPassword: from, newPassword: to });
      await change(currentPassword, newPassword);
      await change(newPassword, currentPassword);
    },
  };
  let elsewhere: SignedIn;

  it.each(Object.keys(endings))(
    'end together when the parent is %s, after which the impersonation cannot be ended explicitly and actorDropped is published',
    async (how) => {
      elsewhere = await signInSuperAdmin(kith);
      const started = await impersonate(kith, superAdmin, user.userId);
      const { token } = started;
      const child = await kith.resolve('bearer', token);
      await expectActorDropped(kith, async () => endings[how]?.(child), user.userId);
      await expect(kith.resolve('bearer', token)).rejects.toMatchObject(UNAUTHENTICATED);
      await expect(endByBearer(kith, started)).rejects.toMatchObject(UNAUTHENTICATED);
      await waitFor('the session row to be deleted', async () => {
        const rows = await kith.query('select 1 from auth.session where id = $1', [child.sessionId]);
        return rows.length === 0;
      });
    },
  );

  it.each([
    ['idle too long', 'last_used_at', '7 days 1 minute'],
    ['too old', 'created_at', '30 days 1 minute'],
  ])('end together when the parent is %s', async (_how, column, interval) => {
    const started = await impersonate(kith, superAdmin, user.userId);
    await age(kith, superAdmin.sessionId, column, interval);
    await expect(kith.resolve('bearer', started.token)).rejects.toMatchObject(UNAUTHENTICATED);
    await expect(endByBearer(kith, started)).rejects.toMatchObject(UNAUTHENTICATED);
  });

  it('end together when the impersonation logs out', async () => {
    const { token } = await impersonate(kith, superAdmin, user.userId);
    await kith.ask(auth.logout, { actor: await kith.resolve('bearer', token) });
    for (const value of [token, parent.token]) await expect(kith.resolve('bearer', value)).rejects.toMatchObject(UNAUTHENTICATED);
  });

  it('cause an audit event with both identities when the impersonation logs out', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { token } = await impersonate(kith, await aSuperAdmin(kith), user.userId);
      await kith.ask(auth.logout, { actor: await kith.resolve('bearer', token) });
    }
    const events = await kith.auditEvents('logout', user.userId, 5);
    for (const event of events)
      expect(event).toMatchObject({ actorId: superAdmin.userId, effectiveUserId: user.userId, actorName: 'superadmin' });
  });
});

describe('an impersonator [S36]', () => {
  const denied: Record<string, (actor: Actor) => Promise<unknown>> = {
    'change the password': (actor) =>
      kith.ask(auth.password, { actor, currentPassword: PASSWORD, newPassword: 'a new password' }),
    'change the address': (actor) =>
      kith.ask(auth.profile, { actor, username: actor.username, email: `${randomUUID()}@example.com` }),
    'write an API key': (actor) => kith.ask(auth.apiSettings, { actor, apiKey: 'sk-some-key-of-theirs' }),
    'remove the API key': (actor) => kith.ask(auth.apiSettings, { actor, clearApiKey: true }),
    'end a session': (actor) => kith.ask(auth.endSession, { actor, sessionId: user.sessionId }),
    'sign out everywhere': (actor) => kith.ask(auth.endSessions, { actor }),
    'delete the account': (actor) => kith.ask(auth.removeAccount, { actor, password: PASSWORD }),
    'grant a right': (actor) => kith.ask(admin.grantAdmin, { actor, userId: actor.userId }),
    'revoke a right': (actor) => kith.ask(admin.revokeAdmin, { actor, userId: actor.userId }),
    'list users': (actor) => kith.ask(admin.users, { actor }),
  };

  it.each(Object.keys(denied))('may not %s', async (what) => {
    const before = await kith.query('select * from auth."user" where id = $1', [user.userId]);
    const actor = await anImpersonator(kith, user.userId);
    await expect(denied[what]?.(actor)).rejects.toMatchObject({ code: 'IMPERSONATING' });
    expect(await kith.query('select * from auth."user" where id = $1', [user.userId])).toEqual(before);
    await kith.resolve('bearer', (await kith.login(user.username, PASSWORD)).token);
  });
});
