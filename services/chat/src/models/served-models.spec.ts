import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ServedModels } from './served-models.js';

let server: Server;
let answer: (response: ServerResponse) => void;
const asked: { readonly url: string | undefined; readonly body: string }[] = [];
beforeAll(async () => {
  server = createServer((request, response) => void answered(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => {
  asked.length = 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function answered(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = '';
  for await (const part of request) body += String(part);
  asked.push({ url: request.url, body });
  answer(response);
}
const json = (value: unknown) => (response: ServerResponse) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(value));
};
const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const served = (options?: ConstructorParameters<typeof ServedModels>[1]) => new ServedModels(`${origin()}/v1`, options);
const QWEN = {
  capabilities: ['completion', 'tools', 'vision', 'thinking'],
  model_info: { 'general.architecture': 'qwen3', 'qwen3.context_length': 40_960 },
  parameters: 'stop    "<|im_end|>"\nnum_ctx                        16384\ntemperature 0.6',
};

describe('what a local server says of its models', () => {
  it('is asked once for each, also for many replies at once', async () => {
    answer = json(QWEN);
    const models = served();
    const all = await Promise.all(Array.from({ length: 5 }, () => models.of('qwen3:8b')));
    all.push(await models.of('qwen3:8b'));
    for (const model of all)
      expect(model).toEqual({
        seesPictures: true,
        usesTools: true,
        reasoningTokens: 4096,
        maxWindow: 40_960,
        window: 16_384,
      });
    expect(asked).toEqual([{ url: '/api/show', body: '{"model":"qwen3:8b"}' }]);
    await models.of('gemma3');
    expect(asked).toHaveLength(2);
  });

  it.each([
    ['an older server', { model_info: {} }, { seesPictures: null, usesTools: null, maxWindow: null, window: null }],
    [
      'a model of texts alone',
      { capabilities: ['completion'] },
      { seesPictures: false, usesTools: false, reasoningTokens: null },
    ],
    [
      'fields of other kinds',
      { capabilities: 'all', model_info: { 'general.architecture': 3 }, parameters: ['num_ctx'] },
      { seesPictures: null, maxWindow: null, window: null },
    ],
    [
      'windows that are none',
      { ...QWEN, parameters: 'num_ctx 12', model_info: { 'general.architecture': 'x', 'x.context_length': -1 } },
      { maxWindow: null, window: 2048 },
    ],
  ])('is taken from %s as far as it can be read', async (_what, shown, expected) => {
    answer = json(shown);
    expect(await served().of('m')).toMatchObject(expected);
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['does not have the model', (response) => response.writeHead(404).end(JSON.stringify({ error: "model 'm' not found" }))],
    ['is not signed in to', (response) => response.writeHead(401).end()],
    ['fails', (response) => response.writeHead(500).end()],
    ['answers no JSON', (response) => response.end('<html>')],
    ['answers a list', json([])],
    ['sends elsewhere', (response) => response.writeHead(302, { location: `${origin()}/other` }).end()],
    ['breaks off', (response) => void response.destroy()],
    ['hangs', () => undefined],
  ])('is nothing where the server %s, which is asked again a minute later', async (_what, failure) => {
    answer = failure;
    let now = 0;
    const models = served({ timeoutMs: 100, now: () => now });
    expect(await models.of('m')).toBeNull();
    expect(await models.of('m')).toBeNull();
    expect(asked).toHaveLength(1);
    answer = json(QWEN);
    now = 61_000;
    expect(await models.of('m')).toMatchObject({ usesTools: true });
    now += 3_500_000;
    await models.of('m');
    expect(asked).toHaveLength(2);
    now += 200_000;
    await models.of('m');
    expect(asked).toHaveLength(3);
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['no such address', (response) => response.writeHead(404).end('not found')],
    ['no such address in JSON', (response) => response.writeHead(404).end('{"detail":"Not Found"}')],
    [
      'no such address as an object',
      (response) => response.writeHead(404).end('{"error":{"code":404,"message":"File Not Found","type":"not_found_error"}}'),
    ],
    ['other methods alone', (response) => response.writeHead(405).end()],
  ])('is nothing for an hour where the server has %s', async (_what, unknown) => {
    answer = unknown;
    let now = 0;
    const models = served({ now: () => now });
    expect(await models.of('m')).toBeNull();
    now = 3_500_000;
    expect(await models.of('m')).toBeNull();
    expect(asked).toHaveLength(1);
    now = 3_700_000;
    answer = json(QWEN);
    expect(await models.of('m')).toMatchObject({ usesTools: true });
    expect(asked).toHaveLength(2);
  });

  it('is told without waiting as far as it is known, while the server is asked again', async () => {
    let now = 0;
    const models = served({ timeoutMs: 100, now: () => now });
    answer = json(QWEN);
    expect(models.known('m')).toBeNull();
    await models.of('m');
    expect(asked).toHaveLength(1);
    expect(models.known('m')).toMatchObject({ usesTools: true });
    // A server that hangs takes away nothing of what is known.
    now = 3_700_000;
    answer = () => undefined;
    expect(models.known('m')).toMatchObject({ usesTools: true });
    expect(await models.of('m')).toBeNull();
    expect(models.known('m')).toMatchObject({ usesTools: true });
    expect(asked).toHaveLength(2);
    now += 61_000;
    answer = json({ capabilities: ['completion'] });
    expect(models.known('m')).toMatchObject({ usesTools: true });
    await models.of('m');
    expect(models.known('m')).toMatchObject({ usesTools: false });
    expect(asked).toHaveLength(3);
  });
});
