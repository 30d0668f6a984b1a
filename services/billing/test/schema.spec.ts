import {
  findFunctionDifferences,
  findSchemaDifferences,
  listSchemaObjects,
  ownerDatabase,
  revertAndMigrate,
} from '@kith/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { database } from '../src/index.js';
import { PAYMENTS_OF_USER } from '../src/payments/payment-orders.js';
import { billingUnderTest, type BillingUnderTest } from './billing-under-test.js';

const BY_FUNCTIONS = 'read and written by the functions of src/sql alone';
const BY_TRIGGERS = 'written by triggers and read by statements of plans, payments and statistics';
const WITHOUT_ENTITY = {
  announced_plan: 'read and written by statements of the plan change publisher',
  cap_day: BY_FUNCTIONS,
  credit_day: BY_FUNCTIONS,
  plan_check: 'written by triggers and read by statements of PlanChecks',
  plan_count: BY_TRIGGERS,
  webhook_count: BY_TRIGGERS,
  invoice_count: BY_TRIGGERS,
  invoice_day: BY_TRIGGERS,
  purchase_count: BY_TRIGGERS,
  purchase_day: BY_TRIGGERS,
  return_day: BY_TRIGGERS,
  subscriber_day: BY_TRIGGERS,
  credit_rollup: BY_FUNCTIONS,
  invoice: 'inserted by a statement of the payments ledger, read by those of lists and statistics',
  ledger_checkpoint: 'written by a function, read by the statements of CreditsService',
  ledger_txn: BY_FUNCTIONS,
  payment_return: 'inserted by a statement of the payments ledger, read by those of lists and statistics',
  payment_reversal: BY_FUNCTIONS,
  purchase: BY_FUNCTIONS,
  reservation: BY_FUNCTIONS,
  subscription_period: BY_FUNCTIONS,
  swept_mode: 'read and written by statements of PlanChecks',
  webhook_event: 'written by statements of the webhook log and deleted by the plan sweep',
  wallet: BY_FUNCTIONS,
  'customer.created_at': 'for people who read the database',
};

describe('the billing schema', () => {
  let kith: BillingUnderTest;
  let owner: DataSource;
  beforeAll(async () => {
    kith = await billingUnderTest();
    owner = await ownerDatabase(kith, database);
  });
  afterAll(async () => {
    await owner.destroy();
    await kith.stop();
  });

  it('has the tables and columns that the entities declare', async () => {
    expect(await findSchemaDifferences(owner, WITHOUT_ENTITY)).toEqual([]);
  });

  it('has exactly the functions of src/sql', async () => {
    expect(
      await findFunctionDifferences(owner, new URL('../src/sql/', import.meta.url), database.counts, [PAYMENTS_OF_USER]),
    ).toEqual([]);
  });

  it('is empty after the migrations are reverted, and works after they run again', async () => {
    const before = await listSchemaObjects(owner);
    expect(await revertAndMigrate(owner, kith, database)).toEqual([]);
    expect(await listSchemaObjects(owner)).toEqual(before);
    const userId = randomUUID();
    await kith.grant(userId, 3);
    expect(await kith.usage(userId)).toMatchObject({ plan: 'free', credits: 3 });
  });
});
