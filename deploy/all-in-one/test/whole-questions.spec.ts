import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { definition as authService } from '@kith/auth';
import { definition as billingService } from '@kith/billing';
import { definition as botsService } from '@kith/bots';
import { definition as chatService } from '@kith/chat';
import { definition as knowledgeService } from '@kith/knowledge';
import { anActor, servicesUnderTest, startModel, type ServicesUnderTest, type StandInModel } from '@kith/kit/testing';
import { auth, bots, chat, knowledge, type Actor } from '@kith/proto';

/** Runs auth, bots, billing, knowledge and chat; only the language models are stand-ins. */
const NEEDED = [authService, billingService, botsService, knowledgeService, chatService];
const WRITER = 'question-writer';
const TEXTS = [
  ['Willow', 'Pottery lessons at Willow start at 7:15. Anjali gives them and lends aprons to beginners.'],
  ['Ferry', 'The ferry to Seal Island leaves at nine and at three. Dogs travel for free, bicycles cost two crowns.'],
  ['Hotel', 'Rooms at the Anchor cost sixty crowns with breakfast. Check-in is possible until ten at night.'],
] as const;
// Neither has a word of a text, so that no rule lets a passage through.
const PREVIOUS = 'Do you offer courses with clay?';
const FOLLOW_UP = "who's the teacher";
const WHOLE = 'Who gives the pottery lessons at Willow?';

interface Body {
  readonly model: string;
  readonly messages: readonly unknown[];
}

describe('a follow-up that shares no word with a text', () => {
  let model: StandInModel;
  let kith: ServicesUnderTest;
  let off: ServicesUnderTest;
  beforeAll(async () => {
    model = await startModel();
    kith = await servicesUnderTest(NEEDED, { ...model.env, QUESTION_MODEL: `openai:${WRITER}` });
    off = await servicesUnderTest(NEEDED, model.env);
  }, 120_000);
  afterEach(() => void model.mock.reset());
  afterAll(async () => {
    await Promise.all([kith.stop(), off.stop()]);
    await model.stop();
  });

  const bodies = (): Body[] => model.mock.getRequests().map(({ body }) => body as unknown as Body);
  const asked = () => bodies().filter((body) => body.model === WRITER);
  const prompt = () =>
    JSON.stringify(
      bodies()
        .findLast((body) => body.model !== WRITER)
        ?.messages.at(-1),
    );
  function answering(question: string, more = {}): void {
    model.mock.on({ predicate: (request) => request.model === WRITER }, { content: question }, more);
    model.mock.on({ predicate: (request) => request.model !== WRITER }, { content: 'Yes, pottery at Willow, from 7:15.' });
  }

  async function aTaughtBot(services: ServicesUnderTest): Promise<{ readonly actor: Actor; readonly botId: string }> {
    const username = `asks-${randomUUID().slice(0, 8)}`;
    const account = { username, email: `${username}@example.test`, password: 'correct horse' };
    const { user } = await services.ask(auth.register, { ...account, origin: { ip: '198.18.0.1', userAgent: '' } });
    const actor = anActor({ userId: user.id, username, plan: 'free' });
    const { bot } = await services.ask(bots.create, { actor, name: 'Milo' });
    for (const [title, content] of TEXTS) await services.ask(knowledge.create, { actor, botId: bot.id, title, content });
    return { actor, botId: bot.id };
  }
  async function talk(services: ServicesUnderTest, messages: readonly string[]) {
    const bot = await aTaughtBot(services);
    for (const message of messages) for await (const _frame of services.runtime.rpc.stream(chat.say, { ...bot, message }));
    return bot;
  }

  it('finds its passage with a question model, in replies and in the test of the search, and not without', async () => {
    answering(WHOLE);
    await talk(off, [PREVIOUS, FOLLOW_UP]);
    expect(prompt()).not.toContain('Anjali');
    expect(asked()).toEqual([]);

    const bot = await talk(kith, [PREVIOUS, FOLLOW_UP]);
    expect(prompt()).toContain('Anjali');
    expect(prompt()).not.toContain(WHOLE);
    expect(asked()).toHaveLength(1);
    const tested = await kith.ask(knowledge.find, { ...bot, query: FOLLOW_UP, previous: PREVIOUS });
    expect(tested).toMatchObject({ outcome: 'found', rewritten: WHOLE, passages: [{ title: 'Willow', number: 1 }] });
  });

  it('is answered without its passage when the model has none, writes garbage or hangs', async () => {
    for (const [question, more] of [['NONE'], ['%%%\n%%%'], [WHOLE, { latency: 8000 }]] as const) {
      answering(question, more);
      await talk(kith, [PREVIOUS, FOLLOW_UP]);
      expect(asked()).toHaveLength(1);
      expect(prompt()).not.toContain('Anjali');
      model.mock.reset();
    }
  });

  it('small talk after a question, and what the search finds, is shown to no such model', async () => {
    answering(WHOLE);
    await talk(kith, [PREVIOUS, 'thanks', 'lol', 'haha nice', 'i love it', 'are you sure?', 'What do bicycles cost?']);
    expect(asked()).toEqual([]);
    expect(prompt()).toContain('two crowns');
  });
});
