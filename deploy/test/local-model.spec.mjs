import { once } from 'node:events';
import { createServer } from 'node:http';
import { findLocalModel } from '../prepare/local-model.mjs';

let server;
let body;
let address;
beforeAll(async () => {
  server = createServer((_request, response) => response.end(body));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  address = `http://127.0.0.1:${server.address().port}`;
});
beforeEach(
  () => (body = JSON.stringify({ data: [{ id: 'nomic-embed-text:latest' }, { id: 'llama3.2:3b' }, { id: 'qwen3:8b' }] })),
);
afterAll(() => server.close());

describe('an Ollama on this machine', () => {
  it('is found with its first model that writes texts, and named in a sentence', async () => {
    const found = await findLocalModel({}, address);
    expect(found.env).toEqual({ LOCAL_LLM_BASE_URL: `${address}/v1`, LOCAL_LLM_MODEL: 'llama3.2:3b' });
    expect(found.text).toMatch(/Found Ollama on this machine: its model llama3\.2:3b answers for the companions of all users/);
  });

  it('is said to answer those who choose it where another provider is configured', async () => {
    expect((await findLocalModel({ OPENAI_API_KEY: 'sk-x' }, address)).text).toContain('who choose "Local Model"');
  });

  it('is used with the model that is asked for, and not without it', async () => {
    expect((await findLocalModel({ LOCAL_LLM_MODEL: 'qwen3:8b' }, address)).env.LOCAL_LLM_MODEL).toBe('qwen3:8b');
    expect(await findLocalModel({ LOCAL_LLM_MODEL: 'missing' }, address)).toBeUndefined();
    body = JSON.stringify({ data: [{ id: 'qwen3:8b' }, { id: 'llama3.2:latest' }] });
    // As people write it: without a tag it is the latest one.
    expect((await findLocalModel({ LOCAL_LLM_MODEL: 'llama3.2' }, address)).env.LOCAL_LLM_MODEL).toBe('llama3.2');
  });

  it('is not looked for where a local model is configured', async () => {
    expect(await findLocalModel({ LOCAL_LLM_BASE_URL: 'http://10.0.0.1/v1' }, address)).toBeUndefined();
  });

  it.each(['', '{}', '[]', '{"data":[]}', '{"data":[{"id":7}]}', '<html>'])('is none when the answer is %j', async (other) => {
    body = other;
    expect(await findLocalModel({}, address)).toBeUndefined();
  });

  it('is none when nothing listens', async () => {
    expect(await findLocalModel({}, 'http://127.0.0.1:9')).toBeUndefined();
  });
});
