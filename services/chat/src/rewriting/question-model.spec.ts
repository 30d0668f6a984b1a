import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Metrics, type Config } from '@kith/kit';
import { startModel, type StandInModel } from '@kith/kit/testing';
import { AppError, type ModelAccess } from '@kith/proto';
import type { ModelAccessCache } from '../models/model-access-cache.js';
import { RefusedPrompts } from '../models/refused-prompts.js';
import { warningsLogger } from '../testing/warnings.js';
import { QuestionModel } from './question-model.js';

const BY_PLATFORM: ModelAccess = { provider: 'openai', model: null, key: null };
const OWN_KEY = { id: randomUUID(), provider: 'openai' as const, value: 'sk-own', state: 'working' as const };
const FOLLOW_UP = { message: 'and on sundays?', previous: 'When is the bakery open?', reply: 'From seven until two.' };
const WHOLE = 'Is the bakery open on Sundays?';

let endpoint: StandInModel;
beforeAll(async () => {
  endpoint = await startModel();
});
afterEach(() => {
  endpoint.mock.reset();
  logged.length = 0;
});
afterAll(() => endpoint.stop());

const { logger, logged } = warningsLogger();

interface Parts {
  readonly access?: () => Promise<ModelAccess>;
  readonly requireFew?: RefusedPrompts['requireFew'];
  readonly count?: RefusedPrompts['count'];
  readonly metrics?: Metrics;
}

function aModel(changes: Partial<Config> = {}, parts: Parts = {}): QuestionModel {
  const { access = () => Promise.resolve(BY_PLATFORM), metrics = new Metrics() } = parts;
  const { requireFew = () => Promise.resolve(), count = () => Promise.resolve() } = parts;
  const config = {
    QUESTION_MODEL: 'openai:small',
    OPENAI_API_KEY: 'sk-operator',
    OPENAI_BASE_URL: endpoint.baseUrl,
    LOCAL_LLM_BASE_URL: endpoint.baseUrl,
    ...changes,
  } as Config;
  const refused = { requireFew, count } as unknown as RefusedPrompts;
  return new QuestionModel({ of: access } as unknown as ModelAccessCache, refused, metrics, config, logger);
}
const ownedBy = (access: Partial<ModelAccess>): Parts => ({ access: () => Promise.resolve({ ...BY_PLATFORM, ...access }) });
const aRequester = () => ({ persona: { ownerId: randomUUID(), ownerPlan: 'free' as const }, author: randomUUID() });
async function ask(model: QuestionModel, requester = aRequester()): Promise<string | null> {
  await model.onApplicationBootstrap();
  return model.write(FOLLOW_UP, requester);
}
const answering = (content: string, more = {}) => endpoint.mock.on({ predicate: () => true }, { content }, more);
const asked = () => endpoint.mock.getRequests().length;

describe('the question model', () => {
  it('is asked once, briefly and at temperature 0, and its tokens are counted', async () => {
    answering(WHOLE);
    const metrics = new Metrics();
    expect(await ask(aModel({}, { metrics }))).toBe(WHOLE);
    expect(endpoint.mock.getRequests().map(({ body }) => body)).toMatchObject([
      { model: 'small', temperature: 0, max_tokens: 80 },
    ]);
    const text = await metrics.registry.metrics();
    expect(text).toContain('kith_question_model_answers_total{outcome="question"} 1');
    expect(text).toMatch(/kith_question_model_tokens_total\{kind="prompt"\} \d/);
  });

  it('is off by default, and refused at the start when its provider is not set up', async () => {
    answering(WHOLE);
    const off = aModel({ QUESTION_MODEL: undefined });
    expect([off.isOn, await ask(off), asked()]).toEqual([false, null, 0]);
    expect(() => aModel({ OPENAI_API_KEY: undefined })).toThrow(/OPENAI_API_KEY: is missing \(required by QUESTION_MODEL\)/);
    expect(() => aModel({ QUESTION_MODEL: 'local:qwen2.5:3b', LOCAL_LLM_BASE_URL: undefined })).toThrow(/LOCAL_LLM_BASE_URL/);
  });

  it('at OpenAI is not asked for owners with a key of their own or who chose the local model; on the own server it is', async () => {
    answering(WHOLE);
    for (const access of [{ key: OWN_KEY }, { provider: 'local' as const }]) {
      expect(await ask(aModel({}, ownedBy(access)))).toBeNull();
      expect(asked()).toBe(0);
    }
    for (const access of [{ key: OWN_KEY }, { provider: 'local' as const }])
      expect(await ask(aModel({ QUESTION_MODEL: 'local:small' }, ownedBy(access)))).toBe(WHOLE);
    expect(asked()).toBe(2);
  });

  it.each([
    ['says that nothing is asked', 'NONE'],
    ['explains', `${WHOLE}\nI added the bakery.`],
    ['goes on and on', 'Is it open? '.repeat(500)],
  ])('has no question when it %s', async (_what, answer) => {
    answering(answer);
    expect(await ask(aModel())).toBeNull();
  });

  it('is not waited for longer than 1.5 seconds, and not asked right after it let five messages wait', async () => {
    answering(WHOLE, { latency: 8000 });
    const model = aModel();
    const from = performance.now();
    expect(await Promise.all(Array.from({ length: 5 }, () => ask(model)))).toEqual(Array.from({ length: 5 }, () => null));
    const waited = performance.now() - from;
    expect(waited).toBeGreaterThan(1000);
    expect(waited).toBeLessThan(4000);
    expect(await ask(model)).toBeNull();
    expect(asked()).toBe(5);
  });

  it('is not waited for longer while it is not known whether it may be asked', async () => {
    answering(WHOLE);
    const from = performance.now();
    expect(await ask(aModel({}, { access: () => new Promise(() => undefined) }))).toBeNull();
    expect(await ask(aModel({}, { requireFew: () => new Promise(() => undefined) }))).toBeNull();
    expect(performance.now() - from).toBeLessThan(6000);
    expect(asked()).toBe(0);
  });

  it('is asked for four messages of an owner and sixteen of all at once; the others do not wait', async () => {
    answering(WHOLE, { latency: 300, chunkSize: 200 });
    const [model, owner] = [aModel(), aRequester()];
    await Promise.all(Array.from({ length: 6 }, () => ask(model, owner)));
    expect(asked()).toBe(4);
    await Promise.all(Array.from({ length: 20 }, () => ask(model)));
    expect(asked()).toBe(20);
  });

  it('has no question when it fails, or when too many prompts of the author were refused, and logs none of the texts', async () => {
    endpoint.mock.on({ predicate: () => true }, { error: { message: FOLLOW_UP.message }, status: 400 });
    expect(await ask(aModel())).toBeNull();
    expect(await ask(aModel({}, { requireFew: () => Promise.reject(new AppError('PROMPT_REFUSED')) }))).toBeNull();
    expect(await ask(aModel({}, { access: () => Promise.reject(new AppError('UNAVAILABLE')) }))).toBeNull();
    expect(asked()).toBe(1);
    expect(logged).toHaveLength(1);
    expect(logged.join(' ')).not.toMatch(/sundays|bakery|sk-operator/);
  });

  it.each([
    ['without a reason', { error: { message: 'no' }, status: 400 }],
    ['for its content', { error: { message: 'content policy' }, status: 400 }],
  ])('that refuses a request %s makes it no refused prompt of the author', async (_why, response) => {
    endpoint.mock.on({ predicate: () => true }, response);
    const count = jest.fn<RefusedPrompts['count']>(() => Promise.resolve());
    expect(await ask(aModel({}, { count }))).toBeNull();
    expect(asked()).toBe(1);
    expect(count).not.toHaveBeenCalled();
  });

  it('leaves to the reply what was looked ahead about the prompts of the author', async () => {
    answering(WHOLE);
    const get = jest.fn(() => Promise.resolve(null));
    const redis = { status: 'ready', get, defineCommand: () => undefined };
    const prompts = new RefusedPrompts(redis as unknown as ConstructorParameters<typeof RefusedPrompts>[0]);
    const requester = aRequester();
    prompts.lookAhead(requester.author);
    expect(await ask(aModel({}, { requireFew: prompts.requireFew.bind(prompts) }), requester)).toBe(WHOLE);
    await prompts.requireFew(requester.author);
    expect(get).toHaveBeenCalledTimes(1);
    await prompts.requireFew(requester.author);
    expect(get).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['the key has no access to it', 401],
    ['it refuses a request without saying why', 400],
  ])('is not asked for a minute when %s', async (_why, status) => {
    const now = Date.now.bind(Date);
    let later = 0;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + later);
    try {
      endpoint.mock.on({ predicate: () => true }, { error: { message: 'no' }, status });
      const model = aModel();
      for (let time = 0; time < 3; time += 1) expect(await ask(model)).toBeNull();
      expect(asked()).toBe(1);
      endpoint.mock.reset();
      answering(WHOLE);
      later = 60_001;
      expect(await ask(model)).toBe(WHOLE);
    } finally {
      clock.mockRestore();
    }
  });
});
