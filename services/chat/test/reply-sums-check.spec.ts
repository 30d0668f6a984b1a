import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import { LOGGER, type Logger } from '@kith/kit';
import { chat } from '@kith/proto';
import { DataSource } from 'typeorm';
import { ReplySumsCheck } from '../src/analytics/reply-sums-check.js';
import { chatUnderTest, type ChatUnderTest } from './chat-under-test.js';

let kith: ChatUnderTest;
beforeAll(async () => {
  kith = await chatUnderTest();
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => kith.stop());

it('the sums of a bot that cannot be checked are logged, and those of all bots behind it are checked all the same', async () => {
  const app = kith.services.get('chat')?.app;
  if (!app) throw new Error('chat is not running');
  const bots = [kith.aBot(), kith.aBot(), kith.aBot()].toSorted((one, other) => (one.botId < other.botId ? -1 : 1));
  for (const bot of bots) await kith.say({ ...bot, message: 'hello' });
  await kith.query('update chat.reply_hour set replies = replies + 5');
  const [failing = '', ...behind] = bots.map(({ botId }) => botId);
  const source = app.get(DataSource);
  const query = source.query.bind(source);
  const given: unknown[] = [];
  jest.spyOn(source, 'query').mockImplementation(((sql: string, parameters: unknown[] = []) => {
    // The statement that finds the bot behind it has the same parameter.
    if (!parameters.flat().includes(failing) || sql.includes('limit 1')) return query(sql, parameters);
    given.push(parameters);
    return Promise.reject(new Error('canceling statement due to statement timeout'));
  }) as typeof source.query);
  const logged = jest.spyOn(app.get<Logger>(LOGGER), 'error').mockImplementation(() => undefined);
  expect(await app.get(ReplySumsCheck).check()).toEqual(behind);
  expect(given).toEqual([[failing]]);
  expect(logged.mock.calls.map(([fields]) => fields)).toEqual([{ botId: failing, err: expect.any(Error) }, { botIds: behind }]);
  for (const bot of bots.slice(1)) expect(await kith.ask(chat.analytics, bot)).toMatchObject({ totalMessages: 1 });
});
