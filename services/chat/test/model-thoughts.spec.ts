import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AnthropicProvider } from '../src/models/anthropic.provider.js';
import type { CompletionTimeouts } from '../src/models/completion-stream.js';
import type { CompletionPart, CompletionRequest, ModelFailure } from '../src/models/model-provider.js';
import { OpenAiProvider } from '../src/models/openai.provider.js';

let server: Server;
let answer: (response: ServerResponse) => Promise<void> | void;
beforeAll(async () => {
  server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    void answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const sse = (data: { readonly type?: string; readonly [field: string]: unknown }) =>
  `${data.type ? `event: ${data.type}\n` : ''}data: ${JSON.stringify(data)}\n\n`;
const chunk = (delta: object, finish: string | null = null) => sse({ choices: [{ index: 0, delta, finish_reason: finish }] });
const text = (content: string) => chunk({ content });
const END = `${chunk({}, 'stop')}data: [DONE]\n\n`;

const chatCompletions = (timeouts: CompletionTimeouts) =>
  new OpenAiProvider({ apiKey: 'none', baseUrl: `${url()}/v1`, engine: 'local', ...timeouts });
const responses = (timeouts: CompletionTimeouts) =>
  new OpenAiProvider({ apiKey: 'none', baseUrl: `${url()}/v1`, hasResponses: true, ...timeouts });
const messages = (timeouts: CompletionTimeouts) => new AnthropicProvider({ apiKey: 'none', baseUrl: url(), ...timeouts });

async function ask(
  provider: (timeouts: CompletionTimeouts) => OpenAiProvider | AnthropicProvider,
  timeouts = {},
  fields: Partial<CompletionRequest> = {},
) {
  const parts: CompletionPart[] = [];
  const request = {
    model: 'a-model',
    messages: [{ role: 'user' as const, content: 'Hi' }],
    maxTokens: 100,
    signal: new AbortController().signal,
    ...fields,
  };
  const failure = await (async () => {
    for await (const part of provider(timeouts).complete(request)) parts.push(part);
  })().catch((error: unknown) => error);
  const shown = parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
  return { shown, kinds: new Set(parts.map(({ kind }) => kind)), failure: failure as ModelFailure | undefined };
}

const streaming =
  (...pieces: readonly string[]) =>
  (response: ServerResponse): void => {
    for (const piece of pieces) response.write(piece);
    response.end();
  };

describe('a server that sends the thoughts of its model within the text', () => {
  it('has them left out, in whatever pieces they come', async () => {
    answer = streaming(...[...'\n<think>They greet me.</think>\n\nHello.'].map(text), END);
    expect(await ask(chatCompletions)).toMatchObject({ shown: 'Hello.', failure: undefined });
  });

  it.each([
    ['is never closed', '<think>They greet me. I could say hello', 'length'],
    ['is all there is', '<think>They greet me.</think>\n\n', 'stop'],
  ])('gave an empty answer where the block %s', async (_what, content, finish) => {
    answer = streaming(text(content), chunk({}, finish), 'data: [DONE]\n\n');
    expect(await ask(chatCompletions)).toMatchObject({ shown: '', failure: { reason: 'empty', origin: 'message' } });
  });

  it('has a text shown that only looked like the beginning of thoughts', async () => {
    answer = streaming(text('<thi'), END);
    expect(await ask(chatCompletions)).toMatchObject({ shown: '<thi', failure: undefined });
  });
});

const PATIENCE = { firstTextTimeoutMs: 1500, idleTimeoutMs: 1500 };
const chatEnd = text('Hello.') + END;
const responsesEnd =
  sse({ type: 'response.output_text.delta', delta: 'Hello.' }) +
  sse({ type: 'response.completed', response: { status: 'completed', usage: null } });
const messagesEnd =
  sse({ type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'Hello.' } }) +
  sse({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 4 } });
const WAYS = [
  ['within the text', chatCompletions, text('<think>Hm.'), text('Hm.'), text('</think>') + chatEnd],
  ['as reasoning_content', chatCompletions, chunk({ reasoning_content: 'Hm.' }), chunk({ reasoning_content: 'Hm.' }), chatEnd],
  ['as reasoning', chatCompletions, chunk({ content: '', reasoning: 'Hm.' }), chunk({ reasoning: 'Hm.' }), chatEnd],
  [
    'over the Responses API',
    responses,
    sse({ type: 'response.reasoning_text.delta', delta: 'Hm.' }),
    sse({ type: 'response.reasoning_summary_text.delta', delta: 'Hm.' }),
    responsesEnd,
  ],
  [
    'over the Messages API',
    messages,
    sse({ type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } }),
    sse({ type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Hm.' } }),
    messagesEnd,
  ],
] as const;

describe.each(WAYS)('a model whose thoughts come %s', (_how, provider, first, next, end) => {
  /** Thoughts every 50 ms. */
  const thinking = (last: string, count: number) => async (response: ServerResponse) => {
    response.write(first);
    for (let n = 0; n < count && !response.destroyed; n += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await new Promise((resolve) => setTimeout(resolve, 50));
      response.write(next);
    }
    response.end(last);
  };

  it('may think for longer than it has until its first text, and only its text is read', async () => {
    // The first request loads the client of the provider.
    answer = streaming(end);
    await ask(provider);
    answer = thinking(end, 40);
    expect(await ask(provider, PATIENCE)).toEqual({ shown: 'Hello.', kinds: new Set(['text', 'end']), failure: undefined });
  });

  it('times out when its thoughts stop', async () => {
    answer = (response) => void response.write(first + next);
    expect(await ask(provider, PATIENCE)).toMatchObject({ shown: '', failure: { reason: 'timeout', origin: 'theirs' } });
  });

  it('does not think for longer than an answer may take', async () => {
    answer = thinking(end, 100);
    expect(await ask(provider, { ...PATIENCE, totalTimeoutMs: 800 })).toMatchObject({
      shown: '',
      failure: { reason: 'timeout', origin: 'theirs' },
    });
  });
});

describe('a server that marks only the end of the thoughts of its model', () => {
  const provider = () => {
    const one = chatCompletions({});
    return (fields: Partial<CompletionRequest> = {}) => ask(() => one, {}, { reasoningTokens: 4096, ...fields });
  };
  const open = [...'They greet me.\n</think>\n\nHello.'].map(text);

  it('has them left out of each answer of a model that thinks, and of one that is cut within them', async () => {
    const say = provider();
    answer = streaming(...open, END);
    for (let times = 0; times < 2; times += 1) expect((await say()).shown).toBe('Hello.');
    answer = streaming(text('They greet me, and'), chunk({}, 'length'), 'data: [DONE]\n\n');
    expect(await say()).toMatchObject({ shown: '', failure: { reason: 'empty' } });
  });

  it('delays only the first answer of a model that thinks and marks them otherwise, and none of other models nor of those of OpenAI', async () => {
    const say = provider();
    const firstPieces = async (fields?: Partial<CompletionRequest>) => {
      let first = '';
      answer = async (response) => {
        response.write(text('Hello'));
        await new Promise((resolve) => setTimeout(resolve, 100));
        response.end(`${text(', Eve.')}${END}`);
      };
      for await (const part of fields ? one.complete(requestOf(fields)) : one.complete(requestOf({ reasoningTokens: 4096 })))
        if (part.kind === 'text') first ||= part.text;
      return first;
    };
    const one = chatCompletions({});
    const requestOf = (fields: Partial<CompletionRequest>): CompletionRequest => ({
      model: 'a-model',
      messages: [{ role: 'user', content: 'Hi' }],
      maxTokens: 100,
      signal: new AbortController().signal,
      ...fields,
    });
    expect(await firstPieces({})).toBe('Hello');
    for (const model of ['gpt-6-luna', 'openai/gpt-6', 'o4-mini'])
      expect([model, await firstPieces({ model, reasoningTokens: 4096 })]).toEqual([model, 'Hello']);
    expect(await firstPieces({ model: 'gpt-oss:20b', reasoningTokens: 4096 })).toBe('Hello, Eve.');
    expect(await firstPieces()).toBe('Hello, Eve.');
    expect(await firstPieces()).toBe('Hello');
    answer = streaming(chunk({ reasoning_content: 'They greet me.' }), text('Hello'), text(' </think> there'), END);
    expect((await say()).shown).toBe('Hello </think> there');
  });
});
