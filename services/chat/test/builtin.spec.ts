import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { BUILTIN_LABEL, chat, type ReplyFrame } from '@kith/proto';
import { aJob, aPassage, chatUnderTest, type ChatUnderTest } from './chat-under-test.js';

let kith: ChatUnderTest;
beforeAll(async () => {
  kith = await chatUnderTest();
});
afterEach(() => {
  Object.assign(kith.peers, { passages: [], coverage: 0, isDenied: false });
  kith.peers.passagesFor.clear();
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
      response: expect.stringMatching(/Amber.* Nobody has taught me anything yet\. .*\?$/),
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
    const { response, sources } = await say('Tell me about @everyone in the *stock market*?');
    expect(response).toMatch(/^(?=.*(?:do not know|no answer)).* The closest I know is “Port Amber”\. .*Knowledge/);
    expect(sources).toEqual([]);
    Object.assign(kith.peers, { passages: [], coverage: 0 });
    expect((await say('quantum physics?')).response).toContain('Nobody has taught me anything yet.');
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
      { kind: 'reply', text: expect.stringMatching(/Eve.* Nobody has taught me anything yet\./) },
    ]);
    await kith.ask(chat.delivered, { botId: bot.botId, messageId: job.messageId });
    expect(await kith.ask(chat.counts, { botIds: [botId, bot.botId] })).toEqual({ counts: { [botId]: 1, [bot.botId]: 1 } });
    expect(kith.peers.charges.filter((charge) => charge.includes(botId) || charge.includes(bot.botId))).toEqual([]);
  });

  it('knows the name that was stated in the conversation, and answers "tell me more" from the topic before', async () => {
    const bot = kith.aBot();
    const told = async (message: string) => {
      const last = (await kith.say({ ...bot, message })).at(-1);
      return last?.type === 'done' ? last.response : '';
    };
    expect(await told('my name is Zoë')).toContain('Zoë');
    Object.assign(kith.peers, {
      passages: [aPassage('Tides', 'Tides rise at noon. The moon pulls them. Boats wait.')],
      coverage: 0.9,
    });
    expect(await told('when do tides rise?')).toContain('Tides rise at noon.');
    kith.peers.searches.length = 0;
    expect(await told('tell me more')).toMatch(/The moon pulls them\. Boats wait\./);
    expect(JSON.stringify(kith.peers.searches)).toContain('when do tides rise');
    expect(await told('what is my name?')).toContain('Zoë');
  });

  it('is silent in a channel where nobody spoke to it and it is not sure: nothing is stored, posted, charged or reported as a failure', async () => {
    const { botId } = kith.aBot();
    const job = aJob(botId, 'who wants pizza tonight?', { isAddressed: false });
    await kith.processJob(job, true);
    expect(await kith.unanswered(botId)).toMatchObject([{ messageId: job.messageId, noAnswer: 'not_addressed' }]);
    expect(await kith.deliveries(botId)).toEqual([]);
    expect(await kith.storedMessages(botId)).toEqual([]);
    expect(kith.peers.charges.filter((charge) => charge.includes(botId))).toEqual([]);
    await kith.processJob(aJob(botId, 'who wants pizza tonight, Amber?', { isAddressed: false }));
    expect(await kith.deliveries(botId)).toMatchObject([{ kind: 'reply' }]);
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
      expect.stringMatching(/(?:do not know|no answer).*I cannot read “photo\.png”\.$/),
      [],
    ]);
    expect(await answer('hello')).toEqual([expect.stringMatching(/Amber.*I received “ferry\.txt”, “photo\.png”\./), []]);
  });

  it('answers a question about a file of the message before', async () => {
    const bot = kith.aBot();
    const attachments = [await kith.aFile(bot.actor.userId, 'ferry.txt', 'Dogs travel free. The ferry leaves at nine.')];
    await kith.say({ ...bot, message: 'Please keep this', attachments });
    const last = (await kith.say({ ...bot, message: 'When does the ferry leave?' })).at(-1);
    expect(last).toMatchObject({ response: 'From “ferry.txt”: The ferry leaves at nine.', sources: [] });
  });

  it('quotes what a key word activates by its first sentences only where the key word stands in the message itself', async () => {
    const bot = kith.aBot();
    const told = async (message: string) => {
      const last = (await kith.say({ ...bot, message })).at(-1);
      return last?.type === 'done' ? last.response : '';
    };
    await told('hello');
    kith.peers.passages = [{ ...aPassage('Guests', 'Network KITH-GUEST, code 1234.', 0), activation: 'keywords' }];
    // The search for the key words of the message alone.
    kith.peers.passagesFor.set('', []);
    expect(await told('who invented the telephone?')).not.toContain('KITH-GUEST');
    kith.peers.passagesFor.delete('');
    expect(await told("what's the wifi?")).toContain('KITH-GUEST');
  });
});
