import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { definition as authService } from '@kith/auth';
import { definition as billingService } from '@kith/billing';
import { definition as botsService } from '@kith/bots';
import { definition as chatService } from '@kith/chat';
import { definition as knowledgeService } from '@kith/knowledge';
import { anActor, servicesUnderTest, startModel, type ServicesUnderTest, type StandInModel } from '@kith/kit/testing';
import { auth, billing, bots, chat, knowledge, type Actor, type InputOf, type ReplyFrame } from '@kith/proto';

/** Runs auth, bots, billing, knowledge and chat; only the language model is a stand-in. */
const NEEDED = [authService, billingService, botsService, knowledgeService, chatService];

const TEXTS = [
  ['Port Amber', 'Port Amber lies on the coast. The lighthouse was built in 1874. Its light is seen for twenty miles.'],
  ['Ferry', 'The ferry to Seal Island leaves at nine and at three. Dogs travel for free, bicycles cost two crowns.'],
  ['Market', 'On Fridays fishermen sell mackerel from their boats. The market hall opens at six.'],
  ['Hotel', 'Rooms at the Anchor cost sixty crowns with breakfast. Check-in is possible until ten at night.'],
] as const;

interface TaughtBot {
  readonly actor: Actor;
  readonly botId: string;
}

async function aMember(kith: ServicesUnderTest, plan: Actor['plan']): Promise<Actor> {
  const username = `taught-${randomUUID().slice(0, 8)}`;
  const account = { username, email: `${username}@example.test`, password: 'correct horse' };
  const { user } = await kith.ask(auth.register, { ...account, origin: { ip: '198.18.0.1', userAgent: '' } });
  return anActor({ userId: user.id, username, plan });
}

async function createTaughtBot(kith: ServicesUnderTest): Promise<TaughtBot> {
  const actor = await aMember(kith, 'basic');
  await kith.ask(billing.setPlan, { actor: anActor({ role: 'admin' }), userId: actor.userId, plan: 'basic' });
  const { bot } = await kith.ask(bots.create, { actor, name: 'Amber', preferences: { maxTokens: 200 } });
  const botId = bot.id;
  for (const [title, content] of TEXTS) await kith.ask(knowledge.create, { actor, botId, title, content });
  return { actor, botId };
}

async function say(kith: ServicesUnderTest, input: InputOf<typeof chat.say>) {
  let last: ReplyFrame | undefined;
  for await (const frame of kith.runtime.rpc.stream(chat.say, input)) last = frame;
  if (last?.type !== 'done') throw new Error('the stream ended without its last frame');
  return last;
}

const usedBy = async (kith: ServicesUnderTest, { actor }: TaughtBot) => (await kith.ask(billing.usage, { actor })).used;

describe('the built-in companion', () => {
  let kith: ServicesUnderTest;
  let bot: TaughtBot;
  beforeAll(async () => {
    kith = await servicesUnderTest(NEEDED);
    bot = await createTaughtBot(kith);
  }, 60_000);
  afterAll(() => kith.stop());

  it.each([
    ['When was the lighthouse built?', '1874', 'Port Amber'],
    ['hey Amber, could you tell me when the fery to seal iland leaves? @everyone', 'at nine and at three', 'Ferry'],
    ['What do bicycles cost?', 'two crowns', 'Ferry'],
    ['When can I buy mackerel', 'Fridays', 'Market'],
    ['price of a room with breakfast', 'sixty crowns', 'Hotel'],
  ])('answers "%s" from its knowledge', async (message, words, title) => {
    const { response, sources, engine } = await say(kith, { ...bot, message });
    expect(response).toContain(words);
    expect({ sources, engine }).toEqual({ sources: [title], engine: 'builtin' });
  });

  it.each(['Who won the world cup in 1998?', 'Explain the theory of relativity'])(
    'says that it does not know: %s',
    async (message) => {
      const { response, sources } = await say(kith, { ...bot, message });
      expect(response).toMatch(/do not know|no answer/);
      expect(sources).toEqual([]);
    },
  );

  it('repeats its reply when the request is repeated, and counts none, since no model wrote it', async () => {
    const before = await usedBy(kith, bot);
    const input = { ...bot, message: 'When was the lighthouse built?', requestId: randomUUID() };
    const [first, second] = [await say(kith, input), await say(kith, input)];
    expect(second).toEqual(first);
    expect(await usedBy(kith, bot)).toBe(before);
  });

  it('no longer answers from deleted knowledge', async () => {
    const { items } = await kith.ask(knowledge.list, bot);
    const hotel = items.find(({ title }) => title === 'Hotel');
    await kith.ask(knowledge.remove, { ...bot, itemId: hotel?.id ?? '' });
    expect((await say(kith, { ...bot, message: 'price of a room with breakfast' })).response).not.toContain('sixty');
  });
});

describe('a bot with a language model', () => {
  let model: StandInModel;
  let kith: ServicesUnderTest;
  let bot: TaughtBot;
  beforeAll(async () => {
    model = await startModel();
    kith = await servicesUnderTest(NEEDED, model.env);
    bot = await createTaughtBot(kith);
  }, 60_000);
  afterAll(async () => {
    await kith.stop();
    await model.stop();
  });

  it('gets its knowledge in the prompt', async () => {
    model.mock.onMessage('lighthouse', ({ messages }) => ({
      content: JSON.stringify(messages).includes('built in 1874') ? 'In 1874 [1].' : 'No idea.',
    }));
    expect(await say(kith, { ...bot, message: 'When was the lighthouse built?' })).toMatchObject({
      response: 'In 1874 [1].',
      engine: 'openai',
      sources: ['Port Amber'],
    });
  });

  it('gets for small talk what is active without a search, and else reads that nothing fits', async () => {
    const prompts: string[] = [];
    model.mock.onMessage('hello there', ({ messages }) => {
      prompts.push(JSON.stringify(messages));
      return { content: 'Hi.' };
    });
    const lore = await createTaughtBot(kith);
    const hello = async (words: string): Promise<string> => {
      await say(kith, { ...lore, message: `hello there, ${words}` });
      return prompts.at(-1) ?? '';
    };
    const nothing = await hello('how are you today?');
    expect(nothing).toContain('Nothing that you were taught fits');
    for (const [title] of TEXTS) expect(nothing).not.toContain(title);
    await kith.ask(knowledge.create, { ...lore, title: 'Motto', content: 'We are never rude.', activation: 'always' });
    const dragons = { title: 'Dragons', content: 'They sleep by day.', activation: 'keywords' as const, keywords: ['dragon'] };
    await kith.ask(knowledge.create, { ...lore, ...dragons });
    const always = await hello('my friend');
    expect(always).toContain('We are never rude.');
    expect(always).not.toContain('They sleep by day.');
    // Said once, it stays active while the message is one of the last.
    expect(await hello('I saw a DRAGON')).toContain('They sleep by day.');
    expect(await hello('really')).toContain('They sleep by day.');
  });

  it('is not charged when the model fails', async () => {
    model.mock.onMessage('broken', { error: { message: 'no' }, status: 500 });
    const before = await usedBy(kith, bot);
    await expect(say(kith, { ...bot, message: 'broken' })).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
    expect(await usedBy(kith, bot)).toBe(before);
  });

  it('stops at the daily limit and continues with credits', async () => {
    model.mock.onMessage('more', { content: 'More.' });
    const poor = await aMember(kith, 'free');
    const { bot } = await kith.ask(bots.create, { actor: poor, name: 'Beryl' });
    const botId = bot.id;
    await Promise.all(
      Array.from({ length: 50 }, () => kith.ask(billing.reserve, { userId: poor.userId, requestId: randomUUID() })),
    );
    await expect(say(kith, { actor: poor, botId, message: 'more' })).rejects.toMatchObject({
      code: 'DAILY_LIMIT',
      details: { resetsAt: expect.any(String) },
    });
    await kith.ask(billing.grantCredits, {
      actor: anActor({ role: 'super_admin' }),
      userId: poor.userId,
      credits: 1,
      idempotencyKey: randomUUID(),
    });
    expect((await say(kith, { actor: poor, botId, message: 'more' })).response).toBe('More.');
    expect((await kith.ask(billing.usage, { actor: poor })).credits).toBe(0);
    await expect(say(kith, { actor: poor, botId, message: 'more' })).rejects.toMatchObject({ code: 'DAILY_LIMIT' });
  });

  it('finds for each message of a conversation what the test of the search shows for it', async () => {
    const prompts: string[] = [];
    model.mock.clearFixtures();
    model.mock.onMessage(/.*/, ({ messages }) => {
      prompts.push(JSON.stringify(messages.at(-1)));
      return { content: 'Well.' };
    });
    const dragons = ['Dragons', 'They sleep by day.'] as const;
    const compared: { message: string; live: string[]; tested: string[] }[] = [];
    for (const [previous, message] of [
      [undefined, 'Good morning Amber, could you please tell me when the ferry leaves? Thanks!'],
      ['When was the lighthouse built?', 'tell me more'],
      ['What does a room cost?', 'and how much?'],
      ['When does the ferry leave?', 'thanks, you are great'],
      ['I saw a dragon', 'really?'],
      ['hi', 'hello there'],
      [undefined, '<@1234567890123456> where do fishermen sell mackerel'],
      ['When does the ferry leave?', 'Kannst du mir sagen, was der Fahrradpreis ist?'],
    ] as const) {
      const taught = await createTaughtBot(kith);
      const [title, content] = dragons;
      await kith.ask(knowledge.create, { ...taught, title, content, activation: 'keywords', keywords: ['dragon'] });
      if (previous !== undefined) await say(kith, { ...taught, message: previous });
      await say(kith, { ...taught, message });
      const { passages } = await kith.ask(knowledge.find, { ...taught, query: message, previous });
      const titlesOf = (isThere: (text: string) => boolean): string[] =>
        [...TEXTS, dragons].filter(([, text]) => isThere(text)).map(([name]) => name);
      const live = titlesOf((text) => prompts.at(-1)?.includes(text) === true);
      compared.push({
        message,
        live,
        tested: titlesOf((text) => passages.some(({ number, body }) => number !== null && body === text)),
      });
    }
    expect(compared.map(({ message, tested }) => [message, ...tested])).toEqual(
      compared.map(({ message, live }) => [message, ...live]),
    );
    expect(compared.map(({ live }) => live)).toEqual([
      ['Ferry'],
      ['Port Amber'],
      ['Ferry', 'Hotel'],
      [],
      ['Dragons'],
      [],
      ['Market'],
      [],
    ]);
  });
});
