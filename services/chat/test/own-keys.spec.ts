import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ANTHROPIC_MODELS,
  startKeyProviders,
  startModel,
  waitFor,
  type KeyBehaviour,
  type StandInKeyProviders,
  type StandInModel,
} from '@kith/kit/testing';
import { AppError, chat, events, type KeyProvider, type ModelAccess, type PersonalKey } from '@kith/proto';
import { OWN_KEY_POOL } from '../src/models/own-key-access.js';
import { aJob, chatUnderTest, type ChatUnderTest } from './chat-under-test.js';

let operator: StandInModel;
let providers: StandInKeyProviders;
let kith: ChatUnderTest;
beforeAll(async () => {
  [operator, providers] = await Promise.all([startModel(), startKeyProviders()]);
  kith = await chatUnderTest({ ...operator.env, ...providers.env });
});
afterEach(() => {
  operator.mock.reset();
  providers.requests.length = 0;
  kith.peers.down.clear();
  Object.assign(kith.peers, { isDenied: false });
  Object.assign(providers, { beforeAnswer: () => Promise.resolve() });
});
afterAll(async () => {
  await kith.stop();
  await Promise.all([operator.stop(), providers.stop()]);
});

const OPERATOR_REPLY = 'Hello from the operator.';
const answerAsOperator = () => operator.mock.on({ predicate: () => true }, { content: OPERATOR_REPLY });
const askedOperator = () => operator.mock.getRequests().length;
const chargesOf = (botId: string) => kith.peers.charges.filter((charge) => charge.includes(botId));
const textOf = async (saying: ReturnType<ChatUnderTest['say']>) => {
  const last = (await saying).at(-1);
  return last?.type === 'done' ? last.response : undefined;
};
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => AppError.from(error),
  );

interface KeyFields {
  readonly provider?: KeyProvider;
  readonly behaviour?: KeyBehaviour;
  readonly model?: string | null;
  readonly state?: PersonalKey['state'];
}

/** Gives the user a new key. */
function giveKey(
  ownerId: string,
  { provider = 'openai', behaviour, model = null, state = 'working' }: KeyFields = {},
): PersonalKey {
  const key: PersonalKey = { id: randomUUID(), provider, value: `sk-CANARY-${randomUUID()}`, state };
  if (behaviour) providers.keys.set(key.value, behaviour);
  const access: ModelAccess = { provider: provider === 'claude' ? 'anthropic' : 'openai', model, key };
  kith.peers.modelAccess.set(ownerId, access);
  return key;
}

/** A bot whose owner brings a key of their own. */
function aBotWithKey(fields: KeyFields = {}) {
  const bot = kith.aBot();
  return { ...bot, key: giveKey(bot.actor.userId, { behaviour: 'working', ...fields }) };
}
const say = ({ actor, botId }: Pick<ReturnType<ChatUnderTest['aBot']>, 'actor' | 'botId'>, message = 'hi') =>
  kith.say({ actor, botId, message });

describe("the owner's own key", () => {
  it.each([
    ['openai', 'openai'],
    ['claude', 'anthropic'],
  ] as const)('of %s writes the replies of the owner, which cost neither messages nor credits', async (provider, engine) => {
    const bot = aBotWithKey({ provider });
    expect((await say(bot)).at(-1)).toMatchObject({ response: providers.reply, engine });
    expect(providers.requests).toMatchObject([{ provider: engine, key: bot.key.value }]);
    expect(chargesOf(bot.botId)).toEqual([]);
    expect(askedOperator()).toBe(0);
    expect(await kith.ask(chat.engine, { actor: bot.actor, botId: bot.botId })).toEqual({ engine, label: null, isOwnKey: true });
  });

  it('answers at the daily limit, while others are refused', async () => {
    kith.peers.isDenied = true;
    expect(await textOf(say(aBotWithKey()))).toBe(providers.reply);
    expect(await failureOf(say(kith.aBot()))).toMatchObject({ code: 'DAILY_LIMIT' });
  });

  it('is used for the bots of its owner alone', async () => {
    answerAsOperator();
    aBotWithKey();
    const other = kith.aBot();
    expect(await textOf(say(other))).toBe(OPERATOR_REPLY);
    expect(providers.requests).toEqual([]);
    expect(chargesOf(other.botId)).toHaveLength(2);
  });

  it('runs the chosen model, else one of its provider that fits the setting of the bot, whatever the plan', async () => {
    for (const [fields, model] of [
      [{ provider: 'claude', model: 'claude-opus-5-5' }, 'claude-opus-5-5'],
      [{ provider: 'claude' }, 'claude-sonnet-5-5'],
      [{ provider: 'openai' }, 'gpt-4o'],
    ] as const) {
      await say(aBotWithKey(fields));
      expect(providers.requests.at(-1)?.body).toMatchObject({ model });
    }
  });

  it.each([
    ['wrong', undefined, 'wrong', /OpenAI does not accept your API key/],
    ['expired', 'expired', 'expired', /has expired/],
    ['without credit', 'without credit', 'out_of_quota', /no credit or quota left/],
    ['not permitted', 'forbidden', 'not_permitted', /does not let your API key do this/],
    ['without the chosen model', 'without the model', 'no_model', /does not offer the chosen model/],
  ] as const)('that is %s is explained to its owner, charges nothing and is replaced by no other key', async (...row) => {
    const [, behaviour, state, sentence] = row;
    answerAsOperator();
    const bot = aBotWithKey(behaviour && { behaviour });
    if (!behaviour) providers.keys.delete(bot.key.value);
    const failure = await failureOf(say(bot));
    expect(failure).toMatchObject({ code: 'OWN_KEY_FAILED', message: expect.stringMatching(sentence) });
    expect(failure?.message).toContain('Nothing was charged.');
    expect(JSON.stringify(failure)).not.toContain('CANARY');
    expect(chargesOf(bot.botId)).toEqual([]);
    expect(askedOperator()).toBe(0);
    await waitFor('the report', () =>
      kith.peers.keyReports.some((report) => report.keyId === bot.key.id && report.state === state),
    );
  });

  it('that was refused is not tried again for a minute, and a new key at once', async () => {
    const bot = aBotWithKey({ behaviour: 'expired' });
    await failureOf(say(bot));
    expect(await failureOf(say(bot))).toMatchObject({ code: 'OWN_KEY_FAILED' });
    expect(providers.requests).toHaveLength(1);
    giveKey(bot.actor.userId, { behaviour: 'working' });
    await kith.runtime.events.publish(events.actorDropped, { userId: bot.actor.userId });
    await waitFor('a reply with the new key', async () => (await textOf(say(bot).catch(() => []))) === providers.reply);
  });

  it('that may not run the model is tried again at once, because another model may help', async () => {
    const bot = aBotWithKey({ behaviour: 'without the model' });
    expect(await failureOf(say(bot))).toMatchObject({ code: 'OWN_KEY_FAILED' });
    providers.keys.set(bot.key.value, 'working');
    expect(await textOf(say(bot))).toBe(providers.reply);
  });

  it('that is limited for a moment is said to be, and is tried again', async () => {
    const bot = aBotWithKey({ behaviour: 'too busy' });
    expect(await failureOf(say(bot))).toMatchObject({
      code: 'MODEL_UNAVAILABLE',
      message: expect.stringMatching(/limits how often/),
    });
    providers.keys.set(bot.key.value, 'working');
    expect(await textOf(say(bot))).toBe(providers.reply);
  });

  it('is known to work again after the next reply', async () => {
    const bot = aBotWithKey({ state: 'out_of_quota' });
    expect(await textOf(say(bot))).toBe(providers.reply);
    await waitFor('the report', () =>
      kith.peers.keyReports.some(({ keyId, state }) => keyId === bot.key.id && state === 'working'),
    );
  });

  it('whose provider fails opens neither the circuit of another key nor that of the operator', async () => {
    answerAsOperator();
    const [broken, working] = [aBotWithKey({ behaviour: 'down' }), aBotWithKey()];
    for (let time = 0; time < 6; time += 1) expect(await failureOf(say(broken))).toMatchObject({ code: 'MODEL_UNAVAILABLE' });
    const asked = providers.requests.length;
    expect(await failureOf(say(broken))).toMatchObject({ code: 'MODEL_UNAVAILABLE' });
    expect(providers.requests).toHaveLength(asked);
    expect(await textOf(say(working))).toBe(providers.reply);
    expect(await textOf(say(kith.aBot()))).toBe(OPERATOR_REPLY);
  });

  it('has a limited number of requests at once', async () => {
    const bot = aBotWithKey();
    let answer: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (answer = resolve));
    providers.beforeAnswer = () => released;
    const jobs = Array.from({ length: OWN_KEY_POOL.maxRunningPerKey + 4 }, (_, n) =>
      kith.processJob(aJob(bot.botId, `message ${n}`, { channelId: `20000000000000001${n}` })),
    );
    await waitFor('the first requests', () => providers.requests.length === OWN_KEY_POOL.maxRunningPerKey);
    const held = providers.requests.length;
    answer();
    await Promise.all(jobs);
    expect(held).toBe(OWN_KEY_POOL.maxRunningPerKey);
    expect(providers.requests).toHaveLength(jobs.length);
  });

  it('that was removed is used no more: the next reply is the operator’s, and is charged', async () => {
    answerAsOperator();
    const bot = aBotWithKey();
    await say(bot);
    kith.peers.modelAccess.delete(bot.actor.userId);
    await kith.runtime.events.publish(events.actorDropped, { userId: bot.actor.userId });
    await waitFor('a reply of the operator', async () => (await textOf(say(bot))) === OPERATOR_REPLY);
    expect(chargesOf(bot.botId).length).toBeGreaterThan(0);
  });
});

describe('a picture for an owner with a key', () => {
  const draw = (bot: Parameters<typeof say>[0]) => say(bot, '/generate image a lighthouse');
  const images = (botId: string) => kith.query('select 1 from chat.image where bot_id = $1', [botId]);

  it('of OpenAI is drawn with it by the model of the catalogue, and costs neither messages nor credits', async () => {
    const bot = aBotWithKey();
    expect(await textOf(draw(bot))).toMatch(/^!\[Generated Image\]/);
    expect(providers.requests).toMatchObject([
      { path: '/v1/images/generations', key: bot.key.value, body: { model: 'gpt-image-2.5-flare', prompt: 'a lighthouse' } },
    ]);
    expect([chargesOf(bot.botId), askedOperator(), (await images(bot.botId)).length]).toEqual([[], 0, 1]);
  });

  it('of Anthropic is drawn by nobody: the reply says why and costs nothing', async () => {
    const bot = aBotWithKey({ provider: 'claude' });
    expect(await textOf(draw(bot))).toMatch(
      /^I cannot draw: my owner uses an own API key whose provider has no models that draw/,
    );
    expect([chargesOf(bot.botId), askedOperator(), providers.requests.length]).toEqual([[], 0, 0]);
  });

  it('is not drawn on a plan without pictures, because they are kept here', async () => {
    const owned = kith.aBot({ ownerPlan: 'free' });
    const bot = { ...owned, key: giveKey(owned.actor.userId, { behaviour: 'working' }) };
    expect(await textOf(draw(bot))).toBe('Drawing pictures needs the Premium plan of my owner.');
    expect(providers.requests).toEqual([]);
  });

  it.each([
    ['is wrong', undefined, /OpenAI does not accept your API key/, 'wrong'],
    ['has no credit', 'without credit', /no credit or quota left/, 'out_of_quota'],
    ['may not draw', 'forbidden', /does not let your API key draw pictures/, null],
    ['has no image model', 'without the model', /does not let your API key draw pictures/, null],
  ] as const)('is drawn by no other key when that key %s; its owner reads why', async (_what, behaviour, sentence, state) => {
    answerAsOperator();
    const bot = aBotWithKey(behaviour && { behaviour });
    if (!behaviour) providers.keys.delete(bot.key.value);
    const failure = await failureOf(draw(bot));
    expect(failure).toMatchObject({ code: 'OWN_KEY_FAILED', message: expect.stringMatching(sentence) });
    expect(failure?.message).toContain('Nothing was charged.');
    expect(JSON.stringify(failure)).not.toContain('CANARY');
    expect([chargesOf(bot.botId), askedOperator(), await images(bot.botId)]).toEqual([[], 0, []]);
    // A key that draws nothing still writes replies, so that its state stays as it is.
    const reported = () => kith.peers.keyReports.filter(({ keyId }) => keyId === bot.key.id).map((report) => report.state);
    if (state !== null) await waitFor('the report', () => reported().includes(state));
    else {
      providers.keys.set(bot.key.value, 'working');
      expect(await textOf(say(bot))).toBe(providers.reply);
      expect(reported()).toEqual([]);
    }
  });

  it('that the provider refuses to draw is charged to nobody, and the key stays in use', async () => {
    const bot = aBotWithKey({ behaviour: 'refusing' });
    expect(await failureOf(draw(bot))).toMatchObject({ code: 'PROMPT_REFUSED' });
    expect(chargesOf(bot.botId)).toEqual([]);
  });
});

describe('while it cannot be known whether the owner brings a key', () => {
  it('no other key is used in its place, and an owner who had none is answered', async () => {
    answerAsOperator();
    const [known, unknown] = [kith.aBot(), aBotWithKey()];
    expect(await textOf(say(known))).toBe(OPERATOR_REPLY);
    kith.peers.down.add('modelAccess');
    expect(await failureOf(say(unknown))).toMatchObject({ code: 'UNAVAILABLE' });
    expect(await textOf(say(known))).toBe(OPERATOR_REPLY);
    expect(askedOperator()).toBe(2);
  });
});

describe('on Discord the own key', () => {
  it('writes replies that are delivered without a charge', async () => {
    const bot = aBotWithKey();
    const job = aJob(bot.botId, 'hi');
    await kith.processJob(job);
    expect(await kith.deliveries(bot.botId)).toMatchObject([{ kind: 'reply', text: providers.reply }]);
    await kith.runtime.rpc.ask(chat.delivered, { botId: bot.botId, messageId: job.messageId });
    expect(await kith.query('select state, charged from chat.message where bot_id = $1', [bot.botId])).toEqual([
      { state: 'delivered', charged: false },
    ]);
    expect(chargesOf(bot.botId)).toEqual([]);
  });

  it('that does not work is one polite notice per channel and hour, which tells members nothing of the key', async () => {
    const bot = aBotWithKey({ behaviour: 'without credit' });
    await kith.processJob(aJob(bot.botId, 'one'));
    await kith.processJob(aJob(bot.botId, 'two'));
    const notices = await kith.deliveries(bot.botId);
    expect(notices).toMatchObject([{ kind: 'notice', text: expect.stringMatching(/my owner needs to look at my settings/) }]);
    expect(notices.map(({ text }) => text).join()).not.toMatch(/key|credit|OpenAI/i);
  });
});

describe('the settings of models', () => {
  it('list what the own key may run, and what this installation offers without one', async () => {
    const { actor } = aBotWithKey({ provider: 'claude' });
    const options = { offeredProviders: ['openai'], ownModels: ANTHROPIC_MODELS, keyProblem: null };
    expect(await kith.ask(chat.modelOptions, { actor })).toEqual(options);
    await kith.ask(chat.modelOptions, { actor });
    expect(providers.requests).toHaveLength(1);
    const { actor: other } = kith.aBot();
    expect(await kith.ask(chat.modelOptions, { actor: other })).toEqual({ ...options, ownModels: [] });
  });

  it('say why the models of a key are not known', async () => {
    const { actor } = aBotWithKey({ behaviour: 'expired' });
    expect(await kith.ask(chat.modelOptions, { actor })).toMatchObject({
      ownModels: [],
      keyProblem: expect.stringMatching(/has expired/),
    });
  });

  it.each([
    ['working', 'working'],
    ['expired', 'expired'],
    ['forbidden', 'working'],
    ['down', 'untested'],
    [undefined, 'wrong'],
  ] as const)('test a key that is %s without a charge at its provider', async (behaviour, state) => {
    const key = `sk-CANARY-${randomUUID()}`;
    if (behaviour) providers.keys.set(key, behaviour);
    const answer = await kith.runtime.rpc.ask(chat.testApiKey, { provider: 'openai', key });
    expect(answer).toEqual({ state });
    expect(providers.requests.map(({ path }) => path)).toEqual(expect.arrayContaining(['/v1/models']));
    expect(providers.requests.every(({ path }) => path === '/v1/models')).toBe(true);
  });
});

describe('a reply that an own key writes', () => {
  it('is checked with that key of OpenAI where the operator has no moderation endpoint, and not with one of Anthropic', async () => {
    const own = await chatUnderTest({ ...providers.env, OPENAI_MODERATION: 'on' });
    try {
      for (const [provider, checked] of [
        ['openai', true],
        ['claude', false],
      ] as const) {
        const bot = own.aBot();
        const key = giveKey(bot.actor.userId, { provider, behaviour: 'working' });
        own.peers.modelAccess.set(bot.actor.userId, {
          provider: provider === 'claude' ? 'anthropic' : 'openai',
          model: null,
          key,
        });
        expect((await own.say({ ...bot, message: 'hi' })).at(-1)).toMatchObject({ response: providers.reply });
        const checks = providers.requests.filter((request) => request.path.endsWith('/moderations') && request.key === key.value);
        expect(checks.length > 0).toBe(checked);
      }
    } finally {
      await own.stop();
    }
  });
});
