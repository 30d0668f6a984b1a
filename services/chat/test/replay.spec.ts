import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { RpcClient } from '@kith/kit';
import { anActor, asActor, queueBehindLock, startModel, type StandInModel } from '@kith/kit/testing';
import { AppError, chat, MAX_SAVED_CONVERSATIONS, memory, quality, replay } from '@kith/proto';
import { DataSource } from 'typeorm';
import { CareService } from '../src/care/care.service.js';
import { MessageLog } from '../src/messages/message-log.js';
import { ReplayAnswers } from '../src/replay/replay-answers.js';
import { ReplayService } from '../src/replay/replay.service.js';
import { SavedConversations } from '../src/replay/saved-conversations.js';
import { RequestLock } from '../src/test-chat/request-lock.js';
import { chatUnderTest, type ChatUnderTest } from './chat-under-test.js';

let model: StandInModel;
let kith: ChatUnderTest;
beforeAll(async () => {
  model = await startModel();
  kith = await chatUnderTest(model.env);
});
afterEach(() => {
  model.mock.reset();
  kith.peers.isDenied = false;
  kith.peers.whileReserving = () => Promise.resolve();
});
afterAll(async () => {
  await kith.stop();
  await model.stop();
});

type Bot = ReturnType<ChatUnderTest['aBot']>;
const answering = (content: string) => {
  model.mock.reset();
  model.mock.on({ predicate: () => true }, { content });
};
const save = (bot: Bot, ...questions: string[]) => kith.ask(replay.save, { ...bot, questions });
const run = (bot: Bot, conversationId: string, requestId: string = randomUUID()) =>
  kith.ask(replay.run, { ...bot, conversationId, requestId });
const chatApp = () => {
  const app = kith.services.get('chat')?.app;
  if (!app) throw new Error('chat does not run');
  return app;
};
const replays = () => chatApp().get(ReplayService);
const listed = async (bot: Bot) => (await kith.ask(replay.list, bot)).conversations;
/** What happened to charges since the last call; `reserved` with the ids of all that were reserved. */
const charges = () => {
  const seen = kith.peers.charges.splice(0).map((charge) => charge.split(':'));
  return { steps: seen.map(([step]) => step), reserved: seen.flatMap(([step, id]) => (step === 'reserve' ? [id] : [])) };
};
/** Runs `work` while the charge of the question at that place (1: the first) is reserved. */
const whileReserving = (place: number, work: () => unknown) => {
  let count = 0;
  kith.peers.whileReserving = async () => {
    count += 1;
    if (count === place) await work();
  };
};
const codeOf = async (work: Promise<unknown>) =>
  AppError.from(await work.then(() => undefined).catch((error: unknown) => error)).code;
const prompts = () => model.mock.getRequests().map(({ body }) => JSON.stringify(body));

describe('a saved conversation', () => {
  it('shows after a change the new answers beside the earlier ones, of the last two runs', async () => {
    const bot = kith.aBot();
    const { id, latest } = await save(bot, ' Who are you? ', 'And what do you like?');
    expect(latest).toBeNull();
    answering('I am Milo.');
    expect(await run(bot, id)).toMatchObject({
      questions: ['Who are you?', 'And what do you like?'],
      latest: { answers: ['I am Milo.', 'I am Milo.'], engines: ['openai', 'openai'] },
      earlier: null,
    });
    answering('I am Captain Milo.');
    await run(bot, id);
    answering('Ahoy!');
    const third = await run(bot, id);
    expect(third).toMatchObject({
      latest: { answers: ['Ahoy!', 'Ahoy!'] },
      earlier: { answers: ['I am Captain Milo.', 'I am Captain Milo.'] },
    });
    expect(await listed(bot)).toEqual([third]);
  });

  it('is asked in its order, each question with the answers before it and with nothing of the test chat and the memory', async () => {
    const bot = kith.aBot();
    answering('The pier is old.');
    await kith.say({ ...bot, message: 'Remember that I like zebras.' });
    const { id } = await save(bot, 'How old is the pier?', 'And the harbour?');
    answering('The pier is old.');
    await run(bot, id);
    const [first = '', second = ''] = prompts();
    expect(first).not.toContain('zebras');
    expect(second).not.toContain('zebras');
    expect(second).toContain('How old is the pier?');
    expect(second.split('The pier is old.')).toHaveLength(2);
  });

  it('is part of no conversation: it is neither stored as a message nor counted, remembered or put into the inbox', async () => {
    const bot = kith.aBot({ preferences: { learningMode: true } });
    answering('I like it too.');
    const { id } = await save(bot, 'My name is Ada and I like chess.');
    await run(bot, id);
    expect(await kith.storedMessages(bot.botId)).toEqual([]);
    expect(await kith.ask(chat.analytics, bot)).toMatchObject({ totalMessages: 0 });
    expect(await kith.ask(quality.inbox, bot)).toMatchObject({ total: 0 });
    expect(JSON.stringify(await kith.ask(memory.own, bot))).not.toContain('chess');
  });

  it('costs a message for each answer that a model wrote, once for each run however often it is sent', async () => {
    const bot = kith.aBot();
    const { id } = await save(bot, 'One?', 'Two?');
    answering('Yes.');
    charges();
    const requestId = randomUUID();
    const [one, other] = await Promise.all([
      run(bot, id, requestId).catch(codeOfError),
      run(bot, id, requestId).catch(codeOfError),
    ]);
    const answered = { latest: { answers: ['Yes.', 'Yes.'] } };
    expect([one, other]).toContainEqual(expect.objectContaining({ latest: expect.objectContaining(answered.latest) }));
    expect(await run(bot, id, requestId)).toMatchObject(answered);
    expect(charges().steps).toEqual(['reserve', 'reserve', 'settle', 'settle']);
    expect(model.mock.getRequests()).toHaveLength(2);
  });

  it('is charged for each run, whatever ids the client chooses: the same for two conversations, or that of a run before', async () => {
    const bot = kith.aBot();
    const [first, second] = [await save(bot, 'One?'), await save(bot, 'Two?')];
    answering('Yes.');
    charges();
    const [one, two] = [randomUUID(), randomUUID()];
    await run(bot, first.id, one);
    await run(bot, second.id, one);
    await run(bot, first.id, two);
    const again = await run(bot, first.id, one);
    expect(again).toEqual(await run(bot, first.id, two));
    expect(model.mock.getRequests()).toHaveLength(3);
    await kith.say({ ...bot, message: 'Three?', requestId: `${one}-0` });
    expect(model.mock.getRequests()).toHaveLength(4);
    expect(new Set(charges().reserved).size).toBe(4);
  });

  it('keeps its answers and costs nothing when the limit is reached or the model fails', async () => {
    const bot = kith.aBot();
    const { id } = await save(bot, 'One?');
    answering('Yes.');
    const before = await run(bot, id);
    charges();
    kith.peers.isDenied = true;
    expect(await codeOf(run(bot, id))).toBe('DAILY_LIMIT');
    kith.peers.isDenied = false;
    model.mock.reset();
    model.mock.on({ predicate: () => true }, { error: { message: 'no' }, status: 401 });
    expect(await codeOf(run(bot, id))).toBe('MODEL_UNAVAILABLE');
    expect(await listed(bot)).toEqual([before]);
    expect(charges().steps).not.toContain('settle');
  });

  it('costs nothing when it breaks off at a later question, and is charged in full when it is sent again', async () => {
    const bot = kith.aBot();
    const { id } = await save(bot, 'One?', 'Two?');
    const requestId = randomUUID();
    charges();
    answering('Yes.');
    whileReserving(2, () => (kith.peers.isDenied = true));
    expect(await codeOf(run(bot, id, requestId))).toBe('DAILY_LIMIT');
    expect(model.mock.getRequests()).toHaveLength(0);
    expect(charges().steps).toEqual(['reserve', 'reserve', 'release']);
    kith.peers.isDenied = false;
    model.mock.reset();
    model.mock.on(
      { predicate: ({ messages }) => JSON.stringify(messages).includes('Two?') },
      { error: { message: 'no' }, status: 401 },
    );
    model.mock.on({ predicate: () => true }, { content: 'Yes.' });
    expect(await codeOf(run(bot, id, requestId))).toBe('MODEL_UNAVAILABLE');
    expect(model.mock.getRequests().length).toBeGreaterThan(1);
    expect(charges().steps).toEqual(['reserve', 'reserve', 'release', 'release']);
    expect(await listed(bot)).toMatchObject([{ latest: null }]);
    answering('Yes.');
    expect(await run(bot, id, requestId)).toMatchObject({ latest: { answers: ['Yes.', 'Yes.'] } });
    expect(charges().steps).toEqual(['reserve', 'reserve', 'settle', 'settle']);
  });

  it('costs nothing when nobody gets its answers: the call ends, the conversation is deleted or the bot is reset meanwhile', async () => {
    const bot = kith.aBot();
    const { id } = await save(bot, 'One?', 'Two?');
    charges();
    const caller = new AbortController();
    model.mock.on({ predicate: ({ messages }) => JSON.stringify(messages).includes('Two?') }, () => {
      caller.abort();
      return { content: 'Yes.' };
    });
    model.mock.on({ predicate: () => true }, { content: 'Yes.' });
    const input = { ...bot, conversationId: id, requestId: randomUUID() };
    await expect(replays().run(input, caller.signal)).rejects.toThrow();
    expect(charges().steps).toEqual(['reserve', 'reserve', 'release', 'release']);
    expect(await listed(bot)).toMatchObject([{ latest: null }]);
    answering('Yes.');
    whileReserving(1, () => kith.ask(chat.purge, { botId: bot.botId }));
    expect(await run(bot, id)).toMatchObject({ latest: null });
    whileReserving(1, () => kith.ask(replay.remove, { ...bot, conversationId: id }));
    expect(await codeOf(run(bot, id))).toBe('NOT_FOUND');
    const released = ['reserve', 'reserve', 'release', 'release'];
    expect(charges().steps).toEqual([...released, ...released]);
  });

  it('is refused while its owner runs another one, of whichever bot and on whichever replica', async () => {
    const bot = kith.aBot();
    const other = kith.aBot({ ownerId: bot.actor.userId });
    const [first, second] = [await save(bot, 'One?'), await save(other, 'Two?')];
    answering('Yes.');
    // Its own pool, as in another process.
    const app = chatApp();
    const [rpc, saved, log, care] = [app.get(RpcClient), app.get(SavedConversations), app.get(MessageLog), app.get(CareService)];
    const replica = new ReplayService(rpc, saved, log, care, app.get(RequestLock), app.get(ReplayAnswers));
    const refused: string[] = [];
    whileReserving(1, async () => {
      const input = { ...other, conversationId: second.id, requestId: randomUUID() };
      refused.push(await codeOf(run(other, second.id)), await codeOf(replica.run(input, new AbortController().signal)));
    });
    await run(bot, first.id);
    expect(refused).toEqual(['RATE_LIMITED', 'RATE_LIMITED']);
    expect(await run(other, second.id)).toMatchObject({ latest: { answers: ['Yes.'] } });
  });

  it('cannot be a command or a cry for help, and there are at most twenty', async () => {
    const bot = kith.aBot();
    expect(await codeOf(save(bot, '/generate image a cat'))).toBe('BAD_INPUT');
    expect(await codeOf(save(bot, 'I want to kill myself'))).toBe('BAD_INPUT');
    expect(await codeOf(save(bot, 'a', 'b', 'c', 'd'))).toBe('BAD_INPUT');
    for (let count = 0; count < MAX_SAVED_CONVERSATIONS; count += 1) await save(bot, `Number ${count}?`);
    expect(await codeOf(save(bot, 'One more?'))).toBe('BAD_INPUT');
    expect(await listed(bot)).toHaveLength(MAX_SAVED_CONVERSATIONS);
  });

  it('is not the twenty-first when two are saved at the same time [S35]', async () => {
    const bot = kith.aBot();
    for (let count = 1; count < MAX_SAVED_CONVERSATIONS; count += 1) await save(bot, `Number ${count}?`);
    const outcomes = await queueBehindLock(
      chatApp().get(DataSource),
      ['lock table chat.saved_conversation in share mode'],
      [() => save(bot, 'The last?'), () => save(bot, 'One more?')],
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(await listed(bot)).toHaveLength(MAX_SAVED_CONVERSATIONS);
  });

  it('is its owner’s alone, and its answers are stored encrypted', async () => {
    const bot = kith.aBot();
    const { id } = await save(bot, 'One?');
    answering('A secret answer.');
    await run(bot, id);
    const other = { ...bot, actor: anActor() };
    expect(await codeOf(listed(other))).toBe('NOT_FOUND');
    expect(await codeOf(save(other, 'One?'))).toBe('NOT_FOUND');
    expect(await codeOf(run(other, id))).toBe('NOT_FOUND');
    expect(await codeOf(kith.ask(replay.remove, { ...other, conversationId: id }))).toBe('NOT_FOUND');
    // Through another bot of the same owner neither.
    expect(await codeOf(run(kith.aBot(), id))).toBe('NOT_FOUND');
    const rows = () => kith.query<{ latest: string }>('select latest from chat.saved_conversation where id = $1', [id]);
    const database = kith.services.get('chat')?.app.get(DataSource);
    const foreign = () => database?.query('select 1 from chat.saved_conversation where id = $1', [id]);
    expect(await asActor(other.actor.userId, async () => foreign())).toEqual([]);
    expect((await rows())[0]?.latest).not.toContain('secret');
  });

  it('loses its answers when the bot is reset, and goes with the bot and when it is deleted', async () => {
    const bot = kith.aBot();
    const [{ id }, second] = [await save(bot, 'One?'), await save(bot, 'Two?')];
    answering('Yes.');
    await run(bot, id);
    await kith.ask(chat.purge, { botId: bot.botId });
    expect(await listed(bot)).toMatchObject([{ latest: null, earlier: null }, { latest: null }]);
    await kith.ask(replay.remove, { ...bot, conversationId: second.id });
    expect(await listed(bot)).toHaveLength(1);
    await kith.ask(chat.purge, { botId: bot.botId, isDeleted: true });
    expect(await listed(bot)).toEqual([]);
  });
});

const codeOfError = (error: unknown) => AppError.from(error).code;
