import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { StandInModel } from '@kith/kit/testing';
import { quality } from '@kith/proto';
import { aPassage, type ChatUnderTest } from './chat-under-test.js';
import { chatsWithModel } from './chats-with-model.js';

let model: StandInModel;
let kith: ChatUnderTest;
let withoutModel: ChatUnderTest;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ model, kith, withoutModel, stop } = await chatsWithModel());
});
afterEach(() => {
  model.mock.reset();
  for (const { peers } of [kith, withoutModel]) {
    peers.down.clear();
    Object.assign(peers, { passages: [], closest: [], coverage: 0, isDenied: false });
  }
});
afterAll(() => stop());

type Bot = ReturnType<ChatUnderTest['aBot']>;
const answering = (content: string) => model.mock.on({ predicate: () => true }, { content });
const found = (title: string, body: string, relevance: number | null) => ({ ...aPassage(title, body), relevance });
const HARBOUR = found('Harbour', 'The harbour shop sells rope and opens at 9 on weekdays.', 0.3);

/** Asks in the test chat; returns the question in the inbox. */
async function asked(bot: Bot, message: string, chat = kith): Promise<{ questionId: string; requestId: string }> {
  const requestId = randomUUID();
  await chat.say({ ...bot, message, requestId });
  const [first] = (await chat.ask(quality.inbox, bot)).questions;
  if (!first) throw new Error('the inbox is empty');
  return { questionId: first.id, requestId };
}
const draftOf = (bot: Bot, questionId: string, chat = kith) => chat.ask(quality.draft, { ...bot, questionId });
const written = (bot: Bot, questionId: string, chat = kith) => chat.ask(quality.writeDraft, { ...bot, questionId });
const lastPrompt = (): string => {
  const body = model.mock.getRequests().at(-1)?.body as { messages?: { content: unknown }[] } | null;
  return (body?.messages ?? []).map(({ content }) => String(content)).join('\n');
};
const draftCharges = () => kith.peers.charges.filter((charge) => charge.includes('draft-'));

describe('the draft of an answer', () => {
  it('is made of the passages that come closest, also of those that were not let into the prompt, and never of a guess', async () => {
    answering('Perhaps at eight.');
    const bot = kith.aBot();
    const { questionId } = await asked(bot, 'When does the shop open?');
    kith.peers.closest = [HARBOUR, found('Always here', 'We are Port Amber.', null)];
    const draft = await draftOf(bot, questionId);
    expect(draft).toMatchObject({ title: 'When does the shop open?', kind: 'closest', canBeWritten: true });
    expect(draft.answer).toContain('[…]');
    expect(draft.answer).toContain('The harbour shop sells rope');
    expect(draft.answer).not.toMatch(/Perhaps at eight|We are Port Amber/);
  });

  it('is a passage itself where one was found that answers the question', async () => {
    answering('Perhaps at eight.');
    const bot = kith.aBot();
    const { questionId } = await asked(bot, 'When does the shop open?');
    kith.peers.closest = [found('Hours', 'The shop opens at nine.', 0.9), HARBOUR];
    expect(await draftOf(bot, questionId)).toMatchObject({ kind: 'passage', answer: 'The shop opens at nine.' });
  });

  it('shows passages that follow one another in their text as one, as the prompt does, without what they repeat', async () => {
    answering('Perhaps at eight.');
    const bot = kith.aBot();
    const { questionId } = await asked(bot, 'When does the shop open?');
    const whole = `# Shop\n\nIt is by the pier. ${HARBOUR.body}\nOn Sundays it opens at 11.`;
    const chunk = (place: number, body: string, relevance: number) => ({ ...HARBOUR, title: 'Harbour', body, place, relevance });
    const two = chunk(2, `# Shop\n\n${HARBOUR.body}\nOn Sundays it opens at 11.`, 0.3);
    kith.peers.closest = [
      two,
      found('Pier', 'The pier is long.', 0.2),
      chunk(1, `# Shop\n\nIt is by the pier. ${HARBOUR.body}`, 0.1),
    ];
    expect((await draftOf(bot, questionId)).answer).toContain(`Harbour\n${whole}\n\nPier\nThe pier is long.`);
    model.mock.reset();
    answering('NOTHING');
    await written(bot, questionId);
    expect(lastPrompt()).toContain(`Harbour\n${whole}\n`);
    kith.peers.closest = [{ ...two, relevance: 0.9 }, chunk(1, `# Shop\n\nIt is by the pier. ${HARBOUR.body}`, 0.8)];
    expect(await draftOf(bot, questionId)).toMatchObject({ kind: 'passage', answer: whole });
    // Where they are too long together, the best one stands alone.
    kith.peers.closest = [chunk(2, `On Sundays it opens at 11. ${'a '.repeat(600)}`, 0.9), chunk(1, 'b '.repeat(600), 0.8)];
    expect((await draftOf(bot, questionId)).answer).toMatch(/^On Sundays [^b]+$/);
  });

  it('says in the language of the question what is to be filled in where nothing was taught, and where knowledge cannot be searched', async () => {
    const bot = withoutModel.aBot();
    const { questionId } = await asked(bot, 'Wann öffnet der Laden am Sonntag?', withoutModel);
    const draft = await draftOf(bot, questionId, withoutModel);
    expect(draft).toMatchObject({ kind: 'outline', canBeWritten: false });
    expect(draft.answer).toMatch(/^Antwort: \[…\]\n/);
    expect(draft.answer).not.toMatch(/weiß|know/i);
    withoutModel.peers.down.add('find');
    await expect(draftOf(bot, questionId, withoutModel)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});

describe('the questions of a draft', () => {
  const pin = (bot: Bot, questions: readonly string[], questionId?: string) =>
    kith.ask(quality.pin, { ...bot, questions: [...questions], answer: 'At nine.', questionId });

  it('are all ways in which the group was asked, each once, and an answer that is pinned to them is given to every one of them', async () => {
    answering('Perhaps at eight.');
    const bot = kith.aBot();
    await asked(bot, 'When will the shop\nopen?');
    for (let count = 0; count < 11; count += 1) await asked(bot, 'When does the shop open?');
    await asked(bot, `when does the shop open ${'the '.repeat(80)}`);
    const { questionId } = await asked(bot, 'hello, WHEN does the shop open???');
    const { title, questions } = await draftOf(bot, questionId);
    expect(questions).toEqual(['hello, WHEN does the shop open???', 'When will the shop open?']);
    expect(title).not.toContain('hello');
    await pin(bot, questions, questionId);
    const before = model.mock.getRequests().length;
    for (const message of ['when will the shop open', 'When does the shop open?']) {
      const last = (await kith.say({ ...bot, message })).at(-1);
      expect(last).toMatchObject({ type: 'done', engine: 'pinned', response: 'At nine.' });
    }
    expect(model.mock.getRequests()).toHaveLength(before);
  });

  it('are as many as can be pinned at once, and none that has an answer already', async () => {
    answering('Perhaps at eight.');
    const bot = kith.aBot();
    const ways = ['so', 'and', 'but', 'then', 'why', 'how', 'where', 'who', 'was', 'would', 'may', 'might'];
    let questionId = '';
    for (const way of ways) ({ questionId } = await asked(bot, `${way} when does the shop open?`));
    const newestFirst = ways.map((way) => `${way} when does the shop open?`).toReversed();
    expect((await draftOf(bot, questionId)).questions).toEqual(newestFirst.slice(0, 10));
    await pin(bot, newestFirst.slice(0, 1));
    expect((await draftOf(bot, questionId)).questions).toEqual(newestFirst.slice(1, 11));
  });
});

describe('a draft that the model writes', () => {
  it('comes from the passages, the questions of the group and the reply that was not good, and is charged like a message once it is written', async () => {
    answering('Perhaps at eight.');
    const bot = kith.aBot();
    const { requestId } = await asked(bot, 'When does the shop open?');
    await kith.ask(quality.rate, { ...bot, requestId, isGood: false, reason: 'wrong' });
    const { questionId } = await asked(bot, 'when will the shop open');
    kith.peers.closest = [HARBOUR];
    model.mock.reset();
    answering('The shop opens at 9 on weekdays. On Sundays: at 11.');
    const before = draftCharges().length;
    expect(await written(bot, questionId)).toMatchObject({
      kind: 'written',
      // 11 stands in no passage.
      answer: 'The shop opens at 9 on weekdays. On Sundays: at […].',
    });
    expect(
      draftCharges()
        .slice(before)
        .map((charge) => charge.split(':')[0]),
    ).toEqual(['reserve', 'settle']);
    for (const part of ['When does the shop open?', 'when will the shop open', 'Perhaps at eight.', 'sells rope', 'not true'])
      expect(lastPrompt()).toContain(part);
  });

  it('is an outline and costs nothing where the model finds no answer in the passages, however it says so', async () => {
    const bot = kith.aBot();
    answering('Perhaps at eight.');
    const { questionId } = await asked(bot, 'When does the shop open?');
    kith.peers.closest = [HARBOUR];
    for (const content of [
      'NOTHING',
      'Nothing.',
      "I'm sorry, but I don't know that.",
      'Das weiß ich leider nicht.',
      '我不知道。',
    ]) {
      model.mock.reset();
      answering(content);
      const before = draftCharges().length;
      const draft = await written(bot, questionId);
      expect([content, draft.kind, draft.answer.includes(content)]).toEqual([content, 'closest', false]);
      expect(
        draftCharges()
          .slice(before)
          .map((charge) => charge.split(':')[0]),
      ).toEqual(['reserve', 'release']);
    }
  });

  it('asks no model where nothing was found, and says why there is none without a model, with a failing one and at the daily limit', async () => {
    answering('Perhaps at eight.');
    const bot = kith.aBot();
    const { questionId } = await asked(bot, 'When does the shop open?');
    const before = [model.mock.getRequests().length, draftCharges().length];
    expect(await written(bot, questionId)).toMatchObject({ kind: 'outline', canBeWritten: false });
    expect([model.mock.getRequests().length, draftCharges().length]).toEqual(before);
    kith.peers.closest = [HARBOUR];
    kith.peers.isDenied = true;
    await expect(written(bot, questionId)).rejects.toMatchObject({ code: 'DAILY_LIMIT' });
    kith.peers.isDenied = false;
    model.mock.reset();
    model.mock.on({ predicate: () => true }, { error: { message: 'no' }, status: 500, retryAfter: 0 });
    await expect(written(bot, questionId)).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
    expect(draftCharges().at(-1)).toMatch(/^release:/);
    const builtin = withoutModel.aBot();
    const other = await asked(builtin, 'When does the shop open?', withoutModel);
    withoutModel.peers.closest = [HARBOUR];
    await expect(written(builtin, other.questionId, withoutModel)).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
  });

  it('holds neither the mark of the prompt nor what looks like a key', async () => {
    answering('Perhaps at eight.');
    const bot = kith.aBot();
    const { questionId } = await asked(bot, 'When does the shop open?');
    kith.peers.closest = [HARBOUR];
    model.mock.reset();
    const key = `ghp_${'a'.repeat(36)}`;
    answering(`Ask at the shop with ${key}.`);
    expect((await written(bot, questionId)).answer).toBe('Ask at the shop with [redacted].');
  });
});

describe('the answer to a question of the inbox', () => {
  it('is approved into knowledge once; when knowledge is away, the question stays open', async () => {
    answering('Perhaps at eight.');
    const bot = kith.aBot();
    const { questionId } = await asked(bot, 'When does the shop open?');
    const countOf = async (state: 'open' | 'answered') => (await kith.ask(quality.inbox, { ...bot, state })).total;
    const teach = () => kith.ask(quality.teach, { ...bot, questionId, title: 'Opening hours', content: 'At nine.' });
    kith.peers.down.add('create');
    await expect(teach()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await countOf('open')).toBe(1);
    kith.peers.down.clear();
    const outcomes = await Promise.allSettled([teach(), teach()]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(kith.peers.taught.filter(({ botId }) => botId === bot.botId)).toMatchObject([{ title: 'Opening hours' }]);
    expect([await countOf('open'), await countOf('answered')]).toEqual([0, 1]);
  });
});
