import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ownerDatabase } from '@kith/kit/testing';
import { DataSource } from 'typeorm';
import { database } from '../src/database.js';
import { MessageDeletion } from '../src/messages/message-deletion.js';
import { chatUnderTest, type ChatUnderTest } from './chat-under-test.js';

/** The largest batch: how many are deleted together depends on how long they take. */
const LARGEST_BATCH = 2000;

let kith: ChatUnderTest;
let owner: DataSource;
let deletion: MessageDeletion;
let botId: string;

beforeAll(async () => {
  kith = await chatUnderTest();
  owner = await ownerDatabase(kith, database);
});
beforeEach(async () => {
  deletion = new MessageDeletion(kith.services.get('chat')?.app.get(DataSource) as DataSource);
  botId = randomUUID();
  await owner.query('insert into chat.bot_counter (bot_id, delivered) values ($1, 0)', [botId]);
});
afterAll(async () => {
  await owner.destroy();
  await kith.stop();
});

/** So many messages of one time in each conversation. */
const store = (conversations: readonly string[], count: number) =>
  owner.query(
    `insert into chat.message (bot_id, owner_id, channel, conversation, request_id, author, author_name, question, reply, engine, sources, truncated,
       tokens, latency_ms, state, created_at)
     select $1, $1, 'discord', conversation, gen_random_uuid(), 'u' || n % 7, '', '', '', 'openai', '{}', false, 80, 1, 'delivered', '2026-11-01'
     from unnest($2::text[]) conversation, generate_series(1, $3::int) n`,
    [botId, conversations, count],
  );
const remember = (people: number) =>
  owner.query(
    `insert into chat.memory (bot_id, owner_id, member, scope, processed_until)
     select $1, $1, 'm' || n % 10, 's' || n, now() from generate_series(1, $2::int) n`,
    [botId, people],
  );
const left = async (table: string): Promise<number> => {
  const [row] = await owner.query<[{ count: number }]>(`select count(*)::int as count from chat.${table} where bot_id = $1`, [
    botId,
  ]);
  return row.count;
};
async function deleteAll(): Promise<number> {
  let steps = 1;
  while (!(await deletion.deleteSome(botId))) {
    steps += 1;
    if (steps > 1000) throw new Error('the deletion does not end');
  }
  return steps;
}

describe('the deletion of what a bot was told', () => {
  it('leaves one batch of messages and of what is remembered, however many have the same time or person', async () => {
    await store(['a', 'b', 'c'], 1500);
    await remember(3000);
    expect(await deleteAll()).toBeGreaterThan(3);
    expect(await left('message')).toBeLessThanOrEqual(LARGEST_BATCH);
    expect(await left('memory')).toBeLessThanOrEqual(LARGEST_BATCH);
  });

  it('deletes what is stored meanwhile, also before the place where the last batch ended', async () => {
    await store(['m'], 1000);
    expect(await deletion.deleteSome(botId)).toBe(false);
    await store(['a', 'm', 'z'], 1000);
    await deleteAll();
    expect(await left('message')).toBeLessThanOrEqual(LARGEST_BATCH);
  });

  it('of another bot begins at its own first row', async () => {
    await store(['z'], 1000);
    await deletion.deleteSome(botId);
    botId = randomUUID();
    await owner.query('insert into chat.bot_counter (bot_id, delivered) values ($1, 0)', [botId]);
    await store(['a'], 3000);
    await deleteAll();
    expect(await left('message')).toBeLessThanOrEqual(LARGEST_BATCH);
  });

  it('is over at once without rows', async () => {
    expect(await deletion.deleteSome(botId)).toBe(true);
  });
});
