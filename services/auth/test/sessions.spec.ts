import { randomUUID } from 'node:crypto';
import { startService, type RunningService } from '@kith/kit';
import { AppError, auth, billing, events, type Actor, type Plan } from '@kith/proto';
import { fixture, fixtureService, waitFor } from '@kith/kit/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { definition } from '../src/index.js';
import { anAddress, authUnderTest, PASSWORD, sha256, type AuthUnderTest, type SignedIn } from './auth-under-test.js';
import { expectActorDropped, impersonated } from './actors.js';

let kith: AuthUnderTest;
let replica: RunningService;
let signedIn: SignedIn;

beforeAll(async () => {
  kith = await authUnderTest();
  replica = await startService(definition, kith.runtime);
});
afterAll(async () => {
  await replica.close();
  await kith.stop();
});
beforeEach(async () => {
  signedIn = await kith.register();
});

const UNAUTHENTICATED = { code: 'UNAUTHENTICATED' };
const sessionsOf = async (actor: Actor) => (await kith.ask(auth.sessions, { actor })).sessions;
const age = (column: string, interval: string) =>
  kith.query(`update auth.session set ${column} = now() - $2::interval where user_id = $1`, [signedIn.user.id, interval]);

describe('a session', () => {
  it('has a token and a cookie of 256 bits, of which only hashes are stored [S12]', async () => {
    const { token, cookie, user } = signedIn;
    expect(token).not.toBe(cookie);
    for (const value of [token, cookie]) expect(Buffer.from(value, 'base64url')).toHaveLength(32);
    const [row] = await kith.query<Record<string, unknown>>('select * from auth.session where user_id = $1', [user.id]);
    expect(row).toMatchObject({ bearer_hash: sha256(token), cookie_hash: sha256(cookie) });
    expect(JSON.stringify(row)).not.toContain(token);
    expect(JSON.stringify(row)).not.toContain(cookie);
  });

  it('resolves to the same actor by token and cookie, each only as its own kind [S19]', async () => {
    const actor = await kith.resolve('bearer', signedIn.token);
    expect(actor).toEqual({
      userId: signedIn.user.id,
      username: signedIn.user.username,
      role: 'user',
      plan: 'free',
      sessionId: expect.any(String),
    });
    expect(await kith.resolve('cookie', signedIn.cookie)).toEqual(actor);
    await expect(kith.resolve('cookie', signedIn.token)).rejects.toMatchObject(UNAUTHENTICATED);
    await expect(kith.resolve('bearer', signedIn.cookie)).rejects.toMatchObject(UNAUTHENTICATED);
    await expect(kith.resolve('bearer', randomUUID())).rejects.toMatchObject(UNAUTHENTICATED);
  });

  it('beyond thirty per user displaces the one that was idle longest', async () => {
    await age('last_used_at', '1 day');
    const { username } = signedIn.user;
    const ip = anAddress();
    let last = signedIn;
    for (let n = 0; n < 30; n += 1) last = await kith.login(username, PASSWORD, ip);
    await expect(kith.resolve('bearer', signedIn.token)).rejects.toMatchObject(UNAUTHENTICATED);
    await kith.resolve('bearer', last.token);
    const [row] = await kith.query<{ count: string }>('select count(*) from auth.session where user_id = $1', [signedIn.user.id]);
    expect(row?.count).toBe('30');
  });

  it('expires after seven idle days [S17]', async () => {
    await age('last_used_at', '6 days 23 hours');
    await kith.resolve('bearer', signedIn.token);
    await age('last_used_at', '7 days 1 minute');
    await expect(kith.resolve('bearer', signedIn.token)).rejects.toMatchObject(UNAUTHENTICATED);
  });

  it('expires after thirty days even while it is used [S17]', async () => {
    await age('created_at', '29 days 23 hours');
    await kith.resolve('bearer', signedIn.token);
    await age('created_at', '30 days 1 minute');
    await expect(kith.resolve('bearer', signedIn.token)).rejects.toMatchObject(UNAUTHENTICATED);
  });

  it('records its last use at most once a minute', async () => {
    const lastUse = async () =>
      (
        await kith.query<{ at: Date }>('select last_used_at as at from auth.session where user_id = $1', [signedIn.user.id])
      )[0]?.at.getTime() ?? 0;
    await age('last_used_at', '30 seconds');
    const before = await lastUse();
    await kith.resolve('bearer', signedIn.token);
    expect(await lastUse()).toBe(before);
    await age('last_used_at', '2 minutes');
    await kith.resolve('bearer', signedIn.token);
    expect(await lastUse()).toBeGreaterThan(before);
  });

  it('is deleted at the next login after it has ended', async () => {
    await age('created_at', '31 days');
    await kith.login(signedIn.user.username, 'correct horse battery');
    expect(await kith.query('select 1 from auth.session where user_id = $1', [signedIn.user.id])).toHaveLength(1);
  });
});

describe('resolving a token or cookie [S19]', () => {
  /** What happened to a session, and whether it is still alive. */
  const HISTORIES: Readonly<Record<string, { isAlive: boolean; happen: (actor: Actor) => Promise<unknown> }>> = {
    'just opened': { isAlive: true, happen: async () => undefined },
    'used long ago': { isAlive: true, happen: () => age('last_used_at', '6 days') },
    'idle too long': { isAlive: false, happen: () => age('last_used_at', '8 days') },
    'too old': { isAlive: false, happen: () => age('created_at', '31 days') },
    'logged out': { isAlive: false, happen: (actor) => kith.ask(auth.logout, { actor }) },
    'ended from the list': {
      isAlive: false,
      happen: (actor) => kith.ask(auth.endSession, { actor, sessionId: actor.sessionId }),
    },
    'signed out everywhere': { isAlive: false, happen: (actor) => kith.ask(auth.endSessions, { actor }) },
    'account deleted': { isAlive: false, happen: (actor) => kith.ask(auth.removeAccount, { actor, password: PASSWORD }) },
  };

  it.each(Object.entries(HISTORIES))(
    'of a session %s succeeds only with the right value as its own kind, and only while the session is alive',
    async (_history, { isAlive, happen }) => {
      const other = await kith.register();
      await happen(await kith.resolve('bearer', signedIn.token));
      const senders = [
        { ...signedIn, isAlive },
        { ...other, isAlive: true },
        { token: randomUUID(), cookie: randomUUID(), isAlive: false, user: { id: undefined } },
      ];
      for (const { token, cookie, isAlive: isValid, user } of senders) {
        for (const [value, kind] of [
          [token, 'bearer'],
          [cookie, 'cookie'],
          [token, 'cookie'],
          [cookie, 'bearer'],
        ] as const) {
          const isRight = isValid && (value === token) === (kind === 'bearer');
          const answer = await kith.resolve(kind, value).catch((error: unknown) => AppError.from(error).code);
          expect(typeof answer === 'string' ? answer : answer.userId).toBe(isRight ? user.id : 'UNAUTHENTICATED');
        }
      }
    },
  );
});

describe('logging out', () => {
  it('ends the current session on all replicas, leaves the others, and publishes actorDropped [S13]', async () => {
    const other = await kith.login(signedIn.user.username, 'correct horse battery');
    const actor = await kith.resolve('bearer', signedIn.token);
    const answer = { message: 'You have been successfully logged out.' };
    await expectActorDropped(kith, async () => expect(await kith.ask(auth.logout, { actor })).toEqual(answer), actor.userId);
    // Enough calls to reach both replicas.
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        index % 2 ? kith.resolve('bearer', signedIn.token) : kith.resolve('cookie', signedIn.cookie),
      ),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toEqual([]);
    await expect(kith.resolve('bearer', other.token)).resolves.toMatchObject({ userId: actor.userId });
  });

  it("does not end another user's session, and is repeatable", async () => {
    const otherUser = await kith.resolve('bearer', (await kith.register()).token);
    const actor = await kith.resolve('bearer', signedIn.token);
    await kith.ask(auth.logout, { actor: { ...actor, sessionId: otherUser.sessionId } });
    expect(await kith.query('select 1 from auth.session where id = $1', [otherUser.sessionId])).toHaveLength(1);
    await kith.ask(auth.logout, { actor });
    await kith.ask(auth.logout, { actor });
  });
});

describe('the list of own sessions', () => {
  it('contains address, browser and times of each session, the latest first, and marks the current one [S18]', async () => {
    const first = await kith.signUp({ origin: { ip: '203.0.113.9', userAgent: 'Firefox' } });
    const { user, actor } = first;
    const second = await kith.resolve('bearer', (await kith.login(user.username, PASSWORD)).token);
    await kith.query(`update auth.session set last_used_at = now() - interval '1 hour' where id = $1`, [actor.sessionId]);
    const [latest, older, ...more] = await sessionsOf(actor);
    expect(more).toEqual([]);
    expect(latest).toMatchObject({ id: second.sessionId, isCurrent: false });
    expect(older).toEqual({
      id: actor.sessionId,
      createdAt: expect.any(String),
      lastUsedAt: expect.any(String),
      ip: '203.0.113.9',
      userAgent: 'Firefox',
      isCurrent: true,
    });
    expect(JSON.stringify(await sessionsOf(second))).not.toContain(first.token);
  });

  it('contains neither ended sessions nor those of other users [S18]', async () => {
    const { user, actor } = await kith.signUp();
    await kith.register();
    const old = await kith.resolve('bearer', (await kith.login(user.username, PASSWORD)).token);
    await kith.query(`update auth.session set created_at = now() - interval '31 days' where id = $1`, [old.sessionId]);
    expect((await sessionsOf(actor)).map(({ id }) => id)).toEqual([actor.sessionId]);
  });

  it('does not contain an impersonation of the user, which the user cannot end either [S36]', async () => {
    const { actor } = await kith.signUp();
    const [root] = await kith.query<{ id: string }>(`select id from auth."user" where role = 'super_admin'`);
    const [foreign] = await kith.query<{ id: string }>(
      `insert into auth.session (user_id, bearer_hash, cookie_hash, ip, user_agent, impersonator_id, expires_at)
       values ($1, $2, $3, '', '', $4, now() + interval '30 minutes') returning id`,
      [actor.userId, randomUUID(), randomUUID(), root?.id],
    );
    expect((await sessionsOf(actor)).map(({ id }) => id)).toEqual([actor.sessionId]);
    await expect(kith.ask(auth.endSession, { actor, sessionId: foreign?.id ?? '' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await kith.ask(auth.endSessions, { actor });
    expect(await kith.query('select 1 from auth.session where id = $1', [foreign?.id])).toHaveLength(1);
  });
});

describe('ending one own session', () => {
  it('ends it at once and leaves the others [S18]', async () => {
    const { user, actor, token } = await kith.signUp();
    const other = await kith.login(user.username, PASSWORD, anAddress());
    const { sessionId } = await kith.resolve('bearer', other.token);
    await expectActorDropped(kith, () => kith.ask(auth.endSession, { actor, sessionId }), user.id);
    await expect(kith.resolve('bearer', other.token)).rejects.toMatchObject(UNAUTHENTICATED);
    await expect(kith.resolve('cookie', other.cookie)).rejects.toMatchObject(UNAUTHENTICATED);
    expect(await kith.resolve('bearer', token)).toEqual(actor);
    expect(await kith.auditEvents('sessions_ended', user.id)).toMatchObject([{ details: { sessions: 1 } }]);
  });

  it('fails with NOT_FOUND for a missing session and one of another user alike [S28]', async () => {
    const { actor } = await kith.signUp();
    const otherUser = await kith.signUp();
    for (const sessionId of [randomUUID(), otherUser.actor.sessionId])
      await expect(kith.ask(auth.endSession, { actor, sessionId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await kith.resolve('bearer', otherUser.token)).toEqual(otherUser.actor);
    await expect(kith.ask(auth.endSession, { actor, sessionId: '1 or 1=1' })).rejects.toMatchObject({ code: 'BAD_INPUT' });
  });

  it('is refused during an impersonation [S36]', async () => {
    const { actor, token } = await kith.signUp();
    await expect(kith.ask(auth.endSession, { actor: impersonated(actor), sessionId: actor.sessionId })).rejects.toMatchObject({
      code: 'IMPERSONATING',
    });
    expect(await kith.resolve('bearer', token)).toEqual(actor);
  });
});

describe('signing out everywhere', () => {
  it('ends all sessions of the user at once, the current one included, and none of other users [S18]', async () => {
    const { user, actor, token } = await kith.signUp();
    const bystander = await kith.signUp();
    const other = await kith.login(user.username, PASSWORD);
    await expectActorDropped(kith, () => kith.ask(auth.endSessions, { actor }), user.id);
    for (const value of [token, other.token]) await expect(kith.resolve('bearer', value)).rejects.toMatchObject(UNAUTHENTICATED);
    expect(await kith.resolve('bearer', bystander.token)).toEqual(bystander.actor);
    await expect(kith.ask(auth.endSessions, { actor })).resolves.toHaveProperty('message');
    expect(await kith.auditEvents('sessions_ended', user.id)).toMatchObject([{ details: { sessions: 2 } }]);
  });

  it('is refused during an impersonation [S36]', async () => {
    const { actor, token } = await kith.signUp();
    await expect(kith.ask(auth.endSessions, { actor: impersonated(actor) })).rejects.toMatchObject({ code: 'IMPERSONATING' });
    expect(await kith.resolve('bearer', token)).toEqual(actor);
  });
});

describe('the call auth.user', () => {
  it('returns the user and the impersonator', async () => {
    const actor = await kith.resolve('bearer', signedIn.token);
    expect(await kith.ask(auth.user, { actor })).toEqual(signedIn.user);
    const impersonator = { userId: randomUUID(), username: 'root' };
    expect(await kith.ask(auth.user, { actor: { ...actor, impersonator } })).toMatchObject({
      impersonatedBy: { id: impersonator.userId, username: 'root' },
    });
  });

  it('fails with UNAUTHENTICATED after the user was deleted', async () => {
    const actor = await kith.resolve('bearer', signedIn.token);
    await kith.query('delete from auth."user" where id = $1', [actor.userId]);
    await expect(kith.ask(auth.user, { actor })).rejects.toMatchObject(UNAUTHENTICATED);
    await expect(kith.resolve('bearer', signedIn.token)).rejects.toMatchObject(UNAUTHENTICATED);
  });
});

describe('the plan of the actor', () => {
  it('comes from billing, is cached until actorDropped, and stays the last known one while billing is not running', async () => {
    let plan: Plan = 'premium';
    const planNow = async () =>
      new Set(
        (await Promise.all(Array.from({ length: 8 }, () => kith.resolve('bearer', signedIn.token)))).map((actor) => actor.plan),
      );
    let asked = 0;
    const entitlement = fixture(billing.entitlement, () => {
      asked += 1;
      return { plan };
    });
    const service = await fixtureService(kith.runtime, 'billing', [entitlement]);
    // A replica whose last question had no answer asks again, so no event is needed, which could arrive after the plan has changed.
    await waitFor('both replicas to have the plan', async () => (await planNow()).size === 1 && asked === 2);
    plan = 'basic';
    expect(await planNow()).toEqual(new Set(['premium']));
    await kith.runtime.events.publish(events.actorDropped, { userId: signedIn.user.id });
    await waitFor('the new plan', async () => (await planNow()).size === 1 && (await planNow()).has('basic'));
    await service.close();
    expect(await planNow()).toEqual(new Set(['basic']));
  });
});
