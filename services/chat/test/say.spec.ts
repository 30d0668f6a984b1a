import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { chat, type ReplyFrame } from '@kith/proto';
import { anActor, startModel, waitFor, type StandInModel } from '@kith/kit/testing';
import { aPassage, chatUnderTest, type ChatUnderTest } from './chat-under-test.js';

/** What the catalogue leaves GPT-6 Luna for thinking. */
const THINKING_TOKENS = 4096;

let model: StandInModel;
let kith: ChatUnderTest;
beforeAll(async () => {
  model = await startModel();
  kith = await chatUnderTest(model.env);
});
afterEach(() => {
  model.mock.reset();
  kith.peers.down.clear();
  Object.assign(kith.peers, { passages: [], coverage: 0, isDenied: false });
});
afterAll(async () => {
  await kith.stop();
  await model.stop();
});

const done = (frames: readonly ReplyFrame[]) => frames.find((frame) => frame.type === 'done');
const shown = (frames: readonly ReplyFrame[]) => frames.map((frame) => (frame.type === 'delta' ? frame.text : '')).join('');
const chargesOf = (botId: string) =>
  kith.peers.charges.filter((charge) => charge.includes(botId)).map((charge) => charge.split(':')[0]);
const asked = () => model.mock.getRequests().length;
const promptOf = (index: number) => JSON.stringify(model.mock.getRequests()[index]?.body);

describe('the test chat', () => {
  it('writes at most five replies at once for one user, and still answers others [S72]', async () => {
    model.mock.onMessage('slow', { content: 'At last.' }, { latency: 400 });
    const bot = kith.aBot();
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => kith.say({ ...bot, message: 'slow' })));
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [(result.reason as { code: string }).code] : []));
    expect(refused).toEqual(Array.from({ length: 7 }, () => 'RATE_LIMITED'));
    expect(done(await kith.say({ ...kith.aBot(), message: 'slow' }))).toMatchObject({ response: 'At last.' });
    expect(done(await kith.say({ ...bot, message: 'slow' }))).toMatchObject({ response: 'At last.' });
  });

  it('streams the reply of the model, charges it once and stores it', async () => {
    model.mock.onMessage(
      'tide',
      { content: 'High at noon, low at six.', usage: { prompt_tokens: 40, completion_tokens: 9 } },
      { chunkSize: 6 },
    );
    const bot = kith.aBot();
    const frames = await kith.say({ ...bot, message: 'When is the tide high?' });
    expect(frames.filter(({ type }) => type === 'delta').length).toBeGreaterThan(1);
    expect(shown(frames)).toBe('High at noon, low at six.');
    expect(frames.at(-1)).toEqual({
      type: 'done',
      response: 'High at noon, low at six.',
      engine: 'openai',
      sources: [],
      truncated: false,
    });
    expect(chargesOf(bot.botId)).toEqual(['reserve', 'settle']);
    const rows = await kith.storedMessages(bot.botId);
    expect(rows).toMatchObject([
      {
        channel: 'web',
        question: 'When is the tide high?',
        reply: 'High at noon, low at six.',
        engine: 'openai',
        promptTokens: 40,
        completionTokens: 9,
        state: 'delivered',
        author: bot.actor.userId,
      },
    ]);
  });

  it('returns which engine answers', async () => {
    const bot = kith.aBot();
    expect(await kith.ask(chat.engine, bot)).toEqual({ engine: 'openai', label: null, isOwnKey: false });
    await expect(kith.ask(chat.engine, { ...bot, actor: anActor() })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is for the owner only; foreign and missing bots answer alike, and nothing is charged [S28, S30]', async () => {
    const bot = kith.aBot();
    const actor = anActor({ role: 'super_admin' });
    for (const ask of [
      (botId: string) => kith.say({ actor, botId, message: 'hi' }),
      (botId: string) => kith.ask(chat.engine, { actor, botId }),
    ]) {
      const [foreign, missing] = await Promise.all(
        [bot.botId, randomUUID()].map((botId) => ask(botId).catch((error: unknown) => error)),
      );
      expect(foreign).toMatchObject({ code: 'NOT_FOUND' });
      expect(foreign).toEqual(missing);
    }
    expect(chargesOf(bot.botId)).toEqual([]);
    expect(asked()).toBe(0);
  });

  it('answers at most sixty messages per minute of one user over all bots, and still answers others [S72]', async () => {
    model.mock.on({ predicate: () => true }, { content: 'Ok.' });
    const actor = anActor();
    const threeBots = [1, 2, 3].map(() => kith.aBot({ ownerId: actor.userId }));
    for (let n = 0; n < 20; n += 1) await Promise.all(threeBots.map((bot) => kith.say({ ...bot, actor, message: 'hi' })));
    await expect(kith.say({ ...kith.aBot({ ownerId: actor.userId }), actor, message: 'hi' })).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      details: { retryAfterS: expect.any(Number) },
    });
    expect(asked()).toBe(60);
    expect(done(await kith.say({ ...kith.aBot(), message: 'hi' }))).toMatchObject({ response: 'Ok.' });
  });

  it.each([
    ['blanks only', '  '],
    ['4,001 characters', 'x'.repeat(4001)],
    ['a NUL byte', 'a\0b'],
  ])('rejects a message of %s', async (_what, message) => {
    await expect(kith.say({ ...kith.aBot(), message })).rejects.toMatchObject({ code: 'BAD_INPUT' });
  });

  it('repeats the stored reply for a repeated message, without model and charge', async () => {
    model.mock.onMessage('again', { content: 'Once.' });
    const bot = kith.aBot();
    const input = { ...bot, message: 'again', requestId: 'client-request-1' };
    const first = await kith.say(input);
    const second = await kith.say(input);
    expect(done(second)).toEqual(done(first));
    expect(shown(second)).toBe('Once.');
    expect(asked()).toBe(1);
    expect(chargesOf(bot.botId)).toEqual(['reserve', 'settle']);
  });

  it('charges and counts the stored reply when the message is repeated after the process ended before it did that', async () => {
    model.mock.onMessage('ended', { content: 'Once.' });
    const bot = kith.aBot();
    const input = { ...bot, message: 'ended', requestId: 'client-request-1' };
    await kith.say(input);
    // As it is stored, before the charge is settled and the reply counted.
    await kith.query(`update chat.message set state = 'written' where bot_id = $1`, [bot.botId]);
    await kith.query('update chat.bot_counter set delivered = 0 where bot_id = $1', [bot.botId]);
    for (let time = 0; time < 2; time += 1) expect(done(await kith.say(input))).toMatchObject({ response: 'Once.' });
    expect(chargesOf(bot.botId)).toEqual(['reserve', 'settle', 'settle']);
    expect(await kith.ask(chat.counts, { botIds: [bot.botId] })).toEqual({ counts: { [bot.botId]: 1 } });
  });

  it('writes one reply for a message that is sent five times at once', async () => {
    model.mock.onMessage('many', { content: 'One for all.' }, { latency: 30 });
    const bot = kith.aBot();
    const all = await Promise.all(
      Array.from({ length: 5 }, () => kith.say({ ...bot, message: 'many', requestId: 'client-request-1' })),
    );
    expect(new Set(all.map((frames) => JSON.stringify(done(frames))))).toHaveProperty('size', 1);
    expect(asked()).toBe(1);
    expect(chargesOf(bot.botId)).toEqual(['reserve', 'settle']);
  });

  it('treats the same request id for another bot as another message', async () => {
    model.mock.onMessage('same', { content: 'Yes.' });
    const [one, other] = [kith.aBot(), kith.aBot()];
    for (const bot of [one, other]) await kith.say({ ...bot, message: 'same', requestId: 'client-request-1' });
    expect(asked()).toBe(2);
    expect(chargesOf(other.botId)).toEqual(['reserve', 'settle']);
  });

  it('includes the conversation in the prompt, unless the bot does not remember interactions', async () => {
    model.mock.on({ predicate: () => true }, { content: 'Noted.' });
    const bot = kith.aBot();
    await kith.say({ ...bot, message: 'My boat is called Petrel.' });
    await kith.say({ ...bot, message: 'What is its name?' });
    expect(model.mock.getRequests()[1]?.body).toMatchObject({
      messages: [
        { role: 'system' },
        { role: 'user', content: 'The user wrote:\n> My boat is called Petrel.' },
        { role: 'assistant', content: 'Noted.' },
        { role: 'user', content: expect.stringContaining('The user wrote:\n> What is its name?') },
      ],
    });
    const forgetful = kith.aBot({ preferences: { rememberInteractions: false } });
    await kith.say({ ...forgetful, message: 'My boat is called Petrel.' });
    await kith.say({ ...forgetful, message: 'What is its name?' });
    expect(promptOf(3)).not.toContain('Petrel');
  });

  it('gives the model the knowledge, and names the sources', async () => {
    model.mock.on({ predicate: () => true }, { content: 'At nine [1].' }, { chunkSize: 3 });
    Object.assign(kith.peers, {
      passages: [aPassage('Ferry', 'The ferry leaves at nine.'), aPassage('Cats', 'Cats sleep.', 1)],
      coverage: 0.8,
    });
    const frames = await kith.say({ ...kith.aBot(), message: 'Hey Amber, could you tell me when the ferry leaves?' });
    expect(promptOf(0)).toContain('The ferry leaves at nine.');
    expect(shown(frames)).toBe('At nine [1].');
    expect(done(frames)).toMatchObject({
      sources: ['Ferry'],
      citations: [{ title: 'Ferry', passages: ['The ferry leaves at nine.'] }],
    });
    expect(kith.peers.searches.at(-1)).toBe('when the ferry leaves?');
  });

  it('names no source that has nothing to do with the sentence that cites it', async () => {
    model.mock.on({ predicate: () => true }, { content: 'The ferry leaves at nine [2], from the pier [1].' }, { chunkSize: 3 });
    Object.assign(kith.peers, {
      passages: [aPassage('Ferry', 'The ferry leaves at nine.'), aPassage('Cats', 'Cats sleep in the sun.', 1)],
      coverage: 0.8,
    });
    const frames = await kith.say({ ...kith.aBot(), message: 'When does the ferry leave?' });
    expect(shown(frames)).toBe('The ferry leaves at nine, from the pier [1].');
    expect(done(frames)).toMatchObject({ sources: ['Ferry'] });
  });

  it('keeps the cited passages with the reply, encrypted, for its owner alone and as long as the message', async () => {
    model.mock.on({ predicate: () => true }, { content: 'At nine [1].' });
    const passages = [aPassage('Ferry', 'The ferry leaves at nine.')];
    Object.assign(kith.peers, { passages, coverage: 1 });
    const [bot, other] = [kith.aBot(), kith.aBot()];
    const message = { ...bot, message: 'When does the ferry leave?', requestId: 'message-1' };
    const first = done(await kith.say(message));
    // Sent again, it is the stored reply.
    expect(done(await kith.say(message))).toEqual(first);
    const cited = [{ itemId: passages[0]?.itemId, title: 'Ferry', passages: ['The ferry leaves at nine.'] }];
    const citationsOf = (asked: typeof bot, requestId = 'message-1') => kith.ask(chat.citations, { ...asked, requestId });
    expect(await citationsOf(bot)).toEqual({ citations: cited });
    expect(await citationsOf(bot, 'message-2')).toEqual({ citations: [] });
    expect(await citationsOf(other)).toEqual({ citations: [] });
    await expect(citationsOf({ ...bot, actor: other.actor })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const [row] = await kith.query<{ citations: string }>('select citations from chat.message where bot_id = $1', [bot.botId]);
    expect(row?.citations).toMatch(/./);
    expect(row?.citations).not.toContain('ferry');
    await kith.ask(chat.purge, { botId: bot.botId });
    expect(await citationsOf(bot)).toEqual({ citations: [] });
  });

  it('names no source that the reply does not cite, and shows the model no numbers of earlier replies', async () => {
    model.mock.on({ userMessage: 'And then' }, { content: 'Then it comes back.' });
    model.mock.on({ predicate: () => true }, { content: 'At nine [1].' });
    Object.assign(kith.peers, { passages: [aPassage('Ferry', 'The ferry leaves at nine.')], coverage: 1 });
    const bot = kith.aBot();
    await kith.say({ ...bot, message: 'When does the ferry leave?' });
    const second = done(await kith.say({ ...bot, message: 'And then?' }));
    expect(second).toMatchObject({ response: 'Then it comes back.', sources: [] });
    expect(second).not.toHaveProperty('citations');
    expect(model.mock.getRequests()[1]?.body).toMatchObject({
      messages: [{}, {}, { role: 'assistant', content: 'At nine.' }, {}],
    });
  });

  it('uses the model of the label and the token limit of the preferences', async () => {
    model.mock.on({ predicate: () => true }, { content: 'Ok.' });
    await kith.say({ ...kith.aBot({ model: 'gpt-4', preferences: { maxTokens: 77 } }), message: 'hi' });
    expect(model.mock.getRequests()[0]?.body).toMatchObject({ model: 'gpt-6-luna', max_tokens: 77 + THINKING_TOKENS });
  });
});

describe('a failing test chat message', () => {
  it('answers DAILY_LIMIT with the time of the reset, without a model call', async () => {
    kith.peers.isDenied = true;
    const bot = kith.aBot();
    await expect(kith.say({ ...bot, message: 'hi' })).rejects.toMatchObject({
      code: 'DAILY_LIMIT',
      details: { resetsAt: expect.any(String) },
    });
    expect(asked()).toBe(0);
    expect(chargesOf(bot.botId)).toEqual(['reserve']);
  });

  it.each([
    ['fails', { error: { message: 'no' }, status: 500 }],
    ['refuses the key', { error: { message: 'no' }, status: 401 }],
    ['has no answer', { content: '   ' }],
  ])('is neither charged nor stored when the model %s', async (_what, response) => {
    model.mock.onMessage('x', response);
    const bot = kith.aBot();
    await expect(kith.say({ ...bot, message: 'x' })).rejects.toMatchObject({
      code: expect.stringMatching(/MODEL_UNAVAILABLE|PROMPT_REFUSED/),
    });
    expect(chargesOf(bot.botId)).toEqual(['reserve', 'release']);
    expect(await kith.query('select 1 from chat.message where bot_id = $1', [bot.botId])).toEqual([]);
  });

  it('is not charged when the knowledge service is down', async () => {
    kith.peers.down.add('search');
    const bot = kith.aBot();
    await expect(kith.say({ ...bot, message: 'Where is the ferry?' })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(chargesOf(bot.botId)).toEqual(['reserve', 'release']);
    expect(asked()).toBe(0);
  });

  it('causes no model call when billing is down', async () => {
    kith.peers.down.add('reserve');
    await expect(kith.say({ ...kith.aBot(), message: 'hi' })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(asked()).toBe(0);
  });

  it('is shown although its charge cannot be settled', async () => {
    model.mock.onMessage('x', { content: 'Here.' });
    kith.peers.down.add('settle');
    expect(done(await kith.say({ ...kith.aBot(), message: 'x' }))).toMatchObject({ response: 'Here.' });
  });

  it('is stored as truncated and not charged when the model breaks off', async () => {
    model.mock.onMessage(
      'x',
      { content: 'The first half of a long answer that never ends.' },
      { chunkSize: 8, truncateAfterChunks: 5, latency: 20 },
    );
    const bot = kith.aBot();
    const last = done(await kith.say({ ...bot, message: 'x' }));
    expect(last).toMatchObject({ truncated: true, response: expect.stringMatching(/^The first/) });
    expect(chargesOf(bot.botId)).toEqual(['reserve', 'release']);
  });

  it('is not charged when the caller disconnects before the first text, and the model call is cancelled', async () => {
    model.mock.onMessage('x', { content: 'Too late.' }, { latency: 3000 });
    const bot = kith.aBot();
    const caller = new AbortController();
    const reading = kith.runtime.rpc.stream(chat.say, { ...bot, message: 'x' }, { signal: caller.signal }).next();
    await waitFor('the reservation', () => chargesOf(bot.botId).length > 0);
    caller.abort();
    await expect(reading).rejects.toMatchObject({ code: 'CANCELLED' });
    await waitFor('the release', () => chargesOf(bot.botId).includes('release'));
  });

  it('is charged for the text that was shown when the caller disconnects in the middle', async () => {
    model.mock.onMessage(
      'x',
      { content: 'A long [1] answer, word for word, that nobody reads to its very end, and of which [2] is not read.' },
      { chunkSize: 4, latency: 50 },
    );
    Object.assign(kith.peers, {
      passages: [aPassage('Ferry', 'The ferry leaves at nine.'), aPassage('Cats', 'Cats sleep.', 1)],
      coverage: 1,
    });
    const bot = kith.aBot();
    const frames = kith.runtime.rpc.stream(chat.say, { ...bot, message: 'x' });
    let shown = '';
    for await (const frame of frames) {
      if (frame.type === 'delta') shown += frame.text;
      if (shown.includes('word')) break;
    }
    await waitFor('the settlement', () => chargesOf(bot.botId).includes('settle'));
    const [row] = await kith.storedMessages(bot.botId);
    expect(row).toMatchObject({ truncated: true, reply: expect.stringMatching(/^A long \[1\]/), sources: ['Ferry'] });
    expect([row?.promptTokens, row?.completionTokens]).toEqual([expect.any(Number), expect.any(Number)]);
    expect(row?.reply).not.toContain('very end');
    expect(chargesOf(bot.botId)).toEqual(['reserve', 'settle']);
  });
});
