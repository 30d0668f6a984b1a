import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startModel, type StandInModel } from '@kith/kit/testing';
import { OpenAiProvider } from '../src/models/openai.provider.js';
import type { CompletionPart } from '../src/models/model-provider.js';

let model: StandInModel;
beforeAll(async () => {
  model = await startModel();
});
afterEach(() => void model.mock.reset());
afterAll(() => model.stop());

const LONG = 'The tide is high at noon and low at six, as everybody on the pier knows.';
const provider = (limits: { firstTextTimeoutMs?: number; idleTimeoutMs?: number } = {}, baseUrl = model.baseUrl) =>
  new OpenAiProvider({ apiKey: 'stand-in', baseUrl, ...limits });
const request = (content: string, signal = new AbortController().signal) => ({
  model: 'gpt-4o',
  messages: [{ role: 'user' as const, content }],
  maxTokens: 100,
  signal,
});

/** The parts of a completion, and the error that ended it, if any. */
async function read(parts: AsyncIterable<CompletionPart>) {
  const seen: CompletionPart[] = [];
  try {
    for await (const part of parts) seen.push(part);
    return { text: textOf(seen), pieces: seen.length - 1, end: seen.at(-1), error: undefined };
  } catch (error) {
    return { text: textOf(seen), pieces: seen.length, end: undefined, error };
  }
}
const textOf = (parts: readonly CompletionPart[]) => parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');

describe('the OpenAI provider', () => {
  it('streams text in pieces, and the usage at the end', async () => {
    model.mock.on(
      { userMessage: 'tide' },
      { content: LONG, usage: { prompt_tokens: 11, completion_tokens: 7 } },
      { chunkSize: 10 },
    );
    const { text, pieces, end } = await read(provider().complete(request('When is the tide?')));
    expect(text).toBe(LONG);
    expect(pieces).toBeGreaterThan(3);
    expect(end).toEqual({ kind: 'end', isCut: false, usage: { promptTokens: 11, completionTokens: 7 } });
    expect(model.mock.getRequests()[0]?.body).toMatchObject({
      model: 'gpt-4o',
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 100,
    });
  });

  it('reports that the reply reached the token limit', async () => {
    model.mock.on({ userMessage: 'long' }, { content: LONG, finishReason: 'length' });
    expect((await read(provider().complete(request('long story')))).end).toMatchObject({ isCut: true });
  });

  it.each([
    [500, 'down'],
    [503, 'down'],
    [429, 'busy'],
    [401, 'unauthorized'],
    [400, 'refused'],
  ])('fails on status %s', async (status, reason) => {
    model.mock.on({ userMessage: 'x' }, { error: { message: 'no, and the key is stand-in' }, status, retryAfter: 0 });
    const { error, text } = await read(provider().complete(request('x')));
    expect(error).toMatchObject({ name: 'ModelFailure', reason });
    expect(text).toBe('');
    expect(String(error)).not.toContain('stand-in');
  });

  it('blames no message for a parameter that the model does not know', async () => {
    model.mock.on({ userMessage: 'x' }, { error: { message: 'no', code: 'unsupported_value' }, status: 400 });
    expect((await read(provider().complete(request('x')))).error).toMatchObject({ reason: 'missing', origin: 'ours' });
  });

  it('retries once after a temporary failure', async () => {
    model.mock.on({ userMessage: 'x', sequenceIndex: 0 }, { error: { message: 'no' }, status: 500 });
    model.mock.on({ userMessage: 'x', sequenceIndex: 1 }, { content: 'There.' });
    expect((await read(provider().complete(request('x')))).text).toBe('There.');
  });

  it('yields the text from before the stream was cut', async () => {
    model.mock.on({ userMessage: 'tide' }, { content: LONG }, { chunkSize: 10, truncateAfterChunks: 4, latency: 20 });
    const { text, error } = await read(provider().complete(request('tide')));
    expect(text.length).toBeGreaterThan(5);
    expect(LONG.startsWith(text)).toBe(true);
    expect(error).toMatchObject({ name: 'ModelFailure' });
  });

  it('fails on malformed JSON', async () => {
    model.mock.on({ userMessage: 'x' }, { content: LONG }, { chaos: { malformedRate: 1 } });
    expect((await read(provider().complete(request('x')))).error).toMatchObject({ name: 'ModelFailure' });
  });

  it('fails when the connection is cut before the first byte', async () => {
    model.mock.on({ userMessage: 'x' }, { content: LONG }, { chaos: { disconnectRate: 1 } });
    expect((await read(provider().complete(request('x')))).error).toMatchObject({ name: 'ModelFailure', reason: 'down' });
  });

  it('fails when the server refuses the connection', async () => {
    expect((await read(provider({}, 'http://127.0.0.1:9/v1').complete(request('x')))).error).toMatchObject({
      name: 'ModelFailure',
      reason: 'down',
    });
  });
});

describe('the OpenAI provider with a misbehaving server', () => {
  let server: Server;
  let answer: (response: ServerResponse) => void;
  let closed: Promise<void>;
  beforeAll(async () => {
    server = createServer((_request, response) => {
      closed = new Promise((resolve) => response.once('close', resolve));
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      answer(response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const chunk = (content: string, finish: string | null = null) =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: finish }] })}\n\n`;
  const own = (limits: { firstTextTimeoutMs?: number; idleTimeoutMs?: number } = {}) =>
    provider(limits, `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);

  it('times out when no text arrives', async () => {
    answer = (response) => response.flushHeaders();
    const start = performance.now();
    expect((await read(own({ firstTextTimeoutMs: 200 }).complete(request('x')))).error).toMatchObject({ reason: 'timeout' });
    expect(performance.now() - start).toBeLessThan(5000);
  });

  it('times out when the text stops in the middle, and yields the text from before', async () => {
    answer = (response) => response.write(chunk('Half a '));
    expect(await read(own({ idleTimeoutMs: 200 }).complete(request('x')))).toMatchObject({
      text: 'Half a ',
      error: { reason: 'timeout' },
    });
  });

  it('times out when only keep-alives arrive', async () => {
    let timer: NodeJS.Timeout | undefined;
    answer = (response) => {
      timer = setInterval(() => response.write(': ping\n\n'), 20);
    };
    expect((await read(own({ firstTextTimeoutMs: 200 }).complete(request('x')))).error).toMatchObject({ reason: 'timeout' });
    clearInterval(timer);
  });

  it.each([
    ['text that is not JSON', 'data: {oops\n\n', 'malformed'],
    ['an HTML page', '<html>Bad gateway</html>', 'interrupted'],
    ['JSON of another shape', 'data: {"hello":1}\n\ndata: [DONE]\n\n', 'interrupted'],
    ['nothing', '', 'interrupted'],
    ['an end without text', `${chunk('', 'stop')}data: [DONE]\n\n`, 'empty'],
  ])('fails when the server sends %s', async (_what, body, reason) => {
    answer = (response) => response.end(body);
    expect((await read(own().complete(request('x')))).error).toMatchObject({ name: 'ModelFailure', reason });
  });

  it('closes the connection at once when the caller cancels', async () => {
    answer = (response) => response.write(chunk('One '));
    const caller = new AbortController();
    const parts = own().complete(request('x', caller.signal));
    expect(await parts.next()).toMatchObject({ value: { text: 'One ' } });
    caller.abort();
    await expect(parts.next()).rejects.toBeDefined();
    await closed;
  });

  it('closes the connection at once when the reader stops', async () => {
    answer = (response) => response.write(chunk('One '));
    const parts = own().complete(request('x'));
    await parts.next();
    await parts.return();
    await closed;
  });
});
