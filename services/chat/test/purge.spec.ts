import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { chat } from '@kith/proto';
import { startModel, waitFor, type StandInModel } from '@kith/kit/testing';
import { aJob, aMessageId, chatUnderTest, type ChatUnderTest } from './chat-under-test.js';

let model: StandInModel;
let kith: ChatUnderTest;
beforeAll(async () => {
  model = await startModel();
  kith = await chatUnderTest(model.env);
});
afterEach(() => {
  model.mock.reset();
  kith.peers.whileReserving = () => Promise.resolve();
});
afterAll(async () => {
  await kith.stop();
  await model.stop();
});

const answering = (content: string, latency = 0) => model.mock.on({ predicate: () => true }, { content }, { latency });
const countOf = async (botId: string) => (await kith.ask(chat.counts, { botIds: [botId] })).counts[botId];
const statesOf = async (botId: string) =>
  (await kith.query<{ state: string }>('select state from chat.message where bot_id = $1', [botId])).map(({ state }) => state);
const chargesOf = (botId: string) =>
  kith.peers.charges.filter((charge) => charge.includes(botId)).map((charge) => charge.split(':')[0]);
const purge = (botId: string) => kith.ask(chat.purge, { botId });
const asked = (times: number) => waitFor('the model', () => model.mock.getRequests().length >= times);

describe('wiping a bot', () => {
  it('deletes the messages of one bot and resets its counter; counting continues from zero', async () => {
    answering('Ok.');
    const [bot, other] = [kith.aBot(), kith.aBot()];
    for (const each of [bot, other]) await kith.say({ ...each, message: 'My boat is Petrel.' });
    for (let time = 0; time < 2; time += 1) await purge(bot.botId);
    expect([await statesOf(bot.botId), await countOf(bot.botId)]).toEqual([[], 0]);
    expect([await statesOf(other.botId), await countOf(other.botId)]).toEqual([['delivered'], 1]);
    expect(await kith.ask(chat.analytics, bot)).toMatchObject({ totalMessages: 0, userEngagement: { totalUsers: 0 } });
    await kith.say({ ...bot, message: 'Which boat?' });
    expect(JSON.stringify(model.mock.getRequests()[2]?.body)).not.toContain('Petrel');
    expect([await statesOf(bot.botId), await countOf(bot.botId)]).toEqual([['delivered'], 1]);
  });

  it('without messages does nothing', async () => {
    const { botId } = kith.aBot();
    await purge(botId);
    expect(await countOf(botId)).toBe(0);
  });

  it('while a test chat reply is being written: the reply is shown and charged, but neither stored nor counted', async () => {
    answering('Too late to remember.', 300);
    const bot = kith.aBot();
    const saying = kith.say({ ...bot, message: 'x' });
    await asked(1);
    await purge(bot.botId);
    expect((await saying).at(-1)).toMatchObject({ type: 'done', response: 'Too late to remember.', truncated: false });
    expect(chargesOf(bot.botId)).toEqual(['reserve', 'settle']);
    expect([await statesOf(bot.botId), await countOf(bot.botId)]).toEqual([[], 0]);
  });

  it('while a Discord reply is being written: the reply is written again without history, under the same charge', async () => {
    answering('Noted.');
    const { botId } = kith.aBot();
    await kith.processJob(aJob(botId, 'My boat is Petrel.'));
    const messageId = aMessageId();
    model.mock.reset();
    answering('Which boat?', 300);
    const working = kith.processJob(aJob(botId, 'And its name?', { messageId }));
    await asked(1);
    await purge(botId);
    await working;
    const prompts = model.mock.getRequests().map(({ body }) => JSON.stringify(body).includes('Petrel'));
    expect(prompts).toEqual([true, false]);
    expect(await statesOf(botId)).toEqual(['written']);
    expect(await kith.deliveries(botId)).toContainEqual(expect.objectContaining({ messageId }));
    await kith.ask(chat.delivered, { botId, messageId });
    expect(await countOf(botId)).toBe(1);
  });

  it.each(['the test chat', 'Discord'])(
    'between reading the persona and storing the reply, for %s: no row is left',
    async (channel) => {
      answering('A last word.');
      const bot = kith.aBot();
      kith.peers.whileReserving = async () => {
        kith.peers.personas.delete(bot.botId);
        await purge(bot.botId);
      };
      if (channel === 'Discord') await kith.processJob(aJob(bot.botId, 'x'));
      else expect((await kith.say({ ...bot, message: 'x' })).at(-1)).toMatchObject({ type: 'done', response: 'A last word.' });
      expect([await statesOf(bot.botId), await kith.deliveries(bot.botId)]).toEqual([[], []]);
    },
  );

  it('between storing and delivery: the delivery is not counted', async () => {
    answering('Ahoy!');
    const { botId } = kith.aBot();
    const job = aJob(botId, 'hello');
    await kith.processJob(job);
    await purge(botId);
    await kith.ask(chat.delivered, { botId, messageId: job.messageId });
    expect([await statesOf(botId), await countOf(botId)]).toEqual([[], 0]);
  });

  it('at the same time as a delivery does not deadlock, and the first of them goes first', async () => {
    answering('Ahoy!');
    const { botId } = kith.aBot();
    const job = aJob(botId, 'hello');
    await kith.processJob(job);
    await kith.queueBehindLock(
      'select 1 from chat.message where bot_id = $1 for update',
      [botId],
      [() => kith.ask(chat.delivered, { botId, messageId: job.messageId }), () => purge(botId)],
    );
    expect([await statesOf(botId), await countOf(botId)]).toEqual([[], 0]);
  });

  it('deletes what is stored while it waits for the lock', async () => {
    answering('Ahoy!');
    const bot = kith.aBot();
    await kith.say({ ...bot, message: 'one' });
    await kith.queueBehindLock(
      'select 1 from chat.bot_counter where bot_id = $1 for update',
      [bot.botId],
      [() => kith.say({ ...bot, message: 'two' }), () => purge(bot.botId)],
    );
    expect([await statesOf(bot.botId), await countOf(bot.botId)]).toEqual([[], 0]);
  });

  it('repeatedly between replies: the counter equals the stored messages', async () => {
    answering('Here.');
    const { botId } = kith.aBot();
    const jobs = Array.from({ length: 60 }, (_, n) => aJob(botId, `message ${n}`, { messageId: aMessageId() }));
    const answered = jobs.map(async (job, n) => {
      await kith.processJob(job);
      if (n % 6 === 0) await purge(botId);
      await Promise.all([1, 2].map(() => kith.ask(chat.delivered, { botId, messageId: job.messageId })));
    });
    await Promise.all(answered);
    const states = await statesOf(botId);
    expect(new Set(states).size).toBeLessThanOrEqual(1);
    expect(await countOf(botId)).toBe(states.length);
  });
});
