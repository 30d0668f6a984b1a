import { randomUUID } from 'node:crypto';
import { auth, type Actor } from '@kith/proto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authUnderTest, PASSWORD, type AuthUnderTest } from './auth-under-test.js';
import { expectActorDropped } from './actors.js';

let kith: AuthUnderTest;
beforeAll(async () => {
  kith = await authUnderTest();
});
afterAll(() => kith.stop());

const NEW = 'another horse battery';
const change = (actor: Actor, currentPassword = PASSWORD, newPassword = NEW) =>
  kith.ask(auth.password, { actor, currentPassword, newPassword });
const storedHash = async (userId: string) =>
  (await kith.query<{ hash: string }>('select password_hash as hash from auth."user" where id = $1', [userId]))[0]?.hash;

describe('changing the password', () => {
  it('ends all other sessions at once, keeps the current one, and makes the old password invalid [S14]', async () => {
    const { user, actor, token } = await kith.signUp();
    const others = [await kith.login(user.username, PASSWORD), await kith.login(user.username, PASSWORD)];
    await expectActorDropped(kith, () => change(actor), user.id);
    for (const other of others) {
      await expect(kith.resolve('bearer', other.token)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
      await expect(kith.resolve('cookie', other.cookie)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    }
    expect(await kith.resolve('bearer', token)).toEqual(actor);
    await expect(kith.login(user.username, PASSWORD)).rejects.toMatchObject({ code: 'BAD_CREDENTIALS' });
    await expect(kith.login(user.username, NEW)).resolves.toMatchObject({ user: { id: user.id } });
  });

  it('leaves no session that was opened with the old password at the same time [S14]', async () => {
    const { user, actor } = await kith.signUp();
    const [, ...logins] = await Promise.allSettled([
      change(actor),
      ...Array.from({ length: 8 }, () => kith.login(user.username, PASSWORD)),
    ]);
    for (const login of logins) {
      if (login.status === 'fulfilled')
        await expect(kith.resolve('bearer', login.value.token)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
      else expect(login.reason).toMatchObject({ code: 'BAD_CREDENTIALS' });
    }
  });

  it('requires the current password and changes nothing without it [S3]', async () => {
    const { user, actor } = await kith.signUp();
    const before = await storedHash(user.id);
    await expect(change(actor, 'wrong password')).rejects.toMatchObject({ code: 'WRONG_PASSWORD' });
    await expect(change(actor, '')).rejects.toMatchObject({ code: 'WRONG_PASSWORD' });
    expect(await storedHash(user.id)).toBe(before);
  });

  it('is refused during an impersonation even with the right password [S3]', async () => {
    const { user, actor } = await kith.signUp();
    const before = await storedHash(user.id);
    await expect(change({ ...actor, impersonator: { userId: randomUUID(), username: 'root' } })).rejects.toMatchObject({
      code: 'IMPERSONATING',
    });
    expect(await storedHash(user.id)).toBe(before);
  });

  it('is rate limited after ten wrong current passwords, even for the right one [S5]', async () => {
    const { actor } = await kith.signUp();
    for (let time = 0; time < 10; time += 1)
      await expect(change(actor, `wrong password ${time}`)).rejects.toMatchObject({ code: 'WRONG_PASSWORD' });
    await expect(change(actor)).rejects.toMatchObject({ code: 'RATE_LIMITED', details: { retryAfterS: 60 } });
    await expect(kith.ask(auth.removeAccount, { actor, password: PASSWORD })).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });

  it('does not count attempts while the database fails', async () => {
    const { actor } = await kith.signUp();
    await kith.query('alter table auth."user" rename to away');
    for (let time = 0; time < 12; time += 1) await expect(change(actor)).rejects.toMatchObject({ code: 'INTERNAL' });
    await kith.query('alter table auth.away rename to "user"');
    await expect(change(actor)).resolves.toHaveProperty('message');
  });

  it('succeeds once for several concurrent changes', async () => {
    const { user, actor } = await kith.signUp();
    const results = await Promise.allSettled(Array.from({ length: 4 }, (_, index) => change(actor, PASSWORD, `${NEW} ${index}`)));
    const winners = results.flatMap(({ status }, index) => (status === 'fulfilled' ? [index] : []));
    expect(winners).toHaveLength(1);
    await expect(kith.login(user.username, `${NEW} ${winners[0]}`)).resolves.toMatchObject({ user: { id: user.id } });
  });

  it.each([
    ['five characters', '12345', 'Password must be at least 6 characters'],
    ['129 characters', 'p'.repeat(129), 'Must be at most 128 characters'],
    ['a NUL byte', 'nul\0byte', 'Contains characters that cannot be stored'],
  ])('refuses a new password with %s [S1]', async (_what, newPassword, problem) => {
    const { actor } = await kith.signUp();
    await expect(change(actor, PASSWORD, newPassword)).rejects.toMatchObject({
      code: 'BAD_INPUT',
      details: { fields: { newPassword: problem } },
    });
  });

  it('writes an audit event without any part of the password', async () => {
    const { user, actor } = await kith.signUp();
    await change(actor);
    const [event] = await kith.auditEvents('password_changed', user.id);
    expect(event).toMatchObject({ actorId: user.id, details: {} });
  });
});
