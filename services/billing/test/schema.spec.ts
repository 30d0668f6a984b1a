import { findFunctionDifferences, findSchemaDifferences, listSchemaObjects } from '@kith/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { billingUnderTest, type BillingUnderTest } from './billing-under-test.js';

const BY_FUNCTIONS = 'read and written by the functions of src/sql alone';
const WITHOUT_ENTITY = {
  announced_plan: 'read and written by statements of the plan change publisher',
  ledger_line: BY_FUNCTIONS,
  ledger_txn: BY_FUNCTIONS,
  payment_reversal: BY_FUNCTIONS,
  purchase: BY_FUNCTIONS,
  reservation: BY_FUNCTIONS,
  stripe_event: 'inserted and deleted by statements of the webhook and the plan sweep',
  wallet: BY_FUNCTIONS,
  'customer.created_at': 'for people who read the database',
};

describe('the billing schema', () => {
  let kith: BillingUnderTest;
  let database: DataSource;
  beforeAll(async () => {
    kith = await billingUnderTest();
    const app = kith.services.get('billing')?.app;
    if (!app) throw new Error('billing does not run');
    database = app.get(DataSource);
  });
  afterAll(() => kith.stop());

  it('has the tables and columns that the entities declare', async () => {
    expect(await findSchemaDifferences(database, WITHOUT_ENTITY)).toEqual([]);
  });

  it('has exactly the functions of src/sql', async () => {
    expect(await findFunctionDifferences(database, new URL('../src/sql/', import.meta.url))).toEqual([]);
  });

  it('is empty after the migrations are reverted, and works after they run again', async () => {
    const before = await listSchemaObjects(database);
    for (const _ of database.migrations) await database.undoLastMigration();
    expect(await listSchemaObjects(database)).toEqual([]);
    await database.runMigrations();
    expect(await listSchemaObjects(database)).toEqual(before);
    const userId = randomUUID();
    await kith.grant(userId, 3);
    expect(await kith.usage(userId)).toMatchObject({ plan: 'free', credits: 3 });
  });
});
