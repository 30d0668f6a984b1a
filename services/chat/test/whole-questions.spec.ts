import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startModel, type StandInModel } from '@kith/kit/testing';
import { AppError, searchedQuestions } from '@kith/proto';
import { aPassage, chatUnderTest, type ChatUnderTest } from './chat-under-test.js';

const PREVIOUS = 'When does the pottery class start?';
const FOLLOW_UP = "who's the teacher";
const WHOLE = 'Who teaches the pottery class?';
const ANSWER = 'It starts at 7:15.';
const WRITER = 'question-writer';

let model: StandInModel;
let kith: ChatUnderTest;
let off: ChatUnderTest;
beforeAll(async () => {
  model = await startModel();
  kith = await chatUnderTest({ ...model.env, QUESTION_MODEL: `openai:${WRITER}` });
  off = await chatUnderTest(model.env);
});
beforeEach(() => {
  for (const { peers } of [kith, off]) {
    peers.searches.length = 0;
    peers.charges.length = 0;
    peers.mayAsk = true;
    peers.passagesFor.clear();
    peers.passagesFor.set(WHOLE, [aPassage('Willow', 'Anjali gives the pottery lessons.')]);
  }
});
afterEach(() => void model.mock.reset());
afterAll(async () => {
  await Promise.all([kith.stop(), off.stop()]);
  await model.stop();
});

interface Body {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}
const isWriter = (body: unknown): boolean => (body as Body | null)?.model === WRITER;
const bodies = (): Body[] => model.mock.getRequests().map(({ body }) => body as unknown as Body);
const asked = (): Body[] => bodies().filter(isWriter);
const prompt = (): string => JSON.stringify(bodies().findLast((body) => !isWriter(body)));
function answering(question: string, more = {}): void {
  model.mock.on({ predicate: (request) => isWriter(request) }, { content: question }, more);
  model.mock.on({ predicate: (request) => !isWriter(request) }, { content: ANSWER });
}
/** Says one message after the other, and returns the bot. */
async function talk(chat: ChatUnderTest, messages: readonly string[], bot = chat.aBot()) {
  for (const message of messages) await chat.say({ ...bot, message });
  return bot;
}

describe('a message that goes on from what was asked before', () => {
  it('is searched as the question that the model writes, which enters no prompt, and counts as one message', async () => {
    answering(WHOLE);
    await talk(kith, [PREVIOUS, FOLLOW_UP]);
    expect(kith.peers.searches.at(-1)).toBe(WHOLE);
    expect(prompt()).toContain('Anjali gives the pottery lessons.');
    expect(prompt()).not.toContain(WHOLE);
    expect(asked()).toHaveLength(1);
    const [{ messages = [] } = {}] = asked();
    for (const text of [PREVIOUS, ANSWER, FOLLOW_UP]) expect(messages.at(-1)?.content).toContain(text);
    expect(kith.peers.charges.filter((charge) => charge.startsWith('settle'))).toHaveLength(2);
  });

  it('is searched as it is when the model says that nothing is asked', async () => {
    answering('NONE');
    await talk(kith, [PREVIOUS, FOLLOW_UP]);
    expect(asked()).toHaveLength(1);
    expect(kith.peers.searches).toHaveLength(2);
    expect(prompt()).toContain('Nothing that you were taught fits');
  });

  it('waits for a model that hangs no longer than for 1.5 seconds', async () => {
    answering(WHOLE, { latency: 8000 });
    const bot = await talk(kith, [PREVIOUS]);
    const from = performance.now();
    await talk(kith, [FOLLOW_UP], bot);
    expect(performance.now() - from).toBeLessThan(5000);
    expect(asked()).toHaveLength(1);
    expect(prompt()).toContain('Nothing that you were taught fits');
  });

  it('is answered while the second search fails', async () => {
    answering(WHOLE);
    const bot = await talk(kith, [PREVIOUS]);
    const { searches } = kith.peers;
    kith.peers.whileSearching = () => (searches.at(-1) === WHOLE ? Promise.reject(new AppError('INTERNAL')) : Promise.resolve());
    try {
      await talk(kith, [FOLLOW_UP], bot);
    } finally {
      kith.peers.whileSearching = () => Promise.resolve();
    }
    expect(searches.at(-1)).toBe(WHOLE);
    expect(prompt()).toContain('Nothing that you were taught fits');
  });

  it('is shown to no model by default', async () => {
    answering(WHOLE);
    await talk(off, [PREVIOUS, FOLLOW_UP]);
    expect(asked()).toEqual([]);
    expect(off.peers.searches).toHaveLength(2);
    const input = { ownerId: off.aBot().actor.userId, ownerPlan: 'free' as const, botName: 'Milo' };
    expect(await off.ask(searchedQuestions.rewritten, { ...input, message: FOLLOW_UP, previous: PREVIOUS })).toEqual({
      question: null,
    });
  });
});

describe('the model is not asked', () => {
  it.each([
    ['small talk', ['thanks', 'hello', 'how are you?', 'lol', 'ok', 'danke dir', 'gracias']],
    ['long messages', [`who ${'really '.repeat(40)}teaches it?`]],
  ])('for %s', async (_what, messages) => {
    answering(WHOLE);
    for (const message of messages) await talk(kith, [PREVIOUS, message]);
    expect(asked()).toEqual([]);
  });

  it('for a message that follows none, or nothing but small talk', async () => {
    answering(WHOLE);
    await talk(kith, [FOLLOW_UP]);
    await talk(kith, ['hello', FOLLOW_UP]);
    expect(asked()).toEqual([]);
  });

  it('for a message that finds something, or does not look as if it asks', async () => {
    answering(WHOLE);
    kith.peers.mayAsk = false;
    await talk(kith, [PREVIOUS, FOLLOW_UP]);
    kith.peers.mayAsk = true;
    const known = [aPassage('Tram', 'Line 4.')];
    kith.peers.passagesFor.set('Where does the tram stop?', known);
    await talk(kith, [PREVIOUS, 'Where does the tram stop?']);
    expect(asked()).toEqual([]);
  });

  it('where a companion does not remember what was said before', async () => {
    answering(WHOLE);
    await talk(kith, [PREVIOUS, FOLLOW_UP], kith.aBot({ preferences: { rememberInteractions: false } }));
    expect(asked()).toEqual([]);
  });
});

it('the test of the search gets the question of the model, for the same messages', async () => {
  answering(WHOLE);
  const input = { ownerId: kith.aBot().actor.userId, ownerPlan: 'free' as const, botName: 'Milo' };
  const written = (message: string, previous = PREVIOUS) =>
    kith.ask(searchedQuestions.rewritten, { ...input, message, previous });
  expect(await written(FOLLOW_UP)).toEqual({ question: WHOLE });
  expect([await written('thanks'), await written(FOLLOW_UP, 'hi')]).toEqual([{ question: null }, { question: null }]);
  expect(asked()).toHaveLength(1);
});
