import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chat } from '@kith/proto';
import { MessageRetention } from '../src/messages/message-retention.js';
import { chatUnderTest, type ChatUnderTest } from './chat-under-test.js';

const DAYS = 40;
const MANY = 2100;

describe('stored messages', () => {
  let kith: ChatUnderTest;
  beforeAll(async () => {
    kith = await chatUnderTest({ MESSAGE_RETENTION_DAYS: String(DAYS) });
  });
  afterAll(() => kith.stop());

  const sweep = () => {
    const app = kith.services.get('chat')?.app;
    if (!app) throw new Error('chat does not run');
    return app.get(MessageRetention).sweep();
  };
  const say = (botId: string, ageDays: number, count = 1) =>
    kith.query(
      `insert into chat.message (bot_id, owner_id, channel, conversation, request_id, author, author_name, question, reply, engine, sources,
         truncated, tokens, latency_ms, state, created_at)
       select $1::uuid, gen_random_uuid(), 'discord', 'c', gen_random_uuid()::text, 'u', 'Eve', 'q', $2::int::text, 'builtin', '{}', false, 2, 10, 'delivered',
         now() - make_interval(days => $2::int)
       from generate_series(1, $3)`,
      [botId, ageDays, count],
    );
  const agesOf = async (botId: string) =>
    (await kith.query<{ reply: string }>('select reply from chat.message where bot_id = $1 order by created_at', [botId])).map(
      ({ reply }) => Number(reply),
    );

  it('are deleted after MESSAGE_RETENTION_DAYS, and the count of replies is kept [S74]', async () => {
    const [bot, other] = [kith.aBot(), kith.aBot()];
    for (const ageDays of [0, DAYS - 1, DAYS + 1]) await say(bot.botId, ageDays);
    await say(other.botId, DAYS + 300);
    await kith.query('insert into chat.bot_counter (bot_id, delivered) values ($1, 3)', [bot.botId]);
    expect(await sweep()).toBe(2);
    expect(await agesOf(bot.botId)).toEqual([DAYS - 1, 0]);
    expect(await agesOf(other.botId)).toEqual([]);
    expect(await kith.ask(chat.counts, { botIds: [bot.botId] })).toEqual({ counts: { [bot.botId]: 3 } });
  });

  it('are deleted in batches, each once', async () => {
    const { botId } = kith.aBot();
    await say(botId, DAYS + 2, MANY);
    const counts = await Promise.all([sweep(), sweep()]);
    expect(counts[0] + counts[1]).toBe(MANY);
    expect(await sweep()).toBe(0);
    expect(await agesOf(botId)).toEqual([]);
  });

  it('have no text in the database that can be read or moved to another bot without the key [S74]', async () => {
    const bot = kith.aBot();
    await kith.say({ ...bot, message: 'My secret is pomegranate.' });
    const rows = await kith.query<{ row: string }>('select message::text as row from chat.message where bot_id = $1', [
      bot.botId,
    ]);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toMatch(/pomegranate|secret/);
    expect(await kith.storedMessages(bot.botId)).toMatchObject([{ question: 'My secret is pomegranate.' }]);
    const other = randomUUID();
    await kith.query('update chat.message set bot_id = $2 where bot_id = $1', [bot.botId, other]);
    await expect(kith.storedMessages(other)).rejects.toThrow();
  });
});
