import { rowsRead } from '@kith/kit/testing';
import { admin } from '@kith/proto';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { anAdmin, startFakeBilling } from './actors.js';
import { authUnderTest, type AuthUnderTest } from './auth-under-test.js';

const COUNT = 10_000;

let kith: AuthUnderTest;
let billing: { close(): Promise<void> };
beforeAll(async () => {
  kith = await authUnderTest();
  billing = await startFakeBilling(kith, () => []);
  await kith.query(
    `insert into auth."user" (username, username_key, email, password_hash)
     select name, name, name || '@example.com', 'none'
     from (select 'someone-' || n || case when n in (7, $1 - 7) then ' zq' else '' end as name from generate_series(1, $1::int) n) t`,
    [COUNT],
  );
  await kith.query('vacuum analyze auth."user"');
});
afterAll(async () => {
  await billing.close();
  await kith.stop();
});

it.each([
  ['two letters that two of them have', 'ZQ', 2, 2],
  ['a letter that two of them have', 'z', 2, 2],
  ['two letters that none of them has', 'qz', 0, 0],
  ['a letter that none of them has', '龍', 0, 0],
  ['a letter that all of them have', 'o', 1000, 20],
])('a search among 10,000 users for %s reads few of them', async (_what, search, total, shown) => {
  const actor = await anAdmin(kith);
  const database = kith.services.get('auth')?.app.get(DataSource);
  if (!database) throw new Error('auth is not running');
  const query = jest.spyOn(database, 'query');
  const found = await kith.ask(admin.users, { actor, search, limit: 20 });
  const statements = query.mock.calls.filter(([text]) => text.includes('sought_sequences'));
  query.mockRestore();
  expect([found.total, found.users.length, statements.length]).toEqual([total, shown, 2]);
  const read = await rowsRead(kith, { service: 'auth', table: 'auth."user"' }, async (transaction) => {
    for (const [text, parameters] of statements) await transaction.query(text, parameters);
  });
  expect(read).toBeLessThan(total + 100);
});
