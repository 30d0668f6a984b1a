import { randomUUID } from 'node:crypto';
import { AppError, auth, billing, bots, queues, type Actor } from '@kith/proto';
import { fixture, fixtureService, waitFor } from '@kith/kit/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { RemovalSweep } from '../src/account/removal-sweep.js';
import { authUnderTest, PASSWORD, type AuthUnderTest } from './auth-under-test.js';
import { droppedBy } from './people.js';

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
const sweep = () => kith.services.get('auth')?.app.get(RemovalSweep).sweep();

describe('deleting the account', () => {
  it('S15: ends all sessions at once, and the companions and the subscription go within five seconds', async () => {
    const { user, actor, token } = await kith.somebody();
    const other = await kith.login(user.username, PASSWORD);
    await droppedBy(kith, () => remove(actor), user.id);
    for (const value of [token, other.token])
      await expect(kith.resolve('bearer', value)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await waitFor('both services', () => purged.bots.includes(user.id) && purged.billing.includes(user.id), 5000);
    expect(await kith.reported('account_removed', user.id)).toMatchObject([{ actorId: user.id, actorName: user.username }]);
  });

  it('makes every call answer as if the user had never been there', async () => {
    const { user, actor } = await kith.somebody();
    await remove(actor);
    await expect(kith.login(user.username, PASSWORD)).rejects.toMatchObject({ code: 'BAD_CREDENTIALS' });
    await expect(kith.ask(auth.user, { actor })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(kith.ask(auth.person, { userId: user.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
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

  it('frees name and address at once and keeps nothing of the person in the row that waits', async () => {
    const { user, actor } = await kith.somebody();
    await kith.ask(auth.apiSettings, { actor, apiKey: 'sk-0123456789-abcdefghij' });
    await remove(actor);
    const [row] = await rows(user.id);
    expect(row).toMatchObject({ password_hash: '', api_key: null, api_key_hint: null });
    expect(JSON.stringify(row)).not.toContain(user.username);
    expect(JSON.stringify(row)).not.toContain(user.email);
    await expect(kith.register({ username: user.username, email: user.email })).resolves.toHaveProperty('token');
  });

  it('leaves no session behind that was opened meanwhile', async () => {
    const { user, actor } = await kith.somebody();
    const [, ...logins] = await Promise.allSettled([
      remove(actor),
      ...Array.from({ length: 8 }, () => kith.login(user.username, PASSWORD)),
    ]);
    for (const login of logins) if (login.status === 'rejected') expect(login.reason).toMatchObject({ code: 'BAD_CREDENTIALS' });
    expect(await kith.query('select 1 from auth.session where user_id = $1', [user.id])).toEqual([]);
  });

  it('needs the right password', async () => {
    const { actor, token } = await kith.somebody();
    await expect(remove(actor, 'wrong password')).rejects.toMatchObject({ code: 'WRONG_PASSWORD' });
    await expect(remove(actor, 'p'.repeat(129))).rejects.toMatchObject({ code: 'BAD_INPUT' });
    expect(await kith.resolve('bearer', token)).toEqual(actor);
  });

  it('S5: cannot be used to guess the password', async () => {
    const { actor } = await kith.somebody();
    for (let time = 0; time < 10; time += 1)
      await expect(remove(actor, `wrong password ${time}`)).rejects.toMatchObject({ code: 'WRONG_PASSWORD' });
    await expect(remove(actor)).rejects.toMatchObject({ code: 'RATE_LIMITED', details: { retryAfterS: 60 } });
  });

  it('S36: is refused while somebody is impersonated', async () => {
    const { actor, token } = await kith.somebody();
    await expect(remove({ ...actor, impersonator: { userId: randomUUID(), username: 'root' } })).rejects.toMatchObject({
      code: 'IMPERSONATING',
    });
    expect(await kith.resolve('bearer', token)).toEqual(actor);
  });

  it('S37: never takes the super-admin, whatever role the caller claims', async () => {
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
  it('goes after the last request has settled, when both services have purged theirs again', async () => {
    const { user, actor } = await kith.somebody();
    await remove(actor);
    await waitFor('the first purge', () => purged.billing.includes(user.id));
    expect(await rows(user.id)).toHaveLength(1);
    await age(user.id, '10 minutes');
    await sweep();
    await waitFor('the end of the row', async () => (await rows(user.id)).length === 0);
    expect(purged.bots.filter((id) => id === user.id)).toHaveLength(2);
  });

  it('waits until a service that fails has done its part', async () => {
    const { user, actor } = await kith.somebody();
    failures = 2;
    await remove(actor);
    await waitFor('the third try', () => purged.billing.includes(user.id));
    expect(await rows(user.id)).toHaveLength(1);
  });

  it('is brought back by the sweep when its job got lost, and only then', async () => {
    const { user, actor } = await kith.somebody();
    await remove(actor);
    await waitFor('the first purge', () => purged.billing.includes(user.id));
    await kith.runtime.redis.del(await kith.runtime.redis.keys('jobs:account-removals:*'));
    await age(user.id, '4 minutes');
    expect(await sweep()).toBe(0);
    await age(user.id, '6 minutes');
    expect(await sweep()).toBe(1);
  });

  it('stays when the account was never deleted', async () => {
    const { user } = await kith.somebody();
    await kith.runtime.queues.add(queues.accountRemovals, `stray-${user.id}`, { userId: user.id });
    await waitFor(
      'the job',
      async () => (await kith.runtime.redis.zscore('jobs:account-removals:completed', `stray-${user.id}`)) !== null,
    );
    expect(await rows(user.id)).toHaveLength(1);
    expect(purged.bots).not.toContain(user.id);
  });
});
