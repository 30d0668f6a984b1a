import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chat } from '@kith/proto';
import { DataSource } from 'typeorm';
import { chatUnderTest, type ChatUnderTest } from './chat-under-test.js';

// What came after the first migration.
const LATER = /^(?:counter\.epoch|message\.owner_id|image\..+|forgotten_member\..+)$/;

describe('the migrations', () => {
  let kith: ChatUnderTest;
  beforeAll(async () => {
    kith = await chatUnderTest();
  });
  afterAll(() => kith.stop());

  it('can be taken back one by one and run again, and what was written before them is counted when it is delivered', async () => {
    const database = kith.services.get('chat')?.app.get(DataSource, { strict: false }) as DataSource;
    const columns = async () =>
      (
        await kith.query<{ name: string }>(
          `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'chat' order by 1`,
        )
      ).map(({ name }) => name);
    const before = await columns();
    const { actor, botId } = kith.aBot();
    for (const _ of database.migrations.slice(1)) await database.undoLastMigration();
    expect(await columns()).toEqual(before.filter((name) => !LATER.test(name)));
    await kith.query(
      `insert into chat.message (bot_id, channel, conversation, request_id, author, author_name, question, reply, engine, sources,
         truncated, tokens, latency_ms, state)
       values ($1::uuid, 'discord', 'c', $1::uuid || '-1', 'u', 'Eve', 'q', 'r', 'builtin', '{}', false, 2, 10, 'written')`,
      [botId],
    );
    await database.runMigrations();
    expect(await columns()).toEqual(before);
    await kith.ask(chat.delivered, { botId, messageId: '1' });
    expect(await kith.ask(chat.counts, { botIds: [botId] })).toEqual({ counts: { [botId]: 1 } });
    expect(await kith.ask(chat.analytics, { actor, botId })).toMatchObject({ totalMessages: 1 });
    for (const _ of database.migrations) await database.undoLastMigration();
    expect((await columns()).filter((name) => !name.startsWith('migrations.'))).toEqual([]);
  });
});
