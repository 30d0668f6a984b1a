import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createLogger, type Config } from '@kith/kit';
import { EmbeddingsModel, knownAmong } from './embeddings-model.js';

let server: Server;
let baseUrl: string;
/** What the own server answers, by path; others are 404. */
const answers = new Map<string, unknown>();
const asked: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const answer = answers.get(request.url ?? '');
    const body = typeof answer === 'string' ? answer : JSON.stringify(answer ?? { error: { message: 'not found' } });
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});
beforeEach(() => {
  answers.clear();
  asked.length = 0;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** Redis, as far as replicas agree by it. */
function aStore() {
  const kept = new Map<string, string>();
  return {
    get: (key: string) => Promise.resolve(kept.get(key) ?? null),
    set: (key: string, value: string, _unit: 'EX', _seconds: number, condition?: 'NX') => {
      if (condition === undefined || !kept.has(key)) kept.set(key, value);
      return Promise.resolve();
    },
  };
}
const aModel = (config: Partial<Config>, store = aStore()) =>
  new EmbeddingsModel(config as Config, store, createLogger('silent'));
const local = () => ({ LOCAL_LLM_BASE_URL: baseUrl, LOCAL_LLM_MODEL: 'llama3' });
const lists = (...names: string[]) =>
  answers.set('/v1/models', { object: 'list', data: names.map((id) => ({ id, object: 'model' })) });
async function idAfterLook(model: EmbeddingsModel): Promise<string | undefined> {
  await model.look();
  return model.inUse?.id;
}

describe('the embeddings model, where none is named,', () => {
  it('is that of OpenAI with a key for OpenAI itself, and no server is asked for one', async () => {
    for (const OPENAI_BASE_URL of [undefined, 'https://api.openai.com/v1', 'https://eu.api.openai.com/v1']) {
      const model = aModel({ OPENAI_API_KEY: 'sk-1', OPENAI_BASE_URL, ...local() });
      // oxlint-disable-next-line no-await-in-loop
      expect(await idAfterLook(model)).toBe('openai:text-embedding-3-small');
      expect(model.inUse?.isForeign).toBe(true);
    }
    expect(asked).toEqual([]);
  });

  it('is none with the key of another server that has the protocol of OpenAI, and without any server', async () => {
    for (const OPENAI_BASE_URL of [baseUrl, 'https://openai.com.example.org/v1', 'https://notopenai.com/v1'])
      // oxlint-disable-next-line no-await-in-loop
      expect(await idAfterLook(aModel({ OPENAI_API_KEY: 'sk-1', OPENAI_BASE_URL }))).toBeUndefined();
    expect(await idAfterLook(aModel({}))).toBeUndefined();
    expect(asked).toEqual([]);
  });

  it('is one that the own server lists, by the protocol of OpenAI or as Ollama, and stays at home', async () => {
    lists('llama3:latest', 'bge-m3:latest', 'nomic-embed-text:latest');
    const model = aModel(local());
    expect(await idAfterLook(model)).toBe('local:bge-m3:latest');
    expect(model.inUse?.isForeign).toBe(false);
    answers.clear();
    answers.set('/api/tags', { models: [{ name: 'llama3:latest' }, { name: 'mxbai-embed-large:335m' }, {}, null] });
    expect(await idAfterLook(aModel(local()))).toBe('local:mxbai-embed-large:335m');
  });

  it('is none while the own server lists none that is known, answers garbage or nothing', async () => {
    lists('llama3:latest', 'bge-reranker-v2-m3', 'abge-m3', `bge-m3 ${'x'.repeat(200)}`, 'bge-m3\nx');
    expect(await idAfterLook(aModel(local()))).toBeUndefined();
    for (const garbage of ['{"data": [{"i', { data: 'bge-m3' }, { data: [null, { id: 7 }] }]) {
      answers.set('/v1/models', garbage);
      answers.set('/api/tags', garbage);
      // oxlint-disable-next-line no-await-in-loop
      expect(await idAfterLook(aModel(local()))).toBeUndefined();
    }
  }, 60_000);

  it('is the same for all replicas, as long as the server lists it', async () => {
    const store = aStore();
    const [one, other] = [aModel(local(), store), aModel(local(), store)];
    lists('nomic-embed-text:latest');
    expect(await idAfterLook(one)).toBe('local:nomic-embed-text:latest');
    lists('nomic-embed-text:latest', 'bge-m3:latest');
    expect(await idAfterLook(other)).toBe('local:nomic-embed-text:latest');
    lists('bge-m3:latest');
    expect([await idAfterLook(one), await idAfterLook(other)]).toEqual(['local:bge-m3:latest', 'local:bge-m3:latest']);
    lists('llama3:latest');
    expect([await idAfterLook(one), await idAfterLook(other)]).toEqual([undefined, undefined]);
  });

  it('stays while the own server does not answer, also for a replica that starts meanwhile', async () => {
    const store = aStore();
    const model = aModel(local(), store);
    lists('bge-m3:latest');
    await model.look();
    answers.clear();
    expect(await idAfterLook(model)).toBe('local:bge-m3:latest');
    expect(await idAfterLook(aModel(local(), store))).toBe('local:bge-m3:latest');
    expect(await idAfterLook(aModel(local()))).toBeUndefined();
  }, 60_000);
});

describe('the embeddings model', () => {
  it('is the one that is named, and none where it is switched off', async () => {
    lists('bge-m3:latest');
    const named = aModel({ EMBEDDINGS_MODEL: 'local:all-minilm', OPENAI_API_KEY: 'sk-1', ...local() });
    expect(await idAfterLook(named)).toBe('local:all-minilm');
    expect(await idAfterLook(aModel({ EMBEDDINGS_MODEL: 'off', OPENAI_API_KEY: 'sk-1', ...local() }))).toBeUndefined();
    expect(asked).toEqual([]);
  });

  it.each([
    [['mxbai-embed-large', 'nomic-embed-text', 'BAAI/bge-m3'], 'BAAI/bge-m3'],
    [['text-embedding-nomic-embed-text-v1.5', 'llama3'], 'text-embedding-nomic-embed-text-v1.5'],
    [['intfloat/multilingual-e5-large', 'mxbai-embed-large'], 'intfloat/multilingual-e5-large'],
    [['bge-m3:latest', 'bge-m3:567m'], 'bge-m3:567m'],
    [[], undefined],
  ])('that is taken of %j is %s', (names, expected) => {
    expect(knownAmong(names)).toBe(expected);
    expect(knownAmong(names.toReversed())).toBe(expected);
  });
});
