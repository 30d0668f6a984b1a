import { randomUUID } from 'node:crypto';
import { startService } from '@kith/kit';
import { queryAsOwner } from '@kith/kit/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { database, definition } from '../src/index.js';
import { SessionsService } from '../src/sessions/sessions.service.js';
import type { AuthUnderTest } from './auth-under-test.js';
import { age, anImpersonator, aSuperAdmin, aUser, authWithBilling, impersonate } from './actors.js';

let kith: AuthUnderTest;
beforeAll(async () => {
  kith = await authWithBilling();
});
afterAll(() => kith.stop());
beforeEach(async () => {
  await kith.query('delete from auth.session');
  // Looks at all, which are none, so that each test begins with the first session.
  await sweep();
});

const sweep = (batch?: number) => kith.services.get('auth')?.app.get(SessionsService).sweep(batch);
const left = async () => (await kith.query<{ id: string }>('select id from auth.session')).map(({ id }) => id);

async function ended(count: number): Promise<void> {
  const { userId } = await aUser(kith);
  await kith.query(
    `insert into auth.session (user_id, bearer_hash, cookie_hash, ip, user_agent, created_at)
     select $1, gen_random_uuid(), gen_random_uuid(), '', '', now() - interval '31 days' from generate_series(1, $2::int)`,
    [userId, count],
  );
  await kith.query("delete from auth.session where user_id = $1 and created_at > now()  - interval '1 day'", [userId]);
}

describe('the sweep of ended sessions', () => {
  it('looks at one batch after the other, from the last on at the first again, and deletes only sessions that have ended', async () => {
    const { sessionId } = await aUser(kith);
    await ended(5);
    const found: number[] = [];
    for (let batch = 0; batch < 3; batch += 1) found.push((await sweep(3)) ?? 0);
    expect(found.map((count) => count >= 2)).toEqual([true, true, false]);
    expect(await left()).toEqual([sessionId]);
    await ended(5);
    for (let batch = 0; batch < 2; batch += 1) await sweep(3);
    expect(await left()).toEqual([sessionId]);
  });

  it('reads no more sessions than a batch has, however many there are', async () => {
    const { userId } = await aUser(kith);
    await kith.query(
      `insert into auth.session (user_id, bearer_hash, cookie_hash, ip, user_agent)
       select $1, gen_random_uuid(), gen_random_uuid(), '', '' from generate_series(1, 5000)`,
      [userId],
    );
    await queryAsOwner(kith, database, 'analyze auth.session');
    const rows = kith.services.get('auth')?.app.get(DataSource) as DataSource;
    const logged = jest.spyOn(rows.logger, 'logQuery');
    await sweep(50);
    const [[statement, parameters] = ['']] = logged.mock.calls.filter(([text]) => text.includes('skip locked'));
    logged.mockRestore();
    const plan = JSON.stringify(await rows.query(`explain ${statement}`, parameters));
    expect(plan).toContain('session_pkey');
    expect(plan).not.toContain('Seq Scan on session');
  });

  it('deletes each session once when replicas sweep concurrently', async () => {
    await ended(20);
    const taken = await Promise.all(Array.from({ length: 4 }, () => sweep(5)));
    expect(taken.reduce((sum: number, count) => sum + (count ?? 0), 0)).toBe(20 - (await left()).length);
    await sweep();
    expect(await left()).toEqual([]);
  });

  it('keeps an expired impersonation while its parent session lives, and no longer [S36]', async () => {
    const superAdmin = await aSuperAdmin(kith);
    await impersonate(kith, superAdmin, (await aUser(kith)).userId);
    const orphan = await anImpersonator(kith);
    await kith.query('update auth.session set parent_session_id = null where id = $1', [orphan.sessionId]);
    await kith.query(`update auth.session set expires_at = now() - interval '8 days' where impersonator_id is not null`);
    const before = await left();
    expect(await sweep()).toBe(1);
    expect(await left()).toEqual(expect.arrayContaining(before.filter((id) => id !== orphan.sessionId)));
  });

  it('does not block the start of a replica while a session is locked', async () => {
    await ended(1);
    const holder = kith.services.get('auth')?.app.get(DataSource).createQueryRunner();
    await holder?.startTransaction();
    await holder?.query('select 1 from auth.session for update');
    const replica = await startService(definition, kith.runtime);
    expect(await sweep()).toBe(0);
    await holder?.rollbackTransaction();
    await holder?.release();
    await replica.close();
    expect(await sweep()).toBe(1);
  });
});

describe('a session that was swept', () => {
  it('cannot be resolved', async () => {
    const { user, token } = await kith.register();
    const { sessionId } = await kith.resolve('bearer', token);
    await age(kith, sessionId, 'last_used_at', '8 days');
    await sweep();
    await expect(kith.resolve('bearer', token)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(await kith.query('select 1 from auth.session where user_id = $1', [user.id])).toEqual([]);
    await expect(kith.resolve('bearer', randomUUID())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});
