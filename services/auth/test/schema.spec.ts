import { findFunctionDifferences, findSchemaDifferences, listSchemaObjects } from '@kith/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { PASSWORD, type AuthUnderTest } from './auth-under-test.js';
import { authWithBilling } from './actors.js';

const WITHOUT_ENTITY = {
  audit_head: 'read and written by write_audit_event and by statements of the audit log',
  'audit_event.id': 'generated from the event for the unique index; reads parse the event',
};

describe('the auth schema', () => {
  let kith: AuthUnderTest;
  let database: DataSource;
  beforeAll(async () => {
    kith = await authWithBilling();
    const app = kith.services.get('auth')?.app;
    if (!app) throw new Error('auth does not run');
    database = app.get(DataSource);
  });
  afterAll(() => kith.stop());

  it('has the tables and columns that the entities declare', async () => {
    expect(await findSchemaDifferences(database, WITHOUT_ENTITY)).toEqual([]);
  });

  it('has exactly the functions of src/sql', async () => {
    expect(await findFunctionDifferences(database, new URL('../src/sql/', import.meta.url))).toEqual([]);
  });

  it('is empty after the migration is reverted in an installation that is in use, and works after it runs again', async () => {
    const before = await listSchemaObjects(database);
    await kith.auditEvents('registered', (await kith.register()).user.id);
    for (const _ of database.migrations) await database.undoLastMigration();
    expect(await listSchemaObjects(database)).toEqual([]);
    await database.runMigrations();
    expect(await listSchemaObjects(database)).toEqual(before);
    const { user } = await kith.register();
    expect(await kith.login(user.username, PASSWORD)).toMatchObject({ user: { id: user.id } });
    expect(await kith.auditEvents('login', user.id)).toHaveLength(1);
  });
});
