import { findFunctionDifferences, findSchemaDifferences, listSchemaObjects } from '@kith/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { knowledgeUnderTest, type KnowledgeUnderTest } from './knowledge-under-test.js';

const BY_FUNCTIONS = 'written by the functions of src/sql alone';
const WITHOUT_ENTITY = {
  chunk: BY_FUNCTIONS,
  posting: BY_FUNCTIONS,
  kstat: BY_FUNCTIONS,
  klex: BY_FUNCTIONS,
  discarded_file: 'read and written by statements of DiscardedFiles',
  purged_bot: 'read and written by statements of ItemsService and lockExistingBot',
};

describe('the knowledge schema', () => {
  let kith: KnowledgeUnderTest;
  let database: DataSource;
  beforeAll(async () => {
    kith = await knowledgeUnderTest();
    const app = kith.services.get('knowledge')?.app;
    if (!app) throw new Error('knowledge does not run');
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
    const owner = kith.anOwner();
    await kith.teach(owner, { content: 'Tulips flower in spring.' });
    expect((await kith.search(owner, 'tulips')).passages).toHaveLength(1);
  });
});
