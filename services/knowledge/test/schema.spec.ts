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
import { knowledgeUnderTest, type KnowledgeUnderTest } from './knowledge-under-test.js';

const BY_FUNCTIONS = 'written by the functions of src/sql alone';
const WITHOUT_ENTITY = {
  chunk: BY_FUNCTIONS,
  vector: 'read and written by statements of MeaningSearch and EmbeddingWorker',
  posting: BY_FUNCTIONS,
  kstat: BY_FUNCTIONS,
  klex: BY_FUNCTIONS,
  searched_text: 'kept by a trigger, read by find_items',
  question_run: 'read and written by statements of noteChange and QuestionRuns',
  keyword: 'read and written by statements of ActivatedPassages and storeKeywords',
  discarded_file: 'read and written by statements of DiscardedFiles',
  purged_bot: 'read and written by statements of ItemsService and lockExistingBot',
};

const STATISTICS = 'counts of words by bot, read by the search together with chunks, which are limited to their owner';
/** Rows that belong to no owner, and statistics by bot, which hold no text. */
const WITHOUT_OWNER = {
  klex: STATISTICS,
  kstat: STATISTICS,
  posting: STATISTICS,
  discarded_file: 'keys of files that are to be removed',
  purged_bot: 'ids of deleted bots',
};

describe('the knowledge schema', () => {
  let kith: KnowledgeUnderTest;
  let owner: DataSource;
  beforeAll(async () => {
    kith = await knowledgeUnderTest();
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
    expect(await findFunctionDifferences(owner, new URL('../src/sql/', import.meta.url))).toEqual([]);
  });

  it('is empty after the migrations are reverted, and works after they run again', async () => {
    const before = await listSchemaObjects(owner);
    expect(await revertAndMigrate(owner, kith, database)).toEqual([]);
    expect(await listSchemaObjects(owner)).toEqual(before);
    const teacher = kith.anOwner();
    await kith.teach(teacher, { content: 'Tulips flower in spring.' });
    expect((await kith.search(teacher, 'tulips')).passages).toHaveLength(1);
  });
});
