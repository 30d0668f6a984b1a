import {
  findFunctionDifferences,
  findSchemaDifferences,
  findTablesOfAllOwners,
  listSchemaObjects,
  ownerDatabase,
  revertAndMigrate,
} from '@kith/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chat } from '@kith/proto';
import type { DataSource } from 'typeorm';
import { database } from '../src/index.js';
import { chatUnderTest, type ChatUnderTest } from './chat-under-test.js';

const WITHOUT_ENTITY = {
  care_count: 'counted up, read and deleted by statements of CareService',
  bot_counter: 'locked, read and counted up by statements of the message log',
  delivered_total: 'written by triggers and read by RunningCounts',
  forgotten_member: 'read and written by statements of ForgottenMembers',
  memory: 'read and written by statements of MemoryStore and MemoryWorker',
  memory_clearing: 'read and written by statements of MemoryClearing',
  memory_count: 'written by triggers and read by RunningCounts',
  rating_count: 'written by triggers and read by statements of MessageStats',
  memory_fact: 'read and written by statements of MemoryStore',
  fact_vector: 'read and written by statements of FactMeanings',
  reply_author: 'written by the functions of src/sql, read by MessageStats',
  reply_conversation: 'written by the functions of src/sql, read by MessageStats',
  reply_hour: 'written by the functions of src/sql, read by MessageStats',
  message_picture: 'read and written by statements of KeptPictures',
  rating: 'read and written by statements of RatingsService',
  inbox_question: 'read and written by statements of InboxService',
  question_vector: 'read and written by statements of QuestionMeanings',
  pinned_count: 'written by triggers and read by statements of PinnedAnswersService',
  pinned_answer: 'read and written by statements of PinnedAnswersService',
  saved_conversation: 'read and written by statements of SavedConversations',
  pinned_question: 'read and written by statements of PinnedAnswersService',
};

/** Rows that belong to no owner, and counts by bot, which hold no text. */
const WITHOUT_OWNER = {
  bot_counter: 'counts by bot, locked while its rows are written',
  care_count: 'counts by bot and day',
  delivered_total: 'a count of the replies of everybody',
  forgotten_member: 'fingerprints of members by bot',
  memory_count: 'counts by bot',
  pinned_count: 'counts by bot',
  rating_count: 'counts by bot',
  model_entry: 'the models of the installation',
  reply_hour: 'counts by bot and hour',
};

describe('the chat schema', () => {
  let kith: ChatUnderTest;
  let owner: DataSource;
  beforeAll(async () => {
    kith = await chatUnderTest();
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

  it('has the functions of the files in src/sql', async () => {
    expect(await findFunctionDifferences(owner, new URL('../src/sql/', import.meta.url), database.counts)).toEqual([]);
  });

  it('is empty after the migrations are reverted, and works after they run again', async () => {
    const before = await listSchemaObjects(owner);
    expect(await revertAndMigrate(owner, kith, database)).toEqual([]);
    expect(await listSchemaObjects(owner)).toEqual(before);
    const { botId } = kith.aBot();
    expect(await kith.ask(chat.counts, { botIds: [botId] })).toEqual({ counts: { [botId]: 0 } });
  });
});
