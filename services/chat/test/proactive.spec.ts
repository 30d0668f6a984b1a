import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { proactive, PROACTIVE_TIMEOUT_MS, type InputOf } from '@kith/proto';
import type { StandInModel } from '@kith/kit/testing';
import type { ChatUnderTest } from './chat-under-test.js';
import { chatsWithModel } from './chats-with-model.js';

const WRITTEN = 'The tide is out. Who walks the mudflats with me?';
const HINT = 'something about the sea';

let model: StandInModel;
let kith: ChatUnderTest;
let withoutModel: ChatUnderTest;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ model, kith, withoutModel, stop } = await chatsWithModel());
});
afterEach(() => {
  jest.restoreAllMocks();
  model.mock.reset();
  kith.peers.isDenied = false;
  kith.peers.deniedCap = null;
});
afterAll(() => stop());

type Message = Pick<InputOf<typeof proactive.end>, 'botId' | 'channelId' | 'eventId'>;

let events = 0;
const aMessage = (botId: string): Message => ({ botId, channelId: '200000000000000001', eventId: `quiet-${++events}` });
const write = (message: Message, fields: Partial<InputOf<typeof proactive.write>> = {}, chat = kith) =>
  chat.ask(proactive.write, {
    guildId: '300000000000000001',
    event: 'quiet',
    quietDays: 7,
    hint: HINT,
    ...message,
    ...fields,
  });
const end = (message: Message, ownerId: string, isPosted: boolean, isCharged = true) =>
  kith.ask(proactive.end, { ...message, ownerId, guildId: '300000000000000001', isPosted, isCharged });
const answering = (content: string) => model.mock.onMessage(/Begin a conversation/, { content });
const chargesOf = ({ botId }: Message) =>
  kith.peers.charges.filter((charge) => charge.includes(botId)).map((charge) => charge.split(':')[0]);
const promptOf = () => JSON.stringify(model.mock.getRequests().at(-1)?.body);

describe('a message with which a companion begins a conversation', () => {
  it('is written from its character, the occasion and the hint of its owner', async () => {
    answering(WRITTEN);
    const { botId } = kith.aBot({ name: 'Captain Wren', instructions: 'Mention the tides.' });
    expect(await write(aMessage(botId))).toEqual({ text: WRITTEN, isCharged: true });
    for (const part of ['Captain Wren', 'Mention the tides.', 'for 7 days', HINT]) expect(promptOf()).toContain(part);
    await write(aMessage(botId), { event: 'newMember', hint: '' });
    expect(promptOf()).toContain('joined the server');
    expect(promptOf()).not.toContain('What your owner wants it to be about');
  });

  it('is reserved before the model is asked, and settled when it was posted, once however often both are asked for', async () => {
    answering(WRITTEN);
    const { botId, actor } = kith.aBot();
    const message = aMessage(botId);
    let askedBefore = -1;
    kith.peers.whileReserving = () => Promise.resolve((askedBefore = model.mock.getRequests().length));
    await write(message);
    kith.peers.whileReserving = () => Promise.resolve();
    expect(askedBefore).toBe(0);
    await write(message);
    expect(chargesOf(message)).toEqual(['reserve', 'reserve']);
    const ids = kith.peers.charges.filter((charge) => charge.includes(botId)).map((charge) => charge.split(':')[1]);
    expect(new Set(ids).size).toBe(1);
    await end(message, actor.userId, true);
    expect(chargesOf(message).at(-1)).toBe('settle');
  });

  it('is charged when it was posted, although its reservation was released meanwhile, but nothing where it costs nothing', async () => {
    answering(WRITTEN);
    const { botId, actor } = kith.aBot();
    const message = aMessage(botId);
    await write(message);
    await end(message, actor.userId, true);
    expect(chargesOf(message)).toEqual(['reserve', 'reserve', 'settle']);
    const free = aMessage(kith.aBot().botId);
    await end(free, actor.userId, true, false);
    expect(chargesOf(free)).toEqual([]);
  });

  it('that was posted stays free, if its reservation was released and no message is left', async () => {
    const { botId, actor } = kith.aBot();
    kith.peers.isDenied = true;
    await expect(end(aMessage(botId), actor.userId, true)).resolves.toEqual({});
  });

  it('is given up while its caller waits, when the model takes too long', async () => {
    expect(proactive.write.timeoutMs).toBeGreaterThan(PROACTIVE_TIMEOUT_MS);
    model.mock.onMessage(/Begin a conversation/, { content: WRITTEN }, { latency: 5000 });
    const timeoutOf = AbortSignal.timeout.bind(AbortSignal);
    jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeoutOf(ms === PROACTIVE_TIMEOUT_MS ? 200 : ms));
    const message = aMessage(kith.aBot().botId);
    await expect(write(message)).rejects.toMatchObject({
      code: 'MODEL_UNAVAILABLE',
      message: expect.stringContaining('too long'),
    });
    expect(chargesOf(message)).toEqual(['reserve', 'release']);
  });

  it('that is not posted is released', async () => {
    answering(WRITTEN);
    const { botId, actor } = kith.aBot();
    const message = aMessage(botId);
    await write(message);
    await end(message, actor.userId, false);
    expect(chargesOf(message)).toEqual(['reserve', 'release']);
  });

  it('counts on the caps of the bot and of the server', async () => {
    answering(WRITTEN);
    const { botId } = kith.aBot({ dailyCaps: { perBot: 5, perServer: 3, perMember: 1 } });
    await write(aMessage(botId));
    expect(kith.peers.caps.at(-1)?.map(({ scope }) => scope)).toEqual(['bot', 'server']);
    kith.peers.deniedCap = 'server';
    await expect(write(aMessage(botId))).rejects.toMatchObject({ code: 'CAP_REACHED' });
  });

  it('is neither asked for without messages and credits, nor without a language model', async () => {
    kith.peers.isDenied = true;
    const { botId } = kith.aBot();
    await expect(write(aMessage(botId))).rejects.toMatchObject({ code: 'DAILY_LIMIT' });
    expect(model.mock.getRequests()).toEqual([]);
    const { botId: builtin } = withoutModel.aBot();
    await expect(write(aMessage(builtin), {}, withoutModel)).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
    expect(withoutModel.peers.charges).toEqual([]);
  });

  it('leaves nothing charged when the model fails', async () => {
    model.mock.on({ predicate: () => true }, { error: { message: 'no' }, status: 500, retryAfter: 0 });
    const message = aMessage(kith.aBot().botId);
    await expect(write(message)).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
    expect(chargesOf(message)).toEqual(['reserve', 'release']);
  });

  it.each([
    ['is longer than what an owner could write', 'sea '.repeat(300)],
    ['speaks of harming oneself', 'I want to kill myself tonight.'],
    ['is not meant for people of all ages', 'She was horny, moaned loudly and begged for a blowjob.'],
    [
      'recites what its owner asked',
      'The secret of the lighthouse keeper is that she counts every wave before the storm begins again.',
    ],
  ])('that %s is not given, and costs nothing', async (_why, text) => {
    answering(text);
    const instructions = 'The secret of the lighthouse keeper is that she counts every wave before the storm begins again.';
    const message = aMessage(kith.aBot({ instructions }).botId);
    await expect(write(message)).rejects.toMatchObject({ code: expect.stringMatching(/MODEL_UNAVAILABLE|PROMPT_REFUSED/) });
    expect(chargesOf(message)).toEqual(['reserve', 'release']);
  });

  it('is written for nothing ten times in ten minutes at most, where what is written cannot be posted', async () => {
    answering('sea '.repeat(300));
    const { botId } = kith.aBot();
    for (let n = 0; n < 10; n++) await expect(write(aMessage(botId))).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
    const asked = model.mock.getRequests().length;
    await expect(write(aMessage(botId))).rejects.toMatchObject({ code: 'PROMPT_REFUSED' });
    expect(model.mock.getRequests()).toHaveLength(asked);
  });

  it('is written for nothing 20 times a day at most; those that are posted do not count', async () => {
    answering(WRITTEN);
    const { botId, actor } = kith.aBot();
    const posted = aMessage(botId);
    await write(posted);
    await end(posted, actor.userId, true);
    for (let n = 0; n < 20; n++) {
      const message = aMessage(botId);
      await write(message);
      await end(message, actor.userId, false);
    }
    const asked = model.mock.getRequests().length;
    const message = aMessage(botId);
    await expect(write(message)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(model.mock.getRequests()).toHaveLength(asked);
    expect(chargesOf(message).at(-1)).toBe('release');
  });

  it('mentions no crowd and holds no link where its owner allows none', async () => {
    answering('Hello @everyone and <@&123456789012345678>, see https://example.com now!');
    const { text } = await write(aMessage(kith.aBot({ preferences: { shareLinks: false } }).botId));
    expect(text).not.toMatch(/@everyone|<@&|example\.com/);
    expect(text).toContain('Hello');
  });

  it('is not asked for with a hint about harming oneself', async () => {
    const message = aMessage(kith.aBot().botId);
    await expect(write(message, { hint: 'I want to kill myself' })).rejects.toMatchObject({ code: 'PROMPT_REFUSED' });
    expect(model.mock.getRequests()).toEqual([]);
    expect(chargesOf(message)).toEqual([]);
  });
});
