import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { waitFor } from '@kith/kit/testing';
import { AnthropicProvider } from '../src/models/anthropic.provider.js';
import type { CompletionTimeouts } from '../src/models/completion-stream.js';
import { ModelFailure, type CompletionPart, type ModelProvider } from '../src/models/model-provider.js';
import { OpenAiProvider } from '../src/models/openai.provider.js';

const KEY = 'sk-CANARY';
const MEGABYTE = 1_048_576;

let server: Server;
let answer: (response: ServerResponse) => void;
let requests: { url: string; body: unknown }[] = [];
/** How much of the answers was taken before the connection was closed, in bytes. */
let taken = 0;
beforeAll(async () => {
  server = createServer((request, response) => {
    void read(request).then((body) => {
      requests.push({ url: request.url ?? '', body });
      response.on('close', () => (taken = response.socket?.bytesWritten ?? taken));
      answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => void (requests = []));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function read(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString());
}

const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const sse = (data: { readonly type?: string; readonly [field: string]: unknown }) =>
  `${data.type ? `event: ${data.type}\n` : ''}data: ${JSON.stringify(data)}\n\n`;

interface Protocol {
  readonly provider: (timeouts?: CompletionTimeouts) => ModelProvider;
  readonly text: (text: string) => string;
  /** The end of a stream: complete, without text, or stopped by the content filter. */
  readonly end: (how: 'complete' | 'filtered') => string;
  readonly failure: (type: string) => string;
}

const chatChunk = (content: string, finish: string | null) => ({
  choices: [{ index: 0, delta: { content }, finish_reason: finish }],
});
const CHAT_COMPLETIONS: Protocol = {
  provider: (timeouts) => new OpenAiProvider({ apiKey: KEY, baseUrl: `${url()}/v1`, ...timeouts }),
  text: (text) => sse(chatChunk(text, null)),
  end: (how) => `${sse(chatChunk('', how === 'complete' ? 'stop' : 'content_filter'))}data: [DONE]\n\n`,
  failure: (type) => sse({ error: { type, message: KEY } }),
};
const usage = { input_tokens: 9, input_tokens_details: { cached_tokens: 6 }, output_tokens: 4 };
const RESPONSES: Protocol = {
  provider: (timeouts) => new OpenAiProvider({ apiKey: KEY, baseUrl: `${url()}/v1`, hasResponses: true, ...timeouts }),
  text: (delta) => sse({ type: 'response.output_text.delta', delta }),
  end: (how) =>
    how === 'complete'
      ? sse({ type: 'response.completed', response: { status: 'completed', usage } })
      : sse({
          type: 'response.incomplete',
          response: { status: 'incomplete', incomplete_details: { reason: 'content_filter' } },
        }),
  failure: (code) => sse({ type: 'response.failed', response: { status: 'failed', error: { code, message: KEY } } }),
};
const MESSAGES: Protocol = {
  provider: (timeouts) => new AnthropicProvider({ apiKey: KEY, baseUrl: url(), ...timeouts }),
  text: (text) => sse({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
  end: (how) =>
    sse({
      type: 'message_delta',
      delta: { stop_reason: how === 'complete' ? 'end_turn' : 'refusal' },
      usage: { output_tokens: 4 },
    }) + sse({ type: 'message_stop' }),
  failure: (type) => sse({ type: 'error', error: { type, message: KEY } }),
};

async function ask(protocol: Protocol, timeouts?: CompletionTimeouts) {
  const seen: CompletionPart[] = [];
  const request = {
    model: 'claude-haiku-4-5',
    messages: [{ role: 'user' as const, content: 'Hi' }],
    maxTokens: 100,
    signal: new AbortController().signal,
  };
  const failure = await (async () => {
    for await (const part of protocol.provider(timeouts).complete(request)) seen.push(part);
  })().catch((error: unknown) => error);
  expect(`${String(failure)} ${JSON.stringify(failure)}`).not.toContain('CANARY');
  const text = seen.map((part) => (part.kind === 'text' ? part.text : '')).join('');
  return { text, end: seen.at(-1), failure: failure as ModelFailure };
}

const streaming =
  (...pieces: (string | Buffer)[]) =>
  (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const piece of pieces) response.write(piece);
    response.end();
  };
const refusing =
  (status: number, error: object = {}, headers: Record<string, string> = { 'retry-after-ms': '1' }) =>
  (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify({ type: 'error', error: { message: KEY, ...error } }));
  };

const PROTOCOLS = [
  ['Chat Completions', CHAT_COMPLETIONS],
  ['the Responses API', RESPONSES],
  ['the Messages API', MESSAGES],
] as const;

describe.each(PROTOCOLS)('a model over %s', (_name, protocol) => {
  it('answers in pieces', async () => {
    answer = streaming(protocol.text('Hel'), protocol.text('lo.'), protocol.end('complete'));
    expect(await ask(protocol)).toMatchObject({ text: 'Hello.', end: { kind: 'end', isCut: false }, failure: undefined });
  });

  it('whose answer ends a moment after its last line is asked over the same connection again', async () => {
    const sockets = new Set<unknown>();
    answer = (response) => {
      sockets.add(response.socket);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(protocol.text('Hello.') + protocol.end('complete'));
      setTimeout(() => response.end(), 20);
    };
    for (let asked = 0; asked < 8; asked += 1)
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await ask(protocol)).toMatchObject({ text: 'Hello.', failure: undefined });
    // The next message may come before the connection is known to be free.
    expect(sockets.size).toBeLessThan(3);
  });

  it.each([
    [429, {}, 'busy', 'theirs', 2],
    [500, {}, 'down', 'theirs', 2],
    [503, {}, 'down', 'theirs', 2],
    [529, {}, 'down', 'theirs', 2],
    [401, {}, 'unauthorized', 'ours', 1],
    [402, {}, 'quota', 'ours', 1],
    [404, {}, 'missing', 'ours', 1],
    [413, {}, 'too_long', 'message', 1],
    [400, { code: 'context_length_exceeded' }, 'too_long', 'message', 1],
    [400, { message: 'prompt is too long: 300000 tokens > 200000 maximum' }, 'too_long', 'message', 1],
    [400, { code: 'content_policy_violation' }, 'filtered', 'message', 1],
    [400, { code: 'invalid_image_format' }, 'picture', 'message', 1],
    [400, { message: 'Could not process image' }, 'picture', 'message', 1],
    [422, {}, 'refused', 'message', 1],
  ] as const)('that answers %s %j fails as %s, which is %s, after %s requests', async (status, error, reason, origin, asked) => {
    answer = refusing(status, error);
    expect((await ask(protocol)).failure).toMatchObject({ name: 'ModelFailure', reason, origin });
    expect(requests).toHaveLength(asked);
  });

  it.each([
    ['seconds', '20', 20_000],
    ['a date', new Date(Date.now() + 400_000).toUTCString(), 400_000],
    ['an hour', '3600', 600_000],
    ['a year', '31536000', 600_000],
  ])('that asks for a pause in %s is not asked again, and the pause is known, ten minutes at most', async (_what, header, ms) => {
    answer = refusing(429, {}, { 'retry-after': header });
    const { failure } = await ask(protocol);
    expect(requests).toHaveLength(1);
    expect(failure.retryAfterMs).toBeGreaterThan(ms - 60_000);
    expect(failure.retryAfterMs).toBeLessThanOrEqual(ms);
  });

  it.each([
    ['never answers', () => undefined],
    ['answers with headers alone', (response: ServerResponse) => void response.writeHead(200).flushHeaders()],
  ])('that %s fails with a timeout', async (_what, behaviour) => {
    answer = behaviour;
    expect((await ask(protocol, { firstTextTimeoutMs: 100 })).failure).toMatchObject({ reason: 'timeout', origin: 'theirs' });
  });

  it('that lets its text drip for ever ends with what there is', async () => {
    let timer: NodeJS.Timeout | undefined;
    answer = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      timer = setInterval(() => response.write(protocol.text('a')), 10);
    };
    const { text, failure } = await ask(protocol, { totalTimeoutMs: 400 });
    clearInterval(timer);
    expect(text).toMatch(/^a+$/);
    expect(failure).toMatchObject({ reason: 'timeout' });
  });

  it.each([
    ['ends without an end', (response: ServerResponse) => streaming(protocol.text('Half'))(response)],
    [
      'loses the connection',
      (response: ServerResponse) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(protocol.text('Half'), () => setTimeout(() => response.destroy(), 50));
      },
    ],
    [
      'sends what is no JSON',
      (response: ServerResponse) => streaming(protocol.text('Half'), 'event: message_delta\ndata: {oops\n\n')(response),
    ],
    [
      'reports an error',
      (response: ServerResponse) => streaming(protocol.text('Half'), protocol.failure('server_error'))(response),
    ],
  ])('that %s in the middle keeps the text from before', async (_what, behaviour) => {
    answer = behaviour;
    const { text, failure } = await ask(protocol);
    expect(text).toBe('Half');
    expect(failure).toMatchObject({ name: 'ModelFailure', origin: 'theirs' });
  });

  it.each([
    ['random bytes', randomBytes(50_000)],
    ['a page', Buffer.from('<!doctype html><title>502</title><h1>Bad gateway</h1>')],
    ['nothing', Buffer.from('')],
  ])('that streams %s fails, and the provider is to blame', async (_what, bytes) => {
    answer = streaming(bytes);
    expect((await ask(protocol)).failure).toMatchObject({ name: 'ModelFailure', origin: 'theirs' });
  });

  it.each([
    [
      'a stream',
      (response: ServerResponse) => void response.writeHead(200, { 'content-type': 'text/event-stream' }),
      'malformed',
    ],
    ['a failure', (response: ServerResponse) => void response.writeHead(500, { 'content-type': 'text/html' }), 'down'],
  ])('that sends one line of 64 MB as %s is left after the first', async (_what, begin, reason) => {
    answer = (response) => {
      begin(response);
      const megabyte = Buffer.alloc(MEGABYTE, 'a');
      response.write('data: {"a":"');
      let left = 64;
      const send = (): void => {
        while (left > 0 && !response.destroyed) {
          left -= 1;
          if (!response.write(megabyte)) return void response.once('drain', send);
        }
        response.end();
      };
      send();
    };
    taken = 0;
    expect((await ask(protocol)).failure).toMatchObject({ reason });
    await waitFor('the end of the connection', () => taken > 0);
    expect(taken).toBeLessThan(24 * MEGABYTE);
  });

  it('that ends without text gave an empty answer, which is no fault of the provider', async () => {
    answer = streaming(protocol.end('complete'));
    expect((await ask(protocol)).failure).toMatchObject({ reason: 'empty', origin: 'message' });
  });

  it.each(['', 'Half'])('whose content filter stops it after "%s" fails with the text from before', async (text) => {
    answer = streaming(...(text ? [protocol.text(text)] : []), protocol.end('filtered'));
    expect(await ask(protocol)).toMatchObject({ text, failure: { reason: 'filtered', origin: 'message' } });
  });
});

describe('the Responses API', () => {
  it('gets the system message as instructions, pictures as data, and stores nothing', async () => {
    answer = streaming(RESPONSES.text('Hi.'), RESPONSES.end('complete'));
    const parts: CompletionPart[] = [];
    const picture = { mediaType: 'image/png' as const, base64: 'AAAA' };
    for await (const part of RESPONSES.provider().complete({
      model: 'gpt-6-luna',
      messages: [
        { role: 'system', content: 'You are Amber.' },
        { role: 'user', content: 'One' },
        { role: 'assistant', content: 'Two' },
        { role: 'user', content: 'Three', pictures: [picture] },
      ],
      maxTokens: 100,
      cacheKey: 'bot-1',
      signal: new AbortController().signal,
    }))
      parts.push(part);
    expect(requests[0]).toMatchObject({
      url: '/v1/responses',
      body: {
        model: 'gpt-6-luna',
        instructions: 'You are Amber.',
        input: [
          { role: 'user', content: 'One' },
          { role: 'assistant', content: 'Two' },
          {
            role: 'user',
            content: [
              { type: 'input_text', text: 'Three' },
              { type: 'input_image', image_url: 'data:image/png;base64,AAAA' },
            ],
          },
        ],
        max_output_tokens: 100,
        prompt_cache_key: 'bot-1',
        store: false,
        stream: true,
      },
    });
    expect(parts.at(-1)).toEqual({
      kind: 'end',
      isCut: false,
      usage: { promptTokens: 9, completionTokens: 4, cachedTokens: 6 },
    });
  });
});

describe.each(PROTOCOLS)('the longest answer over %s', (_name, protocol) => {
  it('that sends lines without end, of which none is long, is left after 64 MB', async () => {
    const comment = Buffer.from(`:${'a'.repeat(MEGABYTE / 2)}\n\n`);
    answer = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(protocol.text('Half'));
      let left = 160;
      const send = (): void => {
        while (left > 0 && !response.destroyed) {
          left -= 1;
          if (!response.write(comment)) return void response.once('drain', send);
        }
        response.end(protocol.end('complete'));
      };
      send();
    };
    expect(await ask(protocol)).toMatchObject({ text: 'Half', failure: { reason: 'malformed', origin: 'theirs' } });
  });
});
