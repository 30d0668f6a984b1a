import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Config } from '@kith/kit';
import { STAND_IN_DIMENSION, standInVector, startEmbeddings, type StandInEmbeddings } from '@kith/kit/testing';
import { AppError, type ModelAccess } from '@kith/proto';
import type { ModelAccessCache } from '../models/model-access-cache.js';
import { warningsLogger } from '../testing/warnings.js';
import { EmbeddingsModel } from './embeddings-model.js';
import { EmbeddingsService } from './embeddings.service.js';

const KEY = 'sk-operator-secret-1234';
const OWN_KEY = { id: randomUUID(), provider: 'openai' as const, value: 'sk-own', state: 'working' as const };
const BY_PLATFORM: ModelAccess = { provider: 'openai', model: null, key: null };

let endpoint: StandInEmbeddings;
beforeAll(async () => {
  endpoint = await startEmbeddings();
});
beforeEach(() => {
  endpoint.behaviour = 'working';
  endpoint.refused.clear();
  endpoint.requests.length = 0;
});
afterAll(() => endpoint.stop());

const { logger, logged } = warningsLogger();

function aService(changes: Partial<Config> = {}, access: ModelAccess = BY_PLATFORM): EmbeddingsService {
  const config = {
    EMBEDDINGS_MODEL: 'openai:stand-in',
    OPENAI_API_KEY: KEY,
    OPENAI_BASE_URL: endpoint.baseUrl,
    LOCAL_LLM_BASE_URL: endpoint.baseUrl,
    ...changes,
  } as Config;
  const models = new EmbeddingsModel(config, { get: () => Promise.resolve(null), set: () => Promise.resolve() }, logger);
  return new EmbeddingsService({ of: () => Promise.resolve(access) } as unknown as ModelAccessCache, models, logger);
}
const asked = (texts: string[], kind: 'question' | 'passage' = 'question') => ({
  ownerId: randomUUID(),
  ownerPlan: 'free' as const,
  kind,
  texts,
});
const numbersOf = (base64 = ''): number[] => [...new Float32Array(new Uint8Array(Buffer.from(base64, 'base64')).buffer)];
const failureOf = async (work: Promise<unknown>) =>
  AppError.from(await work.then(() => undefined).catch((error: unknown) => error));

describe('the vectors of texts', () => {
  it('are those of the embeddings model, in the order of the texts, with the name of provider and model', async () => {
    const { model, vectors } = await aService().create(asked(['wifi password', 'tram']));
    expect(model).toBe('openai:stand-in');
    expect(vectors.map(numbersOf)).toEqual(['wifi password', 'tram'].map((text) => [...Float32Array.from(standInVector(text))]));
    expect(endpoint.requests).toMatchObject([
      { authorization: `Bearer ${KEY}`, body: { model: 'stand-in', input: ['wifi password', 'tram'], encoding_format: 'float' } },
    ]);
  });

  it('are UNAVAILABLE without an embeddings model', async () => {
    expect((await failureOf(aService({ EMBEDDINGS_MODEL: undefined }).create(asked(['tram'])))).code).toBe('UNAVAILABLE');
  });

  it('are not asked at OpenAI for owners with a key of their own or who chose the local model', async () => {
    const nothing = { model: null, vectors: [] };
    expect(await aService({}, { ...BY_PLATFORM, key: OWN_KEY }).create(asked(['tram']))).toEqual(nothing);
    expect(await aService({}, { ...BY_PLATFORM, provider: 'local' }).create(asked(['tram']))).toEqual(nothing);
    expect(endpoint.requests).toEqual([]);
  });

  it('are asked at the local server for all owners, without a key, and marked as its model expects', async () => {
    const local = aService({ EMBEDDINGS_MODEL: 'local:nomic-embed-text' }, { ...BY_PLATFORM, key: OWN_KEY });
    expect(await local.create(asked(['tram'], 'passage'))).toMatchObject({ model: 'local:nomic-embed-text' });
    await local.create(asked(['tram']));
    expect(endpoint.requests.map(({ body }) => body.input)).toEqual([['search_document: tram'], ['search_query: tram']]);
    expect(endpoint.requests.map(({ authorization }) => authorization)).toEqual(['Bearer none', 'Bearer none']);
  });

  it.each([
    ['refuses a text', 'refusing', 'BAD_INPUT'],
    ['is down', 'down', 'UNAVAILABLE'],
    ['does not answer within the time that a reply can wait', 'hanging', 'UNAVAILABLE'],
    ['answers garbled JSON', 'garbled', 'UNAVAILABLE'],
    ['answers too few vectors', 'forgetful', 'UNAVAILABLE'],
  ] as const)('are an error without the key and without the texts when the model %s', async (_what, behaviour, code) => {
    endpoint.behaviour = behaviour;
    const failure = await failureOf(aService().create(asked(['a secret text'])));
    expect(failure.code).toBe(code);
    expect(`${failure.message} ${logged.join(' ')}`).not.toMatch(/secret/);
  });

  it('are not asked for again right after the model failed five times, and are once it answers again', async () => {
    const service = aService();
    endpoint.behaviour = 'down';
    for (let time = 0; time < 7; time += 1) await failureOf(service.create(asked(['tram'])));
    expect(endpoint.requests).toHaveLength(5);
    endpoint.behaviour = 'refusing';
    const other = aService();
    for (let time = 0; time < 7; time += 1) await failureOf(other.create(asked(['tram'])));
    endpoint.behaviour = 'working';
    const { vectors } = await other.create(asked(['tram']));
    expect(vectors.map((vector) => numbersOf(vector).length)).toEqual([STAND_IN_DIMENSION]);
  });

  it('are not asked for again for a minute when the key has no access to the model, so that no search waits for it', async () => {
    const now = Date.now.bind(Date);
    let later = 0;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + later);
    try {
      const service = aService();
      endpoint.behaviour = 'closed';
      logged.length = 0;
      for (let time = 0; time < 3; time += 1) expect((await failureOf(service.create(asked(['tram'])))).code).toBe('UNAVAILABLE');
      expect(endpoint.requests).toHaveLength(1);
      expect(logged).toHaveLength(1);
      endpoint.behaviour = 'working';
      later = 60_001;
      expect((await service.create(asked(['tram']))).vectors).toHaveLength(1);
    } finally {
      clock.mockRestore();
    }
  });

  it('of questions that are compared with each other are marked as questions, and not asked for where texts are not sent', async () => {
    const compared = { ownerId: randomUUID(), ownerPlan: 'free' as const, texts: ['tram'], timeoutMs: 1500 };
    const local = aService({ EMBEDDINGS_MODEL: 'local:nomic-embed-text' }, { ...BY_PLATFORM, key: OWN_KEY });
    expect(await local.grouped(compared)).toHaveLength(1);
    expect(endpoint.requests.map(({ body }) => body.input)).toEqual([['search_query: tram']]);
    expect(await aService({}, { ...BY_PLATFORM, key: OWN_KEY }).grouped(compared)).toBeNull();
    expect(await aService({}, { ...BY_PLATFORM, provider: 'local' }).grouped(compared)).toBeNull();
    expect(await aService({ EMBEDDINGS_MODEL: undefined }).grouped(compared)).toBeNull();
    expect(endpoint.requests).toHaveLength(1);
    endpoint.behaviour = 'hanging';
    expect((await failureOf(aService().grouped({ ...compared, timeoutMs: 50 }))).code).toBe('UNAVAILABLE');
  });

  it('of a question that knowledge and memory search for at the same time are asked for once, for each owner', async () => {
    const service = aService();
    const input = asked(['tram', 'tram bus']);
    const asks = () => endpoint.requests.filter(({ body }) => body.input.length === 2);
    const [one, other, foreign] = await Promise.all([
      service.create(input),
      service.questions(input),
      service.questions(asked(input.texts)),
    ]);
    expect(one.vectors.map(numbersOf)).toEqual(other?.map((vector) => [...vector]));
    expect(foreign).toEqual(other);
    expect(asks()).toHaveLength(2);
    await service.questions(input);
    expect(asks()).toHaveLength(3);
    endpoint.behaviour = 'down';
    const failed = await Promise.all([failureOf(service.create(input)), failureOf(service.questions(input))]);
    expect(failed.map(({ code }) => code)).toEqual(['UNAVAILABLE', 'UNAVAILABLE']);
    expect(asks()).toHaveLength(4);
  });

  it('of facts are marked as passages, and not asked for where texts are not sent', async () => {
    const facts = { ownerId: randomUUID(), ownerPlan: 'free' as const, texts: ['Likes: tea'] };
    const local = aService({ EMBEDDINGS_MODEL: 'local:nomic-embed-text' }, { ...BY_PLATFORM, key: OWN_KEY });
    expect(await local.facts(facts)).toHaveLength(1);
    expect(endpoint.requests.map(({ body }) => body.input)).toEqual([['search_document: Likes: tea']]);
    expect(await aService({}, { ...BY_PLATFORM, key: OWN_KEY }).facts(facts)).toBeNull();
    expect(await aService({ EMBEDDINGS_MODEL: undefined }).facts(facts)).toBeNull();
    expect(endpoint.requests).toHaveLength(1);
  });

  it('are asked for again after requests that were given too little time, and not after the model let five fair ones hang', async () => {
    const service = aService();
    const times = (timeoutMs: number) =>
      Promise.all(
        Array.from({ length: 7 }, () =>
          failureOf(service.grouped({ ownerId: randomUUID(), ownerPlan: 'free', texts: ['tram'], timeoutMs })),
        ),
      );
    endpoint.behaviour = 'hanging';
    await times(300);
    expect(endpoint.requests).toHaveLength(7);
    await times(1000);
    const all = endpoint.requests.length;
    expect(all).toBeGreaterThan(7);
    await times(1000);
    expect(endpoint.requests).toHaveLength(all);
  }, 15_000);

  it('are asked for questions while the model fails on passages', async () => {
    const service = aService();
    endpoint.behaviour = 'down';
    for (let time = 0; time < 7; time += 1) await failureOf(service.create(asked(['tram'], 'passage')));
    expect(endpoint.requests).toHaveLength(5);
    endpoint.behaviour = 'working';
    expect((await service.create(asked(['tram']))).vectors).toHaveLength(1);
  });

  it('are UNAVAILABLE when another model is in use by now than the one that they were to be of', async () => {
    const service = aService();
    const texts = { ownerId: randomUUID(), ownerPlan: 'free' as const, texts: ['tram'], model: 'local:another' };
    for (const work of [service.questions(texts), service.facts(texts), service.grouped({ ...texts, timeoutMs: 500 })])
      // oxlint-disable-next-line no-await-in-loop
      expect((await failureOf(work)).code).toBe('UNAVAILABLE');
    expect(endpoint.requests).toEqual([]);
    expect(await service.facts({ ...texts, model: 'openai:stand-in' })).toHaveLength(1);
  });

  it('are refused at the start when the model is of a provider that is not set up', () => {
    expect(() => aService({ OPENAI_API_KEY: undefined })).toThrow(/OPENAI_API_KEY: is missing \(required by EMBEDDINGS_MODEL\)/);
    expect(() => aService({ EMBEDDINGS_MODEL: 'local:bge-m3', LOCAL_LLM_BASE_URL: undefined })).toThrow(/LOCAL_LLM_BASE_URL/);
  });
});
