import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startModel, type StandInModel } from '@kith/kit/testing';
import { OpenAiProvider } from '../src/models/openai.provider.js';
import type { CompletionPart } from '../src/models/provider.js';

let model: StandInModel;
beforeAll(async () => {
  model = await startModel();
});
afterEach(() => void model.mock.reset());
afterAll(() => model.stop());

const LONG = 'The tide is high at noon and low at six, as everybody on the pier knows.';
const provider = (limits: { firstByteMs?: number; idleMs?: number } = {}, baseUrl = model.baseUrl) =>
  new OpenAiProvider({ apiKey: 'stand-in', baseUrl, ...limits });
const request = (content: string, signal = new AbortController().signal) => ({
  model: 'gpt-4o',
  messages: [{ role: 'user' as const, content }],
  maxTokens: 100,
  signal,
});

/** What came, and how it ended. */
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

describe('the openai provider', () => {
  it('streams text piece by piece, and the usage at the end', async () => {
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

  it('says so when the model was cut off by its limit', async () => {
    model.mock.on({ userMessage: 'long' }, { content: LONG, finishReason: 'length' });
    expect((await read(provider().complete(request('long story')))).end).toMatchObject({ isCut: true });
  });

  it.each([
    [500, 'down'],
    [503, 'down'],
    [429, 'busy'],
    [401, 'refused'],
    [400, 'refused'],
  ])('fails on status %s', async (status, reason) => {
    model.mock.on({ userMessage: 'x' }, { error: { message: 'no, and the key is stand-in' }, status, retryAfter: 0 });
    const { error, text } = await read(provider().complete(request('x')));
    expect(error).toMatchObject({ name: 'ModelFailure', reason });
    expect(text).toBe('');
    expect(String(error)).not.toContain('stand-in');
  });

  it('asks once more after a passing failure', async () => {
    model.mock.on({ userMessage: 'x', sequenceIndex: 0 }, { error: { message: 'no' }, status: 500 });
    model.mock.on({ userMessage: 'x', sequenceIndex: 1 }, { content: 'There.' });
    expect((await read(provider().complete(request('x')))).text).toBe('There.');
  });

  it('keeps what came before the stream was cut', async () => {
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

  it('fails when nobody listens', async () => {
    expect((await read(provider({}, 'http://127.0.0.1:9/v1').complete(request('x')))).error).toMatchObject({
      name: 'ModelFailure',
      reason: 'down',
    });
  });
});

describe('a server that misbehaves', () => {
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
  const own = (limits: { firstByteMs?: number; idleMs?: number } = {}) =>
    provider(limits, `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);

  it('and never says a word is given up', async () => {
    answer = (response) => response.flushHeaders();
    const start = performance.now();
    expect((await read(own({ firstByteMs: 200 }).complete(request('x')))).error).toMatchObject({ reason: 'silent' });
    expect(performance.now() - start).toBeLessThan(5000);
  });

  it('and falls silent in the middle is given up, with what it said', async () => {
    answer = (response) => response.write(chunk('Half a '));
    expect(await read(own({ idleMs: 200 }).complete(request('x')))).toMatchObject({
      text: 'Half a ',
      error: { reason: 'silent' },
    });
  });

  it('and sends keep-alives but no text is given up', async () => {
    let timer: NodeJS.Timeout | undefined;
    answer = (response) => {
      timer = setInterval(() => response.write(': ping\n\n'), 20);
    };
    expect((await read(own({ firstByteMs: 200 }).complete(request('x')))).error).toMatchObject({ reason: 'silent' });
    clearInterval(timer);
  });

  it.each([
    ['text that is no JSON', 'data: {oops\n\n', 'garbled'],
    ['a page of HTML', '<html>Bad gateway</html>', 'broken-off'],
    ['JSON of another shape', 'data: {"hello":1}\n\ndata: [DONE]\n\n', 'broken-off'],
    ['nothing', '', 'broken-off'],
    ['an end without text', `${chunk('', 'stop')}data: [DONE]\n\n`, 'empty'],
  ])('and sends %s fails', async (_what, body, reason) => {
    answer = (response) => response.end(body);
    expect((await read(own().complete(request('x')))).error).toMatchObject({ name: 'ModelFailure', reason });
  });

  it('is left at once when the caller goes', async () => {
    answer = (response) => response.write(chunk('One '));
    const caller = new AbortController();
    const parts = own().complete(request('x', caller.signal));
    expect(await parts.next()).toMatchObject({ value: { text: 'One ' } });
    caller.abort();
    await expect(parts.next()).rejects.toBeDefined();
    await closed;
  });

  it('is left at once when the reader leaves the loop', async () => {
    answer = (response) => response.write(chunk('One '));
    const parts = own().complete(request('x'));
    await parts.next();
    await parts.return();
    await closed;
  });
});
