import { randomUUID } from 'node:crypto';
import { startService, type RunningService } from '@kith/kit';
import { AppError, auth, billing, events, type Actor, type Plan } from '@kith/proto';
import { fixture, fixtureService, waitFor } from '@kith/kit/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { definition } from '../src/index.js';
import { anAddress, authUnderTest, PASSWORD, sha256, type AuthUnderTest, type SignedIn } from './auth-under-test.js';
import { droppedBy } from './people.js';

let kith: AuthUnderTest;
let replica: RunningService;
let somebody: SignedIn;

beforeAll(async () => {
  kith = await authUnderTest();
  replica = await startService(definition, kith.runtime);
});
afterAll(async () => {
  await replica.close();
  await kith.stop();
});
beforeEach(async () => {
  somebody = await kith.register();
});

const UNAUTHENTICATED = { code: 'UNAUTHENTICATED' };
const age = (column: string, interval: string) =>
  kith.query(`update auth.session set ${column} = now() - $2::interval where user_id = $1`, [somebody.user.id, interval]);

describe('a session', () => {
  it('S12: has two values of 256 bits, and only their hashes are stored', async () => {
    const { token, cookie, user } = somebody;
    expect(token).not.toBe(cookie);
    for (const value of [token, cookie]) expect(Buffer.from(value, 'base64url')).toHaveLength(32);
    const [row] = await kith.query<Record<string, unknown>>('select * from auth.session where user_id = $1', [user.id]);
    expect(row).toMatchObject({ bearer_hash: sha256(token), cookie_hash: sha256(cookie) });
    expect(JSON.stringify(row)).not.toContain(token);
    expect(JSON.stringify(row)).not.toContain(cookie);
  });

  it('S19: names the same actor by both values, each only as its own kind', async () => {
    const actor = await kith.resolve('bearer', somebody.token);
    expect(actor).toEqual({
      userId: somebody.user.id,
      username: somebody.user.username,
      role: 'user',
      plan: 'free',
      sessionId: expect.any(String),
    });
    expect(await kith.resolve('cookie', somebody.cookie)).toEqual(actor);
    await expect(kith.resolve('cookie', somebody.token)).rejects.toMatchObject(UNAUTHENTICATED);
    await expect(kith.resolve('bearer', somebody.cookie)).rejects.toMatchObject(UNAUTHENTICATED);
    await expect(kith.resolve('bearer', randomUUID())).rejects.toMatchObject(UNAUTHENTICATED);
  });

  it('is one of thirty at most: beyond that the one that was idle longest ends', async () => {
    await age('last_used_at', '1 day');
    const { username } = somebody.user;
    const ip = anAddress();
    let last = somebody;
    for (let n = 0; n < 30; n += 1) last = await kith.login(username, PASSWORD, ip);
    await expect(kith.resolve('bearer', somebody.token)).rejects.toMatchObject(UNAUTHENTICATED);
    await kith.resolve('bearer', last.token);
    const [row] = await kith.query<{ count: string }>('select count(*) from auth.session where user_id = $1', [somebody.user.id]);
    expect(row?.count).toBe('30');
  });

  it('S17: ends after seven idle days', async () => {
    await age('last_used_at', '6 days 23 hours');
    await kith.resolve('bearer', somebody.token);
    await age('last_used_at', '7 days 1 minute');
    await expect(kith.resolve('bearer', somebody.token)).rejects.toMatchObject(UNAUTHENTICATED);
  });

  it('S17: ends after thirty days, however much it is used', async () => {
    await age('created_at', '29 days 23 hours');
    await kith.resolve('bearer', somebody.token);
    await age('created_at', '30 days 1 minute');
    await expect(kith.resolve('bearer', somebody.token)).rejects.toMatchObject(UNAUTHENTICATED);
  });

  it('notes its use at most once a minute', async () => {
    const lastUse = async () =>
      (
        await kith.query<{ at: Date }>('select last_used_at as at from auth.session where user_id = $1', [somebody.user.id])
      )[0]?.at.getTime() ?? 0;
    await age('last_used_at', '30 seconds');
    const before = await lastUse();
    await kith.resolve('bearer', somebody.token);
    expect(await lastUse()).toBe(before);
    await age('last_used_at', '2 minutes');
    await kith.resolve('bearer', somebody.token);
    expect(await lastUse()).toBeGreaterThan(before);
  });

  it('is removed with the next login once it ended', async () => {
    await age('created_at', '31 days');
    await kith.login(somebody.user.username, 'correct horse battery');
    expect(await kith.query('select 1 from auth.session where user_id = $1', [somebody.user.id])).toHaveLength(1);
  });
});

describe('S19: whoever comes', () => {
  /** What may have happened to a session, and whether it is still one. */
  const FATES: Readonly<Record<string, { isAlive: boolean; meet: (actor: Actor) => Promise<unknown> }>> = {
    'just opened': { isAlive: true, meet: async () => undefined },
    'used long ago': { isAlive: true, meet: () => age('last_used_at', '6 days') },
    'idle too long': { isAlive: false, meet: () => age('last_used_at', '8 days') },
    'too old': { isAlive: false, meet: () => age('created_at', '31 days') },
    'logged out': { isAlive: false, meet: (actor) => kith.ask(auth.logout, { actor }) },
    'ended from the list': { isAlive: false, meet: (actor) => kith.ask(auth.endSession, { actor, sessionId: actor.sessionId }) },
    'signed out everywhere': { isAlive: false, meet: (actor) => kith.ask(auth.endSessions, { actor }) },
    'account deleted': { isAlive: false, meet: (actor) => kith.ask(auth.removeAccount, { actor, password: PASSWORD }) },
  };

  it.each(Object.entries(FATES))(
    'is somebody by the right value of a session %s, as its own kind, and nobody otherwise',
    async (_fate, { isAlive, meet }) => {
      const other = await kith.register();
      await meet(await kith.resolve('bearer', somebody.token));
      const senders = [
        { ...somebody, isAlive },
        { ...other, isAlive: true },
        { token: randomUUID(), cookie: randomUUID(), isAlive: false, user: { id: undefined } },
      ];
      for (const { token, cookie, isAlive: isSomebody, user } of senders) {
        for (const [value, kind] of [
          [token, 'bearer'],
          [cookie, 'cookie'],
          [token, 'cookie'],
          [cookie, 'bearer'],
        ] as const) {
          const isRight = isSomebody && (value === token) === (kind === 'bearer');
          const answer = await kith.resolve(kind, value).catch((error: unknown) => AppError.from(error).code);
          expect(typeof answer === 'string' ? answer : answer.userId).toBe(isRight ? user.id : 'UNAUTHENTICATED');
        }
      }
    },
  );
});

describe('logging out', () => {
  it('S13: ends the session that asks, everywhere, not the others, and says so live', async () => {
    const other = await kith.login(somebody.user.username, 'correct horse battery');
    const actor = await kith.resolve('bearer', somebody.token);
    const answer = { message: 'You have been successfully logged out.' };
    await droppedBy(kith, async () => expect(await kith.ask(auth.logout, { actor })).toEqual(answer), actor.userId);
    // Enough to reach both replicas.
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        index % 2 ? kith.resolve('bearer', somebody.token) : kith.resolve('cookie', somebody.cookie),
      ),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toEqual([]);
    await expect(kith.resolve('bearer', other.token)).resolves.toMatchObject({ userId: actor.userId });
  });

  it("cannot end somebody else's session, and can be repeated", async () => {
    const victim = await kith.resolve('bearer', (await kith.register()).token);
    const actor = await kith.resolve('bearer', somebody.token);
    await kith.ask(auth.logout, { actor: { ...actor, sessionId: victim.sessionId } });
    expect(await kith.query('select 1 from auth.session where id = $1', [victim.sessionId])).toHaveLength(1);
    await kith.ask(auth.logout, { actor });
    await kith.ask(auth.logout, { actor });
  });
});

describe('the user', () => {
  it('is told with the impersonator behind it', async () => {
    const actor = await kith.resolve('bearer', somebody.token);
    expect(await kith.ask(auth.user, { actor })).toEqual(somebody.user);
    const impersonator = { userId: randomUUID(), username: 'root' };
    expect(await kith.ask(auth.user, { actor: { ...actor, impersonator } })).toMatchObject({
      impersonatedBy: { id: impersonator.userId, username: 'root' },
    });
  });

  it('is nobody once deleted', async () => {
    const actor = await kith.resolve('bearer', somebody.token);
    await kith.query('delete from auth."user" where id = $1', [actor.userId]);
    await expect(kith.ask(auth.user, { actor })).rejects.toMatchObject(UNAUTHENTICATED);
    await expect(kith.resolve('bearer', somebody.token)).rejects.toMatchObject(UNAUTHENTICATED);
  });
});

describe('the plan of the actor', () => {
  it('comes from billing, is kept a moment, dropped by an announcement, and the last known one while billing is away', async () => {
    let plan: Plan = 'premium';
    const planNow = async () =>
      new Set(
        (await Promise.all(Array.from({ length: 8 }, () => kith.resolve('bearer', somebody.token)))).map((actor) => actor.plan),
      );
    const service = await fixtureService(kith.runtime, 'billing', [fixture(billing.entitlement, () => ({ plan }))]);
    await kith.runtime.events.publish(events.actorDropped, { userId: somebody.user.id });
    await waitFor('the plan of billing', async () => (await planNow()).has('premium'));
    await kith.runtime.events.publish(events.actorDropped, { userId: somebody.user.id });
    await waitFor('both replicas to know it', async () => (await planNow()).size === 1);
    plan = 'basic';
    expect(await planNow()).toEqual(new Set(['premium']));
    await kith.runtime.events.publish(events.actorDropped, { userId: somebody.user.id });
    await waitFor('the new plan', async () => (await planNow()).size === 1 && (await planNow()).has('basic'));
    await service.close();
    expect(await planNow()).toEqual(new Set(['basic']));
  });
});
