import { auth } from '@kith/proto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { PASSWORD, type AuthUnderTest } from './auth-under-test.js';
import { aSuperAdmin, authWithBilling, impersonate } from './people.js';

let kith: AuthUnderTest;
beforeAll(async () => {
  kith = await authWithBilling();
});
afterAll(() => kith.stop());

const shape = () =>
  kith.query(`select table_name, column_name, data_type, is_nullable from information_schema.columns
    where table_schema = 'auth' order by table_name, column_name`);

describe('the migrations', () => {
  it('can be taken back one by one and put on again, on an installation that is in use', async () => {
    const database = kith.services.get('auth')?.app.get(DataSource);
    const { user, token } = await kith.register();
    const gone = await kith.somebody();
    await kith.ask(auth.removeAccount, { actor: gone.actor, password: PASSWORD });
    const impersonation = await impersonate(kith, await aSuperAdmin(kith), user.id);
    await kith.reported('impersonation_started', user.id);
    const before = await shape();

    await database?.undoLastMigration();
    await database?.undoLastMigration();
    // What was done in somebody's name must not become theirs, nor a removed account a living one.
    expect(await kith.query('select 1 from auth.session where user_id = $1', [user.id])).toHaveLength(1);
    await database?.undoLastMigration();
    expect(await kith.query('select 1 from auth."user" where id = $1', [gone.user.id])).toEqual([]);
    await database?.runMigrations();
    expect(await shape()).toEqual(before);
    await kith.resolve('bearer', token);
    await expect(kith.resolve('bearer', impersonation.token)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(await kith.login(user.username, PASSWORD)).toMatchObject({ user: { id: user.id } });
    expect(await kith.reported('login', user.id)).toHaveLength(1);

    for (const _ of database?.migrations ?? []) await database?.undoLastMigration();
    expect(await kith.query(`select table_name from information_schema.tables where table_schema = 'auth'`)).toEqual([
      { table_name: 'migrations' },
    ]);
    await database?.runMigrations();
    expect(await shape()).toEqual(before);
  });
});
