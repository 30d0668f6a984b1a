import { findSchemaDifferences, listSchemaObjects } from '@kith/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chat } from '@kith/proto';
import { DataSource } from 'typeorm';
import { chatUnderTest, type ChatUnderTest } from './chat-under-test.js';

const WITHOUT_ENTITY = {
  bot_counter: 'locked, read and counted up by statements of the message log',
  forgotten_member: 'read and written by statements of ForgottenMembers',
};

describe('the chat schema', () => {
  let kith: ChatUnderTest;
  let database: DataSource;
  beforeAll(async () => {
    kith = await chatUnderTest();
    const app = kith.services.get('chat')?.app;
    if (!app) throw new Error('chat does not run');
    database = app.get(DataSource);
  });
  afterAll(() => kith.stop());

  it('has the tables and columns that the entities declare', async () => {
    expect(await findSchemaDifferences(database, WITHOUT_ENTITY)).toEqual([]);
  });

  it('is empty after the migrations are reverted, and works after they run again', async () => {
    const before = await listSchemaObjects(database);
    for (const _ of database.migrations) await database.undoLastMigration();
    expect(await listSchemaObjects(database)).toEqual([]);
    await database.runMigrations();
    expect(await listSchemaObjects(database)).toEqual(before);
    const { botId } = kith.aBot();
    expect(await kith.ask(chat.counts, { botIds: [botId] })).toEqual({ counts: { [botId]: 0 } });
  });
});
