import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { anActor, asActor, startModel, type StandInModel } from '@kith/kit/testing';
import { AppError, chat, MAX_SAVED_CONVERSATIONS, memory, quality, replay } from '@kith/proto';
import { DataSource } from 'typeorm';
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
const listed = async (bot: Bot) => (await kith.ask(replay.list, bot)).conversations;
const chargesOf = ({ botId }: Bot) =>
  kith.peers.charges.filter((charge) => charge.includes(botId)).map((charge) => charge.split(':')[0]);
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
    const requestId = randomUUID();
    const [one, other] = await Promise.all([run(bot, id, requestId), run(bot, id, requestId).catch(codeOfError)]);
    expect(one).toMatchObject({ latest: { answers: ['Yes.', 'Yes.'] } });
    expect(['RATE_LIMITED', one]).toContainEqual(other);
    expect(await run(bot, id, requestId)).toEqual(one);
    expect(chargesOf(bot)).toEqual(['reserve', 'settle', 'reserve', 'settle']);
    expect(model.mock.getRequests()).toHaveLength(2);
  });

  it('keeps its answers and costs nothing when the limit is reached or the model fails', async () => {
    const bot = kith.aBot();
    const { id } = await save(bot, 'One?');
    answering('Yes.');
    const before = await run(bot, id);
    kith.peers.isDenied = true;
    expect(await codeOf(run(bot, id))).toBe('DAILY_LIMIT');
    kith.peers.isDenied = false;
    model.mock.reset();
    model.mock.on({ predicate: () => true }, { error: { message: 'no' }, status: 401 });
    expect(await codeOf(run(bot, id))).toBe('MODEL_UNAVAILABLE');
    expect(await listed(bot)).toEqual([before]);
    expect(chargesOf(bot).filter((charge) => charge === 'settle')).toHaveLength(1);
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
