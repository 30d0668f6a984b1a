import {
  findFunctionDifferences,
  findSchemaDifferences,
  findTablesOfAllOwners,
  listSchemaObjects,
  ownerDatabase,
  revertAndMigrate,
} from '@kith/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { database } from '../src/index.js';
import { PASSWORD, type AuthUnderTest } from './auth-under-test.js';
import { authWithBilling } from './actors.js';

const WITHOUT_ENTITY = {
  audit_head: 'read by statements of the audit log, written by append_audit_event and seal_audit_head',
  audit_count: 'written by triggers and read by RunningCounts',
  news_count: 'written by triggers and read by RunningCounts',
  user_count: 'written by triggers and read by RunningCounts',
  'audit_event.id': 'generated from the event for the unique index; reads parse the event',
};

const BEFORE_SIGN_IN = 'read to find out who signs in';
/** Accounts and what they sign in with are read before it is known who asks. */
const WITHOUT_OWNER = {
  access_key: BEFORE_SIGN_IN,
  discord_link: BEFORE_SIGN_IN,
  password_reset: BEFORE_SIGN_IN,
  session: BEFORE_SIGN_IN,
  user: BEFORE_SIGN_IN,
  audit_event: 'the log of the installation',
  audit_head: 'the seal of the log',
  broadcast: 'news for all users',
  audit_count: 'a count of all events',
  news_count: 'a count of all news',
  user_count: 'a count of all users',
};

describe('the auth schema', () => {
  let kith: AuthUnderTest;
  let owner: DataSource;
  beforeAll(async () => {
    kith = await authWithBilling();
    owner = await ownerDatabase(kith, database);
  });
  afterAll(async () => {
    await owner.destroy();
    await kith.stop();
  });

  it('has the tables and columns that the entities declare', async () => {
    expect(await findSchemaDifferences(owner, WITHOUT_ENTITY)).toEqual([]);
  });

  it('shows an owner no row of another one, in every table but those without rows of owners [S30]', async () => {
    expect(await findTablesOfAllOwners(owner, WITHOUT_OWNER)).toEqual([]);
  });

  it('has exactly the functions of src/sql', async () => {
    expect(await findFunctionDifferences(owner, new URL('../src/sql/', import.meta.url), database.counts)).toEqual([]);
  });

  it('is empty after the migration is reverted in an installation that is in use, and works after it runs again', async () => {
    const before = await listSchemaObjects(owner);
    await kith.auditEvents('registered', (await kith.register()).user.id);
    expect(await revertAndMigrate(owner, kith, database)).toEqual([]);
    expect(await listSchemaObjects(owner)).toEqual(before);
    const { user } = await kith.register();
    expect(await kith.login(user.username, PASSWORD)).toMatchObject({ user: { id: user.id } });
    expect(await kith.auditEvents('login', user.id)).toHaveLength(1);
  });
});
