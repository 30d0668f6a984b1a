import {
  anActor,
  findFunctionDifferences,
  findSchemaDifferences,
  findTablesOfAllOwners,
  listSchemaObjects,
  migrateAgain,
  ownerDatabase,
} from '@kith/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bots } from '@kith/proto';
import type { DataSource } from 'typeorm';
import { database } from '../src/index.js';
import { aToken, botsUnderTest, ONLINE, type BotsUnderTest } from './bots-under-test.js';

const WITHOUT_ENTITY = {
  bot_total: 'written by triggers and read by RunningCounts',
  run_period: 'written by the trigger record_run_period and by statements of the uptime service',
  runner_presence: 'read and written by statements of the uptime service',
};

/** Rows that belong to no owner, or are read before their owner is known. */
const WITHOUT_OWNER = {
  bot_total: 'a count of the bots of everybody',
  runner_presence: 'when a runner was last seen',
  taken_down_application: 'applications of Discord whose bots administrators took down',
};

describe('the bots schema', () => {
  let stack: BotsUnderTest;
  let owner: DataSource;

  beforeAll(async () => {
    stack = await botsUnderTest();
    owner = await ownerDatabase(stack, database);
  });
  afterAll(async () => {
    await owner.destroy();
    await stack.stop();
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
    const actor = anActor();
    await stack.ask(bots.create, { actor, name: 'Nova', discordToken: aToken() });
    for (const _ of owner.migrations) await owner.undoLastMigration();
    expect(await listSchemaObjects(owner)).toEqual([]);
    await migrateAgain(stack, database);
    expect(await listSchemaObjects(owner)).toEqual(before);
    const { bot } = await stack.ask(bots.create, { actor, name: 'Nova', discordToken: aToken() });
    expect(await stack.ask(bots.report, { botId: bot.id, ...ONLINE })).toEqual({ accepted: true });
  });
});
