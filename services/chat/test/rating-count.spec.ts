import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { RunningCounts } from '@kith/kit';
import { startModel, type StandInModel } from '@kith/kit/testing';
import { chat } from '@kith/proto';
import { DataSource } from 'typeorm';
import { RATING_COUNT } from '../src/quality/rating-count.js';
import { aJob, chatUnderTest, type ChatUnderTest } from './chat-under-test.js';

let model: StandInModel;
let kith: ChatUnderTest;
beforeAll(async () => {
  model = await startModel();
  kith = await chatUnderTest(model.env);
});
afterAll(async () => {
  await kith.stop();
  await model.stop();
});

it('ratings count for 30 days, to the minute, and no longer when their replies are deleted', async () => {
  model.mock.on({ predicate: () => true }, { content: 'The moon is old.' });
  const bot = kith.aBot();
  const { botId } = bot;
  const job = aJob(botId, 'how old is the moon?');
  const { messageId } = job;
  await kith.processJob(job);
  await kith.ask(chat.delivered, { botId, messageId });
  const app = kith.services.get('chat')?.app;
  if (!app) throw new Error('chat does not run');
  const [database, counts] = [app.get(DataSource), app.get(RunningCounts)];
  const ratings = async () => (await kith.ask(chat.analytics, bot)).ratings;
  for (const [at, minutes] of [1, 100, 2000, -5].entries()) {
    const memberId = `5${at}`;
    await kith.ask(chat.rate, { botId, messageId, memberId, isGood: at === 0, reason: at === 0 ? null : 'wrong' });
    await database.query(
      `update chat.rating set rated_at = now() - interval '30 days' + make_interval(mins => $2) where bot_id = $1 and rated_at > now() - interval '1 day'`,
      [botId, minutes],
    );
  }
  expect(await ratings()).toEqual({ good: 1, bad: 2, reasons: [{ reason: 'wrong', count: 2 }] });
  expect(await counts.check(RATING_COUNT)).toBe(true);
  await database.query('delete from chat.message where bot_id = $1', [botId]);
  expect(await ratings()).toEqual({ good: 0, bad: 0, reasons: [] });
  expect(await counts.check(RATING_COUNT)).toBe(true);
});
