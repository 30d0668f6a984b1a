import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { botsUnderTest, type BotsUnderTest } from './bots-under-test.js';

describe('the migrations', () => {
  let stack: BotsUnderTest;

  beforeAll(async () => {
    stack = await botsUnderTest();
  });
  afterAll(() => stack.stop());

  it('can be taken back one by one and run again', async () => {
    const database = stack.services.get('bots')?.app.get(DataSource, { strict: false }) as DataSource;
    const tables = async () =>
      (
        await database.query<{ name: string }[]>(
          `select table_name as name from information_schema.tables where table_schema = 'bots' order by 1`,
        )
      ).map(({ name }) => name);
    const before = await tables();
    for (const _ of database.migrations) await database.undoLastMigration();
    expect(await tables()).toEqual(['migrations']);
    await database.runMigrations();
    expect(await tables()).toEqual(before);
  });
});
