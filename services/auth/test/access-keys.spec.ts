import { randomUUID } from 'node:crypto';
import { ACCESS_SCOPES, accessKeys, admin, auth, type Actor, type InputOf } from '@kith/proto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authUnderTest, PASSWORD, sha256, type AuthUnderTest } from './auth-under-test.js';
import { aSuperAdmin, expectActorDropped, impersonated } from './actors.js';

let kith: AuthUnderTest;
beforeAll(async () => {
  kith = await authUnderTest();
});
afterAll(() => kith.stop());

const create = (actor: Actor, fields: Partial<InputOf<typeof accessKeys.create>> = {}) =>
  kith.ask(accessKeys.create, { actor, name: 'Report', scopes: ['bots:read'], currentPassword: PASSWORD, ...fields });
const list = async (actor: Actor) => (await kith.ask(accessKeys.list, { actor })).accessKeys;
const resolve = (key: string) => kith.ask(auth.resolve, { kind: 'key', hash: sha256(key) });
const UNKNOWN = { code: 'UNAUTHENTICATED' };

describe('an access key', () => {
  it('is answered once, has 256 random bits, and is stored as a hash only [S78]', async () => {
    const { actor, user } = await kith.signUp();
    const { key, accessKey } = await create(actor, { name: ' Nightly report ', scopes: ['chat', 'bots:read', 'chat'] });
    expect(key).toMatch(/^kith_[\w-]{43}$/);
    expect(accessKey).toMatchObject({
      name: 'Nightly report',
      hint: key.slice(-4),
      scopes: ['bots:read', 'chat'],
      lastUsedAt: null,
    });
    expect(await list(actor)).toEqual([accessKey]);
    const rows = await kith.query<{ text: string }>(
      'select row_to_json(k)::text as text from auth.access_key k where user_id = $1',
      [user.id],
    );
    expect(rows[0]?.text).toContain(sha256(key));
    expect(rows[0]?.text).not.toContain(key.slice(5));
    const [event] = await kith.auditEvents('access_key_created', accessKey.id);
    expect(event).toMatchObject({ actorId: user.id, details: { name: 'Nightly report', scopes: 'bots:read chat' } });
  });

  it('acts for its owner with its scopes, and never as an administrator [S31, S78]', async () => {
    const { actor, user } = await kith.signUp();
    await kith.ask(admin.grantAdmin, { actor: await aSuperAdmin(kith), userId: user.id });
    const { key, accessKey } = await create(actor, { scopes: [...ACCESS_SCOPES] });
    expect(await resolve(key)).toEqual({
      userId: user.id,
      username: user.username,
      role: 'user',
      plan: 'free',
      sessionId: accessKey.id,
      scopes: [...ACCESS_SCOPES],
    });
  });

  it('is not a bearer or a cookie of a session, nor a session token a key [S19, S78]', async () => {
    const { actor, token } = await kith.signUp();
    const { key } = await create(actor);
    for (const kind of ['bearer', 'cookie'] as const) await expect(kith.resolve(kind, key)).rejects.toMatchObject(UNKNOWN);
    await expect(resolve(token)).rejects.toMatchObject(UNKNOWN);
  });

  it('notes when it was last used, at most once a minute', async () => {
    const { actor } = await kith.signUp();
    const { key, accessKey } = await create(actor);
    await resolve(key);
    const first = (await list(actor))[0]?.lastUsedAt;
    expect(first).not.toBeNull();
    await resolve(key);
    expect((await list(actor))[0]?.lastUsedAt).toBe(first);
    await kith.query(`update auth.access_key set last_used_at = now() - interval '2 minutes' where id = $1`, [accessKey.id]);
    await resolve(key);
    expect(Date.parse((await list(actor))[0]?.lastUsedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(first ?? ''));
  });

  it('ends at once when it is revoked, and gateways are told [S78]', async () => {
    const { actor, user } = await kith.signUp();
    const { key, accessKey } = await create(actor);
    const revoke = () => kith.ask(accessKeys.revoke, { actor, accessKeyId: accessKey.id });
    await expectActorDropped(kith, revoke, user.id);
    await expect(resolve(key)).rejects.toMatchObject(UNKNOWN);
    await expect(revoke()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await kith.auditEvents('access_key_revoked', accessKey.id);
  });

  it('of another user cannot be seen or revoked [S30]', async () => {
    const [{ actor: owner }, { actor: other }] = await Promise.all([kith.signUp(), kith.signUp()]);
    const { key, accessKey } = await create(owner);
    expect(await list(other)).toEqual([]);
    for (const accessKeyId of [accessKey.id, randomUUID()])
      await expect(kith.ask(accessKeys.revoke, { actor: other, accessKeyId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(resolve(key)).resolves.toMatchObject({ userId: owner.userId });
  });

  it.each([
    [
      'a new password',
      (actor: Actor) => kith.ask(auth.password, { actor, currentPassword: PASSWORD, newPassword: 'another horse' }),
    ],
    [
      'the end of all sessions by an administrator',
      async ({ userId }: Actor) => kith.ask(admin.endSessions, { actor: await aSuperAdmin(kith), userId }),
    ],
    ['the end of the account', (actor: Actor) => kith.ask(auth.removeAccount, { actor, password: PASSWORD })],
  ])('ends with %s [S14, S15, S78]', async (_what, end) => {
    const { actor } = await kith.signUp();
    const { key } = await create(actor);
    await end(actor);
    await expect(resolve(key)).rejects.toMatchObject(UNKNOWN);
  });

  it('exists at most ten times per user, also when they are created at the same time [S35, S78]', async () => {
    const { actor } = await kith.signUp();
    for (let count = 0; count < 8; count += 1) await create(actor);
    const results = await Promise.allSettled(Array.from({ length: 4 }, () => create(actor)));
    const refused = results
      .filter((result) => result.status === 'rejected')
      .map(({ reason }) => (reason as { code: string }).code);
    expect(refused).toEqual(['ACCESS_KEY_LIMIT', 'ACCESS_KEY_LIMIT']);
    expect(await list(actor)).toHaveLength(10);
  });

  it('is created with the password only, and not during an impersonation [S36, S78]', async () => {
    const { actor } = await kith.signUp();
    await expect(create(actor, { currentPassword: 'wrong horse' })).rejects.toMatchObject({ code: 'WRONG_PASSWORD' });
    await expect(create(impersonated(actor))).rejects.toMatchObject({ code: 'IMPERSONATING' });
    const { accessKey } = await create(actor);
    const revoke = kith.ask(accessKeys.revoke, { actor: impersonated(actor), accessKeyId: accessKey.id });
    await expect(revoke).rejects.toMatchObject({ code: 'IMPERSONATING' });
    expect(await list(actor)).toEqual([accessKey]);
  });

  it.each([
    ['no scope', { scopes: [] }],
    ['an unknown scope', { scopes: ['admin'] as never }],
    ['no name', { name: '  ' }],
    ['a name of 51 characters', { name: 'x'.repeat(51) }],
  ])('is refused with %s', async (_what, fields) => {
    const { actor } = await kith.signUp();
    await expect(create(actor, fields)).rejects.toMatchObject({ code: 'BAD_INPUT' });
  });
});
