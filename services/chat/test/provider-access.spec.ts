import { describe, expect, it } from '@jest/globals';
import { fairnessOf, ownerDatabase, waitFor, type StandInModel } from '@kith/kit/testing';
import { AppError, chat } from '@kith/proto';
import { database } from '../src/database.js';
import { IMAGE_POOL, MODEL_POOL } from '../src/models/provider-access.js';
import { aJob, type ChatUnderTest } from './chat-under-test.js';
import { chatWithModel } from './chat-with-model.js';

let model: StandInModel;
let kith: ChatUnderTest;
chatWithModel((started) => ({ model, kith } = started));

// The words of these tests are never part of the hexadecimal ids and marks in a prompt, which `bad` is.
const REFUSAL = { error: { message: 'content policy' }, status: 400 };
const asked = () => model.mock.getRequests().length;
const chargesOf = (botId: string) =>
  kith.peers.charges.filter((charge) => charge.includes(botId)).map((charge) => charge.split(':')[0]);
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => AppError.from(error),
  );

describe('the language model, while one user sends prompts that fail,', () => {
  it.each([
    ['that the provider refuses', REFUSAL, 'PROMPT_REFUSED'],
    ['that its content filter stops', { content: '', finishReason: 'content_filter' }, 'PROMPT_REFUSED'],
    ['that get an empty answer', { content: '  ' }, 'PROMPT_REFUSED'],
    ['while the key is not allowed to', { error: { message: 'no' }, status: 403 }, 'MODEL_UNAVAILABLE'],
  ])('answers all others (prompts %s)', async (_what, response, code) => {
    model.mock.onMessage('horrible', response);
    model.mock.onMessage('good', { content: 'Good.' });
    const [frequent, usual] = [kith.aBot(), kith.aBot()];
    for (let time = 0; time < 9; time += 1) {
      expect(await failureOf(kith.say({ ...frequent, message: 'horrible' }))).toMatchObject({ code });
      expect((await kith.say({ ...usual, message: 'good' })).at(-1)).toMatchObject({ response: 'Good.' });
    }
    expect(new Set(chargesOf(frequent.botId))).toEqual(new Set(['reserve', 'release']));
  });

  it('is asked no more by that user, in any chat, after ten refused prompts, and the user is told how long to wait', async () => {
    model.mock.onMessage('horrible', REFUSAL);
    model.mock.onMessage('good', { content: 'Good.' });
    const frequent = kith.aBot();
    for (let time = 0; time < 10; time += 1) await failureOf(kith.say({ ...frequent, message: 'horrible' }));
    expect(asked()).toBe(10);
    const second = { ...kith.aBot({ ownerId: frequent.actor.userId }), actor: frequent.actor };
    expect(await failureOf(kith.say({ ...second, message: 'good' }))).toMatchObject({
      code: 'PROMPT_REFUSED',
      message: expect.stringMatching(/Please wait \d+ minutes/),
      details: { retryAfterS: expect.any(Number) },
    });
    expect(asked()).toBe(10);
    expect(chargesOf(second.botId)).toEqual(['reserve', 'release']);
    expect((await kith.say({ ...kith.aBot(), message: 'good' })).at(-1)).toMatchObject({ response: 'Good.' });
  });

  it('is asked once for a message on Discord that it refuses, and the channel is told', async () => {
    model.mock.onMessage('horrible', REFUSAL);
    const { botId } = kith.aBot();
    await expect(
      kith.processJob(aJob(botId, 'horrible', { author: { id: '400000000000000077', name: 'Eve' } })),
    ).rejects.toMatchObject({
      code: 'PROMPT_REFUSED',
    });
    expect(asked()).toBe(1);
    expect(await kith.deliveries(botId)).toMatchObject([
      { kind: 'notice', text: expect.stringMatching(/content filter of my language model refused/) },
    ]);
    expect(chargesOf(botId)).toEqual(['reserve', 'release']);
  });
});

describe('the requests to the language model', () => {
  it('are shared: an owner with many messages at once does not delay the reply of another one', async () => {
    model.mock.on({ predicate: () => true }, { content: 'Ok.' }, { latency: 150 });
    const [frequent, usual] = [kith.aBot(), kith.aBot()];
    let finished = 0;
    const many = Array.from({ length: 40 }, (_, n) =>
      kith
        .processJob(aJob(frequent.botId, `message ${n}`, { author: { id: `5000000000000000${10 + n}`, name: 'Eve' } }))
        .then(() => (finished += 1)),
    );
    await waitFor('the first requests', () => asked() > 0);
    await kith.say({ ...usual, message: 'hi' });
    expect(finished).toBeLessThanOrEqual(3 * MODEL_POOL.maxRunningPerKey);
    await Promise.all(many);
    expect(asked()).toBe(41);
  });

  it.each([
    ['short', 3000],
    ['long', 30_000],
  ])(
    'of ten owners take twice the time of alone at most when another sends fifty times as many %s ones',
    async (_what, frequentMs) => {
      const { aloneMs, withFrequentMs } = await fairnessOf(MODEL_POOL, { usualMs: 3000, frequentMs, load: 0.5 });
      expect(withFrequentMs).toBeLessThanOrEqual(2 * aloneMs);
    },
  );
});

describe('the requests to the image model', () => {
  it('of ten owners take twice the time of alone at most when another sends fifty times as many', async () => {
    const { aloneMs, withFrequentMs } = await fairnessOf(IMAGE_POOL, { usualMs: 20_000, frequentMs: 90_000, load: 0.4 });
    expect(withFrequentMs).toBeLessThanOrEqual(2 * aloneMs);
  });

  it('run two at a time for one owner, in the order in which they came', async () => {
    const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('pixels')]);
    model.mock.onImage(/./, { image: { b64Json: PNG.toString('base64') } });
    const bot = kith.aBot();
    const pictures = await Promise.all(
      [1, 2, 3, 4].map((n) => kith.say({ ...bot, message: `/generate image number ${n}`, requestId: `picture-${n}` })),
    );
    expect(pictures.every((frames) => frames.at(-1)?.type === 'done')).toBe(true);
    expect(asked()).toBe(4);
  });
});

describe('a reply with characters that can be neither stored nor posted', () => {
  const DIRTY = 'Hel\0lo \ud83d there \ude00 😀.';
  const CLEAN = 'Hello  there  😀.';

  it('is shown, stored and charged without them in the test chat', async () => {
    model.mock.onMessage('x', { content: DIRTY }, { chunkSize: 1 });
    const bot = kith.aBot();
    const frames = await kith.say({ ...bot, message: 'x' });
    expect(frames.map((frame) => (frame.type === 'delta' ? frame.text : '')).join('')).toBe(CLEAN);
    expect(frames.at(-1)).toMatchObject({ type: 'done', response: CLEAN });
    expect(await kith.storedMessages(bot.botId)).toMatchObject([{ reply: CLEAN }]);
    expect(chargesOf(bot.botId)).toEqual(['reserve', 'settle']);
  });

  it('is delivered without them on Discord, to a message that contains them too', async () => {
    model.mock.on({ predicate: () => true }, { content: DIRTY });
    const { botId } = kith.aBot();
    await kith.processJob(aJob(botId, 'a\0b', { author: { id: '400000000000000078', name: 'E\0ve' } }));
    expect(await kith.deliveries(botId)).toMatchObject([{ text: CLEAN }]);
    expect(await kith.storedMessages(botId)).toMatchObject([{ question: 'ab', authorName: 'Eve' }]);
  });
});

describe('the charge of a message in the test chat', () => {
  it('is settled at once when the reply was shown and cannot be stored', async () => {
    model.mock.onMessage('x', { content: 'Shown.' });
    const bot = kith.aBot({ preferences: { rememberInteractions: false } });
    const owner = await ownerDatabase(kith, database);
    kith.peers.whileReserving = () => owner.query('alter table chat.message rename to message_away');
    const failure = await failureOf(kith.say({ ...bot, message: 'x' }));
    kith.peers.whileReserving = () => Promise.resolve();
    await owner.query('alter table chat.message_away rename to message');
    await owner.destroy();
    expect(failure).toMatchObject({ code: 'INTERNAL' });
    expect(chargesOf(bot.botId)).toEqual(['reserve', 'settle']);
  });

  it('is released at once when the caller leaves while it is being reserved', async () => {
    const bot = kith.aBot();
    const caller = new AbortController();
    kith.peers.whileReserving = () => {
      caller.abort();
      return Promise.resolve();
    };
    const reading = kith.runtime.rpc.stream(chat.say, { ...bot, message: 'x' }, { signal: caller.signal }).next();
    await expect(reading).rejects.toMatchObject({ code: 'CANCELLED' });
    await waitFor('the release', () => chargesOf(bot.botId).includes('release'));
    kith.peers.whileReserving = () => Promise.resolve();
  });
});
