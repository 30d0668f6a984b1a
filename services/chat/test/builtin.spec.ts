import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { BUILTIN_LABEL, chat, type ReplyFrame } from '@kith/proto';
import { aJob, aPassage, chatUnderTest, type ChatUnderTest } from './chat-under-test.js';

let kith: ChatUnderTest;
beforeAll(async () => {
  kith = await chatUnderTest();
});
afterEach(() => {
  Object.assign(kith.peers, { passages: [], coverage: 0, isDenied: false });
});
afterAll(() => kith.stop());

const say = async (message: string, fields: Parameters<typeof kith.aBot>[0] = {}) => {
  const bot = kith.aBot(fields);
  const frames = await kith.say({ ...bot, message });
  return { ...(frames.at(-1) as Extract<ReplyFrame, { type: 'done' }>), botId: bot.botId };
};

describe('the built-in companion', () => {
  it('answers when no API key is set, and is named as the engine', async () => {
    expect(await kith.ask(chat.engine, kith.aBot())).toEqual({ engine: 'builtin', label: BUILTIN_LABEL, isOwnKey: false });
    expect(await say('hello')).toMatchObject({
      engine: 'builtin',
      response: 'Hello, I am Amber. Nobody has taught me anything yet.',
      sources: [],
      truncated: false,
    });
  });

  it('quotes what the bot was taught, and names the source', async () => {
    Object.assign(kith.peers, {
      passages: [aPassage('Port Amber', 'The pier is long. The lighthouse was built in 1874. It is white.')],
      coverage: 0.9,
    });
    expect(await say('When was the lighthouse built?', { responseStyle: 'concise' })).toMatchObject({
      response: 'From “Port Amber”: The lighthouse was built in 1874.',
      sources: ['Port Amber'],
    });
  });

  it('says that it does not know, and names the closest topic', async () => {
    Object.assign(kith.peers, { passages: [aPassage('Port Amber', 'The pier is long.', 1)], coverage: 0.2 });
    expect(await say('Tell me about @everyone in the *stock market*?')).toMatchObject({
      response: 'I have nothing about “in the stock market” in my knowledge. The closest I know is “Port Amber”.',
      sources: [],
    });
    Object.assign(kith.peers, { passages: [], coverage: 0 });
    expect((await say('quantum physics?')).response).toBe(
      'I have nothing about “quantum physics” in my knowledge. Nobody has taught me anything yet.',
    );
  });

  it('writes links only when the owner allows them', async () => {
    Object.assign(kith.peers, {
      passages: [aPassage('Site', 'Our site is https://port.example/amber today.')],
      coverage: 1,
    });
    expect((await say('which site?')).response).toContain('(link removed)');
    expect((await say('which site?', { preferences: { shareLinks: true } })).response).toContain('https://port.example/amber');
  });

  it('costs no message: it is neither charged nor limited, in the test chat and on Discord', async () => {
    kith.peers.isDenied = true;
    const { botId } = await say('hello', { dailyCaps: { perBot: 1, perServer: 1, perMember: 1 } });
    const bot = kith.aBot();
    const job = aJob(bot.botId, 'hi there');
    await kith.processJob(job);
    kith.peers.isDenied = false;
    expect(await kith.deliveries(bot.botId)).toMatchObject([
      { kind: 'reply', text: 'Hello Eve, I am Amber. Nobody has taught me anything yet.' },
    ]);
    await kith.ask(chat.delivered, { botId: bot.botId, messageId: job.messageId });
    expect(await kith.ask(chat.counts, { botIds: [botId, bot.botId] })).toEqual({ counts: { [botId]: 1, [bot.botId]: 1 } });
    expect(kith.peers.charges.filter((charge) => charge.includes(botId) || charge.includes(bot.botId))).toEqual([]);
  });

  it('answers the same message in another request with the same text', async () => {
    Object.assign(kith.peers, {
      passages: [aPassage('A', 'One thing. Another thing about tides.'), aPassage('B', 'Tides rise. Tides fall.', 4)],
      coverage: 0.7,
    });
    const answers = await Promise.all([1, 2, 3].map(() => say('what about tides?')));
    expect(new Set(answers.map(({ response }) => response)).size).toBe(1);
  });

  it('lists the received files, quotes one that covers the question, and none that it cannot read', async () => {
    const bot = kith.aBot();
    const attachments = async () => [
      await kith.aFile(bot.actor.userId, 'ferry.txt', 'The ferry leaves at nine.'),
      await kith.aFile(bot.actor.userId, 'photo.png', null),
    ];
    const answer = async (message: string) => {
      const last = (await kith.say({ ...bot, message, attachments: await attachments() })).at(-1);
      return last?.type === 'done' ? [last.response, last.sources] : [];
    };
    const received = 'I received “ferry.txt”, “photo.png”. I cannot read “photo.png”.';
    expect(await answer('When does the ferry leave?')).toEqual([`From “ferry.txt”: The ferry leaves at nine. ${received}`, []]);
    expect(await answer('What is in the photo?')).toEqual([
      `I have nothing about “What is in the photo” in my knowledge. Nobody has taught me anything yet. ${received}`,
      [],
    ]);
    expect(await answer('hello')).toEqual([`Hello, I am Amber. Nobody has taught me anything yet. ${received}`, []]);
  });
});
