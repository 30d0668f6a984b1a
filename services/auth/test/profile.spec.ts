import { randomUUID } from 'node:crypto';
import { auth, type Actor, type InputOf } from '@kith/proto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authUnderTest, PASSWORD, type AuthUnderTest } from './auth-under-test.js';
import { droppedBy } from './people.js';

let kith: AuthUnderTest;
beforeAll(async () => {
  kith = await authUnderTest({ SUPER_ADMIN_USERNAME: 'superadmin' });
});
afterAll(() => kith.stop());

const impersonator = { userId: randomUUID(), username: 'root' };
const save = (actor: Actor, fields: Omit<InputOf<typeof auth.profile>, 'actor'>) => kith.ask(auth.profile, { actor, ...fields });
const anEmail = (): string => `${randomUUID()}@example.com`;
const aName = (): string => `name-${randomUUID().slice(0, 12)}`;

describe('the profile', () => {
  it('takes a new name and address without the blanks around them, and login follows', async () => {
    const { user, actor } = await kith.somebody();
    const username = aName();
    const email = anEmail();
    expect(await save(actor, { username: ` ${username} `, email: ` ${email} ` })).toEqual({ ...user, username, email });
    expect(await kith.ask(auth.user, { actor })).toMatchObject({ username, email });
    await expect(kith.login(username, PASSWORD)).resolves.toMatchObject({ user: { id: user.id } });
    await expect(kith.login(user.username, PASSWORD)).rejects.toMatchObject({ code: 'BAD_CREDENTIALS' });
  });

  it('announces a new name, so that nobody goes on with the old one', async () => {
    const { user, actor, token } = await kith.somebody();
    const username = aName();
    await droppedBy(kith, () => save(actor, { username, email: user.email }), user.id);
    expect(await kith.resolve('bearer', token)).toMatchObject({ username });
  });

  it('lets the owner change the letter case of name and address, and save what is there already', async () => {
    const { user, actor } = await kith.somebody();
    const changed = { username: user.username.toUpperCase(), email: user.email.toUpperCase() };
    expect(await save(actor, changed)).toMatchObject(changed);
    expect(await save(actor, changed)).toMatchObject(changed);
  });

  it("refuses somebody else's name or address in any letter case and leaves everything as it was", async () => {
    const { user: other } = await kith.register();
    const { user, actor } = await kith.somebody();
    await expect(save(actor, { username: other.username.toUpperCase(), email: anEmail() })).rejects.toMatchObject({
      code: 'USERNAME_TAKEN',
    });
    await expect(save(actor, { username: aName(), email: other.email.toUpperCase() })).rejects.toMatchObject({
      code: 'EMAIL_TAKEN',
    });
    expect(await kith.ask(auth.user, { actor })).toEqual(user);
  });

  it('lets one of many win who want the same name at once', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => kith.somebody()));
    const username = aName();
    const results = await Promise.allSettled(people.map(({ actor, user }) => save(actor, { username, email: user.email })));
    const refused = results
      .filter((result) => result.status === 'rejected')
      .map(({ reason }) => (reason as { code: string }).code);
    expect(refused).toEqual(Array.from({ length: 5 }, () => 'USERNAME_TAKEN'));
  });

  it.each(['superadmin', ' SuperAdmin ', 'ｓｕｐｅｒａｄｍｉｎ', 'supеrаdmin', 'super\u200dadmin', 'superadrnin', '5up3r@dm1n'])(
    'S10: refuses the reserved name as %j',
    async (username) => {
      const { user, actor } = await kith.somebody();
      await expect(save(actor, { username, email: user.email })).rejects.toMatchObject({ code: 'USERNAME_TAKEN' });
    },
  );

  it.each([
    ['nothing but blanks', { username: '   ' }, { username: 'Username is required' }],
    ['a name of two characters', { username: 'ab' }, { username: 'Username must be at least 3 characters' }],
    ['a name of nothing visible', { username: '\u200b\u200b\u200b' }, { username: 'Username must be at least 3 characters' }],
    ['a line break in the name', { username: 'two\nlines' }, { username: 'Contains characters that cannot be used' }],
    ['no address', { email: 'nobody' }, { email: 'Please enter a valid email address' }],
    ['a NUL byte in the address', { email: 'nul\0@example.com' }, { email: expect.any(String) }],
  ])('refuses %s', async (_what, fields, problems) => {
    const { user, actor } = await kith.somebody();
    await expect(save(actor, { username: user.username, email: user.email, ...fields })).rejects.toMatchObject({
      code: 'BAD_INPUT',
      details: { fields: problems },
    });
  });

  it('S32: sets nothing else', async () => {
    const { user, actor } = await kith.somebody();
    const more = { role: 'super_admin', isAdmin: true, id: randomUUID(), userId: randomUUID(), subscriptionPlan: 'premium' };
    expect(await save(actor, { username: user.username, email: user.email, ...more })).toEqual(user);
  });

  it('S36: keeps the address while somebody is impersonated; the name may change', async () => {
    const { user, actor } = await kith.somebody();
    const impersonated = { ...actor, impersonator };
    await expect(save(impersonated, { username: user.username, email: anEmail() })).rejects.toMatchObject({
      code: 'IMPERSONATING',
    });
    const username = aName();
    expect(await save(impersonated, { username, email: user.email })).toMatchObject({
      username,
      impersonatedBy: { id: impersonator.userId, username: 'root' },
    });
    const [event] = await kith.reported('profile_changed', user.id);
    expect(event).toMatchObject({ actorId: impersonator.userId, effectiveUserId: user.id, details: { fields: 'username' } });
  });

  it('S37: does not rename the super-admin, not even in letter case, but takes an address', async () => {
    const { token } = await kith.login('superadmin', 'super-secret-password');
    const actor = await kith.resolve('bearer', token);
    const email = anEmail();
    for (const username of ['somebody-else', 'SuperAdmin'])
      await expect(save(actor, { username, email })).rejects.toMatchObject({ code: 'SUPER_ADMIN_PROTECTED' });
    expect(await save(actor, { username: 'superadmin', email })).toMatchObject({ email, role: 'super_admin' });
  });

  it('is nobody’s once the account is gone', async () => {
    const { user, actor } = await kith.somebody();
    await kith.query('delete from auth."user" where id = $1', [user.id]);
    await expect(save(actor, { username: aName(), email: anEmail() })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});

describe('a person', () => {
  it('is told to services', async () => {
    const { user } = await kith.register();
    const { id, username, email } = user;
    expect(await kith.ask(auth.person, { userId: id })).toEqual({ id, username, email, role: 'user' });
  });

  it('that does not exist is not found', async () => {
    await expect(kith.ask(auth.person, { userId: randomUUID() })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(kith.ask(auth.person, { userId: 'x' })).rejects.toMatchObject({ code: 'BAD_INPUT' });
  });
});
