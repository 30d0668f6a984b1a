import { randomUUID } from 'node:crypto';
import { auth, type Actor } from '@kith/proto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anAddress, authUnderTest, PASSWORD, type AuthUnderTest } from './auth-under-test.js';
import { droppedBy, impersonated } from './people.js';

let kith: AuthUnderTest;
beforeAll(async () => {
  kith = await authUnderTest();
});
afterAll(() => kith.stop());

const UNAUTHENTICATED = { code: 'UNAUTHENTICATED' };
const sessionsOf = async (actor: Actor) => (await kith.ask(auth.sessions, { actor })).sessions;

describe('the list of sessions', () => {
  it('S18: shows where the user is signed in, the latest first, and which of them asks', async () => {
    const first = await kith.somebody({ origin: { ip: '203.0.113.9', userAgent: 'Firefox' } });
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

  it("shows neither ended ones nor anybody else's", async () => {
    const { user, actor } = await kith.somebody();
    await kith.register();
    const old = await kith.resolve('bearer', (await kith.login(user.username, PASSWORD)).token);
    await kith.query(`update auth.session set created_at = now() - interval '31 days' where id = $1`, [old.sessionId]);
    expect((await sessionsOf(actor)).map(({ id }) => id)).toEqual([actor.sessionId]);
  });

  it('S36: does not show the user that somebody acts in their name, nor let them end it', async () => {
    const { actor } = await kith.somebody();
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

describe('ending one session', () => {
  it('S18: ends that one at once and leaves the others', async () => {
    const { user, actor, token } = await kith.somebody();
    const other = await kith.login(user.username, PASSWORD, anAddress());
    const { sessionId } = await kith.resolve('bearer', other.token);
    await droppedBy(kith, () => kith.ask(auth.endSession, { actor, sessionId }), user.id);
    await expect(kith.resolve('bearer', other.token)).rejects.toMatchObject(UNAUTHENTICATED);
    await expect(kith.resolve('cookie', other.cookie)).rejects.toMatchObject(UNAUTHENTICATED);
    expect(await kith.resolve('bearer', token)).toEqual(actor);
    expect(await kith.reported('sessions_ended', user.id)).toMatchObject([{ details: { sessions: 1 } }]);
  });

  it('S28: answers alike for a missing and a foreign one, and touches neither', async () => {
    const { actor } = await kith.somebody();
    const victim = await kith.somebody();
    for (const sessionId of [randomUUID(), victim.actor.sessionId])
      await expect(kith.ask(auth.endSession, { actor, sessionId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await kith.resolve('bearer', victim.token)).toEqual(victim.actor);
    await expect(kith.ask(auth.endSession, { actor, sessionId: '1 or 1=1' })).rejects.toMatchObject({ code: 'BAD_INPUT' });
  });

  it('S36: is refused while somebody is impersonated', async () => {
    const { actor, token } = await kith.somebody();
    await expect(kith.ask(auth.endSession, { actor: impersonated(actor), sessionId: actor.sessionId })).rejects.toMatchObject({
      code: 'IMPERSONATING',
    });
    expect(await kith.resolve('bearer', token)).toEqual(actor);
  });
});

describe('signing out everywhere', () => {
  it('S18: ends all sessions of the user at once, here included, and nobody else’s', async () => {
    const { user, actor, token } = await kith.somebody();
    const bystander = await kith.somebody();
    const other = await kith.login(user.username, PASSWORD);
    await droppedBy(kith, () => kith.ask(auth.endSessions, { actor }), user.id);
    for (const value of [token, other.token]) await expect(kith.resolve('bearer', value)).rejects.toMatchObject(UNAUTHENTICATED);
    expect(await kith.resolve('bearer', bystander.token)).toEqual(bystander.actor);
    await expect(kith.ask(auth.endSessions, { actor })).resolves.toHaveProperty('message');
    expect(await kith.reported('sessions_ended', user.id)).toMatchObject([{ details: { sessions: 2 } }]);
  });

  it('S36: is refused while somebody is impersonated', async () => {
    const { actor, token } = await kith.somebody();
    await expect(kith.ask(auth.endSessions, { actor: impersonated(actor) })).rejects.toMatchObject({ code: 'IMPERSONATING' });
    expect(await kith.resolve('bearer', token)).toEqual(actor);
  });
});
