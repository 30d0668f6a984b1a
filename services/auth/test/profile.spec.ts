import { randomUUID } from 'node:crypto';
import { auth, type Actor, type InputOf } from '@kith/proto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authUnderTest, PASSWORD, type AuthUnderTest } from './auth-under-test.js';
import { expectActorDropped } from './actors.js';

let kith: AuthUnderTest;
beforeAll(async () => {
  kith = await authUnderTest({ SUPER_ADMIN_USERNAME: 'superadmin' });
});
afterAll(() => kith.stop());

const impersonator = { userId: randomUUID(), username: 'root' };
const save = (actor: Actor, fields: Omit<InputOf<typeof auth.profile>, 'actor'>) =>
  kith.ask(auth.profile, { actor, currentPassword: PASSWORD, ...fields });
const anEmail = (): string => `${randomUUID()}@example.com`;
const aName = (): string => `name-${randomUUID().slice(0, 12)}`;

const INVISIBLE = 'Must not contain invisible characters or text direction marks';

describe('the profile', () => {
  it('stores a new username and address trimmed, and login uses the new username', async () => {
    const { user, actor } = await kith.signUp();
    const username = aName();
    const email = anEmail();
    expect(await save(actor, { username: ` ${username} `, email: ` ${email} ` })).toEqual({ ...user, username, email });
    expect(await kith.ask(auth.user, { actor })).toMatchObject({ username, email });
    await expect(kith.login(username, PASSWORD)).resolves.toMatchObject({ user: { id: user.id } });
    await expect(kith.login(user.username, PASSWORD)).rejects.toMatchObject({ code: 'BAD_CREDENTIALS' });
  });

  it('publishes actorDropped after a change of the username, so that caches are refreshed', async () => {
    const { user, actor, token } = await kith.signUp();
    const username = aName();
    await expectActorDropped(kith, () => save(actor, { username, email: user.email }), user.id);
    expect(await kith.resolve('bearer', token)).toMatchObject({ username });
  });

  it('accepts another letter case of the own username and address, and unchanged values', async () => {
    const { user, actor } = await kith.signUp();
    const changed = { username: user.username.toUpperCase(), email: user.email.toUpperCase() };
    expect(await save(actor, changed)).toMatchObject(changed);
    expect(await save(actor, changed)).toMatchObject(changed);
  });

  it("refuses another user's username or address in any letter case and changes nothing", async () => {
    const { user: other } = await kith.register();
    const { user, actor } = await kith.signUp();
    await expect(save(actor, { username: other.username.toUpperCase(), email: anEmail() })).rejects.toMatchObject({
      code: 'USERNAME_TAKEN',
    });
    await expect(save(actor, { username: aName(), email: other.email.toUpperCase() })).rejects.toMatchObject({
      code: 'EMAIL_TAKEN',
    });
    expect(await kith.ask(auth.user, { actor })).toEqual(user);
  });

  it('gives a username to one of six users who ask for it concurrently', async () => {
    const signUps = await Promise.all(Array.from({ length: 6 }, () => kith.signUp()));
    const username = aName();
    const results = await Promise.allSettled(signUps.map(({ actor, user }) => save(actor, { username, email: user.email })));
    const refused = results
      .filter((result) => result.status === 'rejected')
      .map(({ reason }) => (reason as { code: string }).code);
    expect(refused).toEqual(Array.from({ length: 5 }, () => 'USERNAME_TAKEN'));
  });

  it.each(['superadmin', ' SuperAdmin ', 'ｓｕｐｅｒａｄｍｉｎ', 'supеrаdmin', 'superadmi\u0274', 'superadrnin', '5up3r@dm1n'])(
    'refuses the reserved name as %j [S10]',
    async (username) => {
      const { user, actor } = await kith.signUp();
      await expect(save(actor, { username, email: user.email })).rejects.toMatchObject({ code: 'USERNAME_TAKEN' });
    },
  );

  it.each([
    ['nothing but blanks', { username: '   ' }, { username: 'Username is required' }],
    ['a name of two characters', { username: 'ab' }, { username: 'Username must be at least 3 characters' }],
    ['a name of nothing visible', { username: '\u200b\u200b\u200b' }, { username: INVISIBLE }],
    ['a line break in the name', { username: 'two\nlines' }, { username: INVISIBLE }],
    ['no address', { email: 'nobody' }, { email: 'Please enter a valid email address' }],
    ['a NUL byte in the address', { email: 'nul\0@example.com' }, { email: expect.any(String) }],
  ])('refuses %s as input', async (_what, fields, problems) => {
    const { user, actor } = await kith.signUp();
    await expect(save(actor, { username: user.username, email: user.email, ...fields })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      details: { fields: problems },
    });
  });

  it('ignores role, id and plan in the input [S32]', async () => {
    const { user, actor } = await kith.signUp();
    const more = { role: 'super_admin', isAdmin: true, id: randomUUID(), userId: randomUUID(), subscriptionPlan: 'premium' };
    expect(await save(actor, { username: user.username, email: user.email, ...more })).toEqual(user);
  });

  it('allows an impersonator to change the username but not the address [S36]', async () => {
    const { user, actor } = await kith.signUp();
    const impersonated = { ...actor, impersonator };
    await expect(save(impersonated, { username: user.username, email: anEmail() })).rejects.toMatchObject({
      code: 'IMPERSONATING',
    });
    const username = aName();
    expect(await save(impersonated, { username, email: user.email })).toMatchObject({
      username,
      impersonatedBy: { id: impersonator.userId, username: 'root' },
    });
    const [event] = await kith.auditEvents('profile_changed', user.id);
    expect(event).toMatchObject({ actorId: impersonator.userId, effectiveUserId: user.id, details: { fields: 'username' } });
  });

  it('does not rename the super-admin, not even in letter case, but changes the address [S37]', async () => {
    const { token } = await kith.login('superadmin', 'super-secret-password');
    const actor = await kith.resolve('bearer', token);
    const email = anEmail();
    for (const username of ['somebody-else', 'SuperAdmin'])
      await expect(save(actor, { username, email, currentPassword: 'super-secret-password' })).rejects.toMatchObject({
        code: 'SUPER_ADMIN_PROTECTED',
      });
    const currentPassword = 'super-secret-password';
    expect(await save(actor, { username: 'superadmin', email, currentPassword })).toMatchObject({ email, role: 'super_admin' });
  });

  it('cannot be changed after the account was deleted', async () => {
    const { user, actor } = await kith.signUp();
    await kith.query('delete from auth."user" where id = $1', [user.id]);
    await expect(save(actor, { username: aName(), email: anEmail() })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});

describe('a change of the e-mail address', () => {
  it.each([
    ['a wrong password', 'wrong horse', { code: 'WRONG_PASSWORD' }],
    ['no password', undefined, { code: 'BAD_INPUT', details: { fields: { currentPassword: expect.any(String) } } }],
  ])('is refused with %s, and then changes nothing [S3]', async (_what, currentPassword, error) => {
    const { user, actor } = await kith.signUp();
    const change = kith.ask(auth.profile, {
      actor,
      username: aName(),
      email: anEmail(),
      ...(currentPassword && { currentPassword }),
    });
    await expect(change).rejects.toMatchObject(error);
    expect(await kith.ask(auth.user, { actor })).toEqual(user);
  });

  it('needs no password while the address stays', async () => {
    const { user, actor } = await kith.signUp();
    const username = aName();
    expect(await kith.ask(auth.profile, { actor, username, email: user.email })).toMatchObject({ username });
  });

  it('cannot remove the address', async () => {
    const { user, actor } = await kith.signUp();
    await expect(save(actor, { username: user.username, email: ' ' })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      details: { fields: { email: 'Please enter a valid email address' } },
    });
  });

  it('is limited to ten wrong passwords, as any use of the own password', async () => {
    const { user, actor } = await kith.signUp();
    const tryOnce = () => save(actor, { username: user.username, email: anEmail(), currentPassword: 'wrong horse' });
    for (let attempt = 0; attempt < 10; attempt += 1) await expect(tryOnce()).rejects.toMatchObject({ code: 'WRONG_PASSWORD' });
    await expect(tryOnce()).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });
});

describe('the call auth.person', () => {
  it('returns id, username, address and role of a user', async () => {
    const { user } = await kith.register();
    const { id, username, email } = user;
    expect(await kith.ask(auth.person, { userId: id })).toEqual({ id, username, email, role: 'user' });
  });

  it('fails with NOT_FOUND for an unknown user', async () => {
    await expect(kith.ask(auth.person, { userId: randomUUID() })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(kith.ask(auth.person, { userId: 'x' })).rejects.toMatchObject({ code: 'BAD_INPUT' });
  });
});
