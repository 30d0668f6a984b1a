import {
  anActor,
  findFunctionDifferences,
  findSchemaDifferences,
  findTablesOfAllOwners,
  listSchemaObjects,
  ownerDatabase,
  revertAndMigrate,
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

  it('shows an owner the bots of nobody else, also by functions that read as the owner of the tables [S30]', async () => {
    const actor = anActor();
    const { bot } = await stack.ask(bots.create, { actor, name: 'Nova' });
    const found = (as: string | null, isFromEnd = false) =>
      owner.transaction(async (manager) => {
        if (as !== null) await manager.query(`select set_config('kith.owner', $1, true)`, [as]);
        return manager.query<{ id: string | null; total: number }[]>(
          `select bots.count_own_bots($1, '') as total, (select * from bots.own_bots($1, 'nov', $2, 10, 0)) as id`,
          [actor.userId, isFromEnd],
        );
      });
    const [all, none] = [[{ total: 1, id: bot.id }], [{ total: 0, id: null }]];
    expect([await found(actor.userId), await found('system', true)]).toEqual([all, all]);
    for (const other of [anActor().userId, '', 'System', null]) expect(await found(other)).toEqual(none);
  });

  it('has exactly the functions of src/sql', async () => {
    expect(await findFunctionDifferences(owner, new URL('../src/sql/', import.meta.url), database.counts)).toEqual([]);
  });

  it('is empty after the migration is reverted in an installation that is in use, and works after it runs again', async () => {
    const before = await listSchemaObjects(owner);
    const actor = anActor();
    await stack.ask(bots.create, { actor, name: 'Nova', discordToken: aToken() });
    expect(await revertAndMigrate(owner, stack, database)).toEqual([]);
    expect(await listSchemaObjects(owner)).toEqual(before);
    const { bot } = await stack.ask(bots.create, { actor, name: 'Nova', discordToken: aToken() });
    expect(await stack.ask(bots.report, { botId: bot.id, ...ONLINE })).toEqual({ accepted: true });
  });
});
