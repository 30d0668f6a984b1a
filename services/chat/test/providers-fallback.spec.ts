import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startKeyProviders, startModel, type StandInKeyProviders, type StandInModel } from '@kith/kit/testing';
import { AppError, chat, type PersonalKey } from '@kith/proto';
import { aJob, aPassage, chatUnderTest, type ChatUnderTest } from './chat-under-test.js';

const PLATFORM_KEY = 'sk-platform';
const MODEL_CATALOGUE = JSON.stringify({
  'gpt-4': { provider: 'anthropic', model: 'claude-haiku-4-5', name: 'Claude Haiku', plan: 'free' },
});

let openai: StandInModel;
let anthropic: StandInKeyProviders;
let kith: ChatUnderTest;
beforeAll(async () => {
  [openai, anthropic] = await Promise.all([startModel(), startKeyProviders()]);
  kith = await chatUnderTest({ ...openai.env, ...anthropic.env, ANTHROPIC_API_KEY: PLATFORM_KEY, MODEL_CATALOGUE });
  anthropic.reply = 'Hello from Claude.';
});
// The failures of one test alone stop no requests of the next one.
beforeEach(async () => {
  openai.mock.on({ predicate: () => true }, { content: 'Ok.' });
  await kith.say({ ...kith.aBot(), message: 'hi' });
  openai.mock.reset();
});
afterEach(() => {
  openai.mock.reset();
  anthropic.requests.length = 0;
  anthropic.keys.clear();
  Object.assign(kith.peers, { passages: [], coverage: 0 });
});
afterAll(async () => {
  await kith.stop();
  await Promise.all([openai.stop(), anthropic.stop()]);
});

type Asked = Parameters<NonNullable<Parameters<StandInModel['mock']['on']>[0]['predicate']>>[0];
const fail = (status: number, error: object = {}, applies: (asked: Asked) => boolean = () => true) =>
  openai.mock.on({ predicate: applies }, { error: { message: 'no', ...error }, status, retryAfter: 0 });
const askedModels = () => openai.mock.getRequests().map(({ body }) => (body as { model: string }).model);
const askedClaude = () => anthropic.requests.filter(({ path }) => path === '/v1/messages');
const chargesOf = (botId: string) =>
  kith.peers.charges.filter((charge) => charge.includes(botId)).map((charge) => charge.split(':')[0]);
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => AppError.from(error),
  );
const teach = () => Object.assign(kith.peers, { passages: [aPassage('Ferry', 'The ferry leaves at nine.')], coverage: 1 });
const QUESTION = 'When does the ferry leave?';
const INSTEAD = 'GPT-4o did not answer, so Claude Haiku did.';
const TAUGHT = 'GPT-4o did not answer, so this comes from what I was taught.';

describe('a model that fails before its first text', () => {
  it('is replaced by another one of the plan, of another provider first; the reader is told, and the reply is charged', async () => {
    fail(503);
    anthropic.keys.set(PLATFORM_KEY, 'working');
    const bot = kith.aBot();
    const message = { ...bot, message: 'hi', requestId: 'message-1' };
    const done = { type: 'done', response: 'Hello from Claude.', engine: 'anthropic', notes: [INSTEAD] };
    expect((await kith.say(message)).at(-1)).toMatchObject(done);
    expect(new Set(askedModels())).toEqual(new Set(['gpt-4o']));
    expect(chargesOf(bot.botId)).toEqual(['reserve', 'settle']);
    // Also when the same message is sent again.
    expect((await kith.say(message)).at(-1)).toMatchObject(done);
    expect(askedClaude()).toHaveLength(1);
  });

  it('is replaced on Discord, too, where a line below the reply says so', async () => {
    fail(503);
    anthropic.keys.set(PLATFORM_KEY, 'working');
    const { botId } = kith.aBot();
    await kith.processJob(aJob(botId, 'hi'));
    expect(await kith.deliveries(botId)).toMatchObject([{ kind: 'reply', text: `Hello from Claude.\n-# ${INSTEAD}` }]);
  });

  it('is not replaced where it answers: no note, and no other model is asked', async () => {
    openai.mock.on({ predicate: () => true }, { content: 'Hello from OpenAI.' });
    const frames = await kith.say({ ...kith.aBot(), message: 'hi' });
    expect(frames.at(-1)).toMatchObject({ response: 'Hello from OpenAI.', engine: 'openai' });
    expect(frames.at(-1)).not.toHaveProperty('notes');
    expect(anthropic.requests).toEqual([]);
  });

  it('is replaced by a model that its owner may use alone', async () => {
    fail(503);
    const { actor, botId } = kith.aBot({ ownerPlan: 'free', model: 'gpt-3.5-turbo' });
    expect(await failureOf(kith.say({ actor, botId, message: 'hi' }))).toMatchObject({ code: 'MODEL_UNAVAILABLE' });
    expect(new Set(askedModels())).toEqual(new Set(['gpt-6-luna']));
    expect(anthropic.requests.map(({ body }) => body['model'])).toEqual(['claude-haiku-4-5']);
    expect(chargesOf(botId)).toEqual(['reserve', 'release']);
  });

  it('whose key is not accepted is replaced by one with another key alone', async () => {
    openai.mock.on({ predicate: () => true }, { error: { message: 'no' }, status: 401 });
    const failure = await failureOf(kith.say({ ...kith.aBot(), message: 'hi' }));
    expect(failure?.message).toMatch(/not set up correctly on this installation\. Nothing was charged/);
    expect(askedModels()).toEqual(['gpt-4o']);
    expect(anthropic.requests).toHaveLength(1);
  });

  it('with all others is replaced by what the bot was taught, which costs nothing', async () => {
    fail(503);
    teach();
    const bot = kith.aBot();
    const done = { engine: 'builtin', sources: ['Ferry'], notes: [TAUGHT], response: expect.stringContaining('leaves at nine') };
    expect((await kith.say({ ...bot, message: QUESTION })).at(-1)).toMatchObject(done);
    expect(chargesOf(bot.botId)).toEqual(['reserve', 'release']);
    const other = kith.aBot();
    const job = aJob(other.botId, QUESTION);
    await kith.processJob(job);
    expect(await kith.deliveries(other.botId)).toMatchObject([{ kind: 'reply', text: expect.stringContaining(`-# ${TAUGHT}`) }]);
    await kith.ask(chat.delivered, { botId: other.botId, messageId: job.messageId });
    expect(chargesOf(other.botId)).toEqual(['reserve', 'release']);
  });

  it('with all others is not replaced by knowledge that does not cover the question', async () => {
    fail(503);
    Object.assign(kith.peers, { passages: [aPassage('Ferry', 'The ferry leaves at nine.')], coverage: 0.1 });
    expect(await failureOf(kith.say({ ...kith.aBot(), message: 'Who are you?' }))).toMatchObject({ code: 'MODEL_UNAVAILABLE' });
  });
});

describe("a failure with the owner's own key", () => {
  function aBotWithKey() {
    const bot = kith.aBot();
    const key: PersonalKey = { id: randomUUID(), provider: 'claude', value: `sk-${randomUUID()}`, state: 'working' };
    kith.peers.modelAccess.set(bot.actor.userId, { provider: 'anthropic', model: null, key });
    return { ...bot, key };
  }

  it('is answered by no model of the installation, and by what the bot was taught where that fits', async () => {
    openai.mock.on({ predicate: () => true }, { content: 'Hello from OpenAI.' });
    const { key, ...bot } = aBotWithKey();
    anthropic.keys.set(key.value, 'down').set(PLATFORM_KEY, 'working');
    expect(await failureOf(kith.say({ ...bot, message: 'hi' }))).toMatchObject({ code: 'MODEL_UNAVAILABLE' });
    teach();
    const reply = (await kith.say({ ...bot, message: QUESTION })).at(-1);
    expect(reply).toMatchObject({
      engine: 'builtin',
      notes: ['Claude Sonnet 5.5 did not answer, so this comes from what I was taught.'],
    });
    expect(askedModels()).toEqual([]);
    expect(new Set(anthropic.requests.map((request) => request.key))).toEqual(new Set([key.value]));
    expect(chargesOf(bot.botId)).toEqual([]);
  });
});

describe('a message that the model does not accept', () => {
  it.each([
    [
      'its content filter',
      { code: 'content_filter' },
      /content filter of the language model/,
      /content filter of my language model/,
    ],
    ['its length', { code: 'context_length_exceeded' }, /too long for the language model/, /too long for my language model/],
    ['a picture', { code: 'invalid_image' }, /does not accept a picture/, /does not accept a picture/],
  ] as const)('because of %s goes to no other model, costs nothing, and its author reads what to change', async (...row) => {
    const [, error, forOwner, forMember] = row;
    fail(400, error);
    teach();
    anthropic.keys.set(PLATFORM_KEY, 'working');
    const bot = kith.aBot();
    const failure = await failureOf(kith.say({ ...bot, message: QUESTION }));
    expect(failure).toMatchObject({ code: 'PROMPT_REFUSED', message: expect.stringMatching(forOwner) });
    expect(failure?.message).toContain('Nothing was charged. Please');
    expect(askedModels()).toEqual(['gpt-4o']);
    expect(anthropic.requests).toEqual([]);
    const other = kith.aBot();
    await failureOf(kith.processJob(aJob(other.botId, QUESTION, { author: { id: `4${Date.now()}`, name: 'Eve' } })));
    expect(await kith.deliveries(other.botId)).toMatchObject([{ kind: 'notice', text: expect.stringMatching(forMember) }]);
    expect([...chargesOf(bot.botId), ...chargesOf(other.botId)]).toEqual(['reserve', 'release', 'reserve', 'release']);
  });
});

describe('a reply that breaks off', () => {
  const LONG = 'The tide is high at noon and low at six, as everybody on the pier knows.';
  const BROKE_OFF = 'The language model broke off here, so it cost nothing.';
  const breakOff = () =>
    openai.mock.on({ predicate: () => true }, { content: LONG }, { chunkSize: 10, truncateAfterChunks: 4, latency: 20 });

  it('is kept as far as it came, marked, and not charged in the test chat', async () => {
    breakOff();
    const bot = kith.aBot();
    const last = (await kith.say({ ...bot, message: 'tide' })).at(-1);
    expect(last).toMatchObject({
      type: 'done',
      truncated: true,
      notes: [BROKE_OFF],
      response: expect.stringMatching(/^The tide/),
    });
    expect(await kith.storedMessages(bot.botId)).toMatchObject([{ charged: false, truncated: true, notes: [BROKE_OFF] }]);
    expect(chargesOf(bot.botId)).toEqual(['reserve', 'release']);
    expect(anthropic.requests).toEqual([]);
  });

  it('is posted as far as it came, marked, and not charged on Discord, also when it was delivered', async () => {
    breakOff();
    const { botId } = kith.aBot();
    const job = aJob(botId, 'tide');
    await kith.processJob(job);
    const text = expect.stringMatching(new RegExp(`^The tide[^]* …\n-# ${BROKE_OFF}$`));
    expect(await kith.deliveries(botId)).toMatchObject([{ kind: 'reply', text }]);
    await kith.ask(chat.delivered, { botId, messageId: job.messageId });
    expect(chargesOf(botId)).toEqual(['reserve', 'release']);
  });
});

describe('a reply that breaks off in a block of code', () => {
  it('is closed before what stands below it, on Discord and in the test chat', async () => {
    const content = `So:\n~~~js\n${'let depth = 1;\n'.repeat(10)}`;
    openai.mock.on({ predicate: () => true }, { content }, { chunkSize: 10, truncateAfterChunks: 4, latency: 20 });
    const bot = kith.aBot();
    const last = (await kith.say({ ...bot, message: 'code' })).at(-1);
    expect(last).toMatchObject({ truncated: true, response: expect.stringMatching(/^So:\n~~~js\nlet[^~]*\n~~~$/) });
    const { botId } = kith.aBot();
    await kith.processJob(aJob(botId, 'code'));
    const text = expect.stringMatching(/^So:\n~~~js\nlet[^~]*\n~~~\n…\n-# The language model broke off here/);
    expect(await kith.deliveries(botId)).toMatchObject([{ kind: 'reply', text }]);
  });
});

describe('a provider that limits how often it is asked', () => {
  it('is asked once: until the time that it names is over all are told when to try again, and other models are asked as before', async () => {
    const isSol = ({ model }: Asked): boolean => model === 'gpt-6.1-sol';
    openai.mock.on({ predicate: isSol }, { content: 'Hello from Sol.' });
    openai.mock.on({ predicate: () => true }, { error: { message: 'no' }, status: 429, retryAfter: 20 });
    // On this plan there is no other model than that of Anthropic, which is down.
    const limited = { ownerPlan: 'basic' as const };
    anthropic.keys.set(PLATFORM_KEY, 'down');
    const words =
      /^The language model is very busy right now\. Nothing was charged\. Please try again in (?:1[5-9]|20) seconds\.$/;
    for (let time = 0; time < 2; time += 1) {
      const failure = await failureOf(kith.say({ ...kith.aBot(limited), message: 'hi' }));
      expect(failure).toMatchObject({ code: 'MODEL_UNAVAILABLE', message: expect.stringMatching(words) });
      expect(failure?.details.retryAfterS).toBeGreaterThan(10);
    }
    expect(askedModels().filter((model) => model === 'gpt-4o')).toHaveLength(1);
    const { botId } = kith.aBot(limited);
    await failureOf(kith.processJob(aJob(botId, 'hi'), true));
    expect(await kith.deliveries(botId)).toMatchObject([
      {
        kind: 'notice',
        text: expect.stringMatching(/^I cannot reach my language model right now\. Please try again in (?:1\d|20) seconds\.$/),
      },
    ]);
    const other = (await kith.say({ ...kith.aBot({ model: 'latest' }), message: 'hi' })).at(-1);
    expect(other).toMatchObject({ response: 'Hello from Sol.' });
    expect(other).not.toHaveProperty('notes');
  });
});
