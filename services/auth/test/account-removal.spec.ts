import { randomUUID } from 'node:crypto';
import { AppError, auth, billing, bots, queues, type Actor } from '@kith/proto';
import { fixture, fixtureService, waitFor } from '@kith/kit/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AccountPurgeWorker } from '../src/account/account-removal.service.js';
import { authUnderTest, PASSWORD, type AuthUnderTest } from './auth-under-test.js';
import { expectActorDropped } from './actors.js';

let kith: AuthUnderTest;
let neighbours: { close(): Promise<void> }[];
const purged: { bots: string[]; billing: string[] } = { bots: [], billing: [] };
let failures = 0;

beforeAll(async () => {
  kith = await authUnderTest();
  neighbours = await Promise.all([
    fixtureService(kith.runtime, 'bots', [
      fixture(bots.removeAllOf, ({ userId }) => {
        purged.bots.push(userId);
        return { removed: 1 };
      }),
    ]),
    fixtureService(kith.runtime, 'billing', [
      fixture(billing.removeUser, ({ userId }) => {
        if (failures-- > 0) throw new AppError('PAYMENT_UNAVAILABLE');
        purged.billing.push(userId);
        return {};
      }),
      fixture(billing.entitlement, () => ({ plan: 'free' as const })),
    ]),
  ]);
});
afterAll(async () => {
  await Promise.all(neighbours.map((neighbour) => neighbour.close()));
  await kith.stop();
});
beforeEach(() => {
  failures = 0;
});

const remove = (actor: Actor, password = PASSWORD) => kith.ask(auth.removeAccount, { actor, password });
const rows = (userId: string) => kith.query<Record<string, unknown>>('select * from auth."user" where id = $1', [userId]);
const age = (userId: string, interval: string) =>
  kith.query('update auth."user" set removed_at = now() - $2::interval where id = $1', [userId, interval]);
const sweep = () => kith.services.get('auth')?.app.get(AccountPurgeWorker).sweep();

describe('deleting the account', () => {
  it('ends all sessions at once, and bots and billing data are purged within five seconds [S15]', async () => {
    const { user, actor, token } = await kith.signUp();
    const other = await kith.login(user.username, PASSWORD);
    await expectActorDropped(kith, () => remove(actor), user.id);
    for (const value of [token, other.token])
      await expect(kith.resolve('bearer', value)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await waitFor('the purge in bots and billing', () => purged.bots.includes(user.id) && purged.billing.includes(user.id), 5000);
    expect(await kith.auditEvents('account_removed', user.id)).toMatchObject([{ actorId: user.id, actorName: user.username }]);
  });

  it('makes every call fail as if the user had never existed', async () => {
    const { user, actor } = await kith.signUp();
    await remove(actor);
    await expect(kith.login(user.username, PASSWORD)).rejects.toMatchObject({ code: 'BAD_CREDENTIALS' });
    await expect(kith.ask(auth.user, { actor })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(kith.ask(auth.person, { userId: user.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const { user: other } = await kith.signUp();
    const { names } = await kith.ask(auth.usernames, { userIds: [user.id, other.id] });
    expect(names).toEqual({ [other.id]: other.username });
    await expect(kith.ask(auth.profile, { actor, username: user.username, email: user.email })).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
    await expect(kith.ask(auth.notificationSettings, { actor, usageReports: true })).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
    await expect(remove(actor)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(kith.ask(auth.password, { actor, currentPassword: PASSWORD, newPassword: 'another one' })).rejects.toMatchObject(
      { code: 'UNAUTHENTICATED' },
    );
  });

  it('frees username and address at once and leaves no personal data in the row', async () => {
    const { user, actor } = await kith.signUp();
    await kith.ask(auth.apiSettings, { actor, apiKey: 'sk-0123456789-abcdefghij' });
    await remove(actor);
    const [row] = await rows(user.id);
    expect(row).toMatchObject({ password_hash: '', api_key: null, api_key_hint: null });
    expect(JSON.stringify(row)).not.toContain(user.username);
    expect(JSON.stringify(row)).not.toContain(user.email);
    await expect(kith.register({ username: user.username, email: user.email })).resolves.toHaveProperty('token');
  });

  it('leaves no session that was opened at the same time [S15]', async () => {
    const { user, actor } = await kith.signUp();
    const [, ...logins] = await Promise.allSettled([
      remove(actor),
      ...Array.from({ length: 8 }, () => kith.login(user.username, PASSWORD)),
    ]);
    for (const login of logins) if (login.status === 'rejected') expect(login.reason).toMatchObject({ code: 'BAD_CREDENTIALS' });
    expect(await kith.query('select 1 from auth.session where user_id = $1', [user.id])).toEqual([]);
  });

  it('requires the right password', async () => {
    const { actor, token } = await kith.signUp();
    await expect(remove(actor, 'wrong password')).rejects.toMatchObject({ code: 'WRONG_PASSWORD' });
    await expect(remove(actor, 'p'.repeat(129))).rejects.toMatchObject({ code: 'BAD_INPUT' });
    expect(await kith.resolve('bearer', token)).toEqual(actor);
  });

  it('is rate limited after ten wrong passwords [S5]', async () => {
    const { actor } = await kith.signUp();
    for (let time = 0; time < 10; time += 1)
      await expect(remove(actor, `wrong password ${time}`)).rejects.toMatchObject({ code: 'WRONG_PASSWORD' });
    await expect(remove(actor)).rejects.toMatchObject({ code: 'RATE_LIMITED', details: { retryAfterS: 60 } });
  });

  it('is refused during an impersonation [S36]', async () => {
    const { actor, token } = await kith.signUp();
    await expect(remove({ ...actor, impersonator: { userId: randomUUID(), username: 'root' } })).rejects.toMatchObject({
      code: 'IMPERSONATING',
    });
    expect(await kith.resolve('bearer', token)).toEqual(actor);
  });

  it('is refused for the super-admin, whatever role the caller claims [S37]', async () => {
    const { token } = await kith.login('superadmin', 'super-secret-password');
    const actor = await kith.resolve('bearer', token);
    await expect(remove(actor, 'super-secret-password')).rejects.toMatchObject({ code: 'SUPER_ADMIN_PROTECTED' });
    await expect(remove({ ...actor, role: 'user' }, 'super-secret-password')).rejects.toMatchObject({
      code: 'SUPER_ADMIN_PROTECTED',
    });
    expect(await kith.resolve('bearer', token)).toEqual(actor);
  });
});

describe('the row of a deleted account', () => {
  it('is deleted after bots and billing have purged their data a second time', async () => {
    const { user, actor } = await kith.signUp();
    await remove(actor);
    await waitFor('the first purge', () => purged.billing.includes(user.id));
    expect(await rows(user.id)).toHaveLength(1);
    await age(user.id, '10 minutes');
    await sweep();
    await waitFor('the user row to be deleted', async () => (await rows(user.id)).length === 0);
    expect(purged.bots.filter((id) => id === user.id)).toHaveLength(2);
  });

  it('is kept until a service whose purge fails has succeeded', async () => {
    const { user, actor } = await kith.signUp();
    failures = 2;
    await remove(actor);
    await waitFor('the third attempt', () => purged.billing.includes(user.id));
    expect(await rows(user.id)).toHaveLength(1);
  });

  it('gets a new job from the sweep five minutes after the removal when the job was lost', async () => {
    const { user, actor } = await kith.signUp();
    await remove(actor);
    await waitFor('the first purge', () => purged.billing.includes(user.id));
    await kith.runtime.redis.del(await kith.runtime.redis.keys('jobs:account-removals:*'));
    await age(user.id, '4 minutes');
    expect(await sweep()).toBe(0);
    await age(user.id, '6 minutes');
    expect(await sweep()).toBe(1);
  });

  it('is untouched by a job for an account that was never deleted', async () => {
    const { user } = await kith.signUp();
    await kith.runtime.queues.add(queues.accountRemovals, `stray-${user.id}`, { userId: user.id });
    await waitFor(
      'the job',
      async () => (await kith.runtime.redis.zscore('jobs:account-removals:completed', `stray-${user.id}`)) !== null,
    );
    expect(await rows(user.id)).toHaveLength(1);
    expect(purged.bots).not.toContain(user.id);
  });
});
