import { randomUUID } from 'node:crypto';
import { auth, type Actor } from '@kith/proto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anAddress, authUnderTest, PASSWORD, type AuthUnderTest } from './auth-under-test.js';
import { expectActorDropped, impersonated } from './actors.js';

let kith: AuthUnderTest;
beforeAll(async () => {
  kith = await authUnderTest();
});
afterAll(() => kith.stop());

const UNAUTHENTICATED = { code: 'UNAUTHENTICATED' };
const sessionsOf = async (actor: Actor) => (await kith.ask(auth.sessions, { actor })).sessions;

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

  it('contains neither ended sessions nor those of other users', async () => {
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
    const victim = await kith.signUp();
    for (const sessionId of [randomUUID(), victim.actor.sessionId])
      await expect(kith.ask(auth.endSession, { actor, sessionId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await kith.resolve('bearer', victim.token)).toEqual(victim.actor);
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
