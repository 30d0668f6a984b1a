import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ANTHROPIC_MODELS, startKeyProviders, type KeyBehaviour, type StandInKeyProviders } from '@kith/kit/testing';
import { AnthropicProvider } from '../src/models/anthropic.provider.js';
import type { CompletionPart, FailureReason, PromptMessage } from '../src/models/model-provider.js';
import { OpenAiProvider } from '../src/models/openai.provider.js';

const KEY = 'sk-ant-CANARY-key-of-a-user';

let server: StandInKeyProviders;
beforeAll(async () => {
  server = await startKeyProviders();
});
afterAll(() => server.stop());

const anthropic = (limits: { firstTextTimeoutMs?: number } = {}) =>
  new AnthropicProvider({ apiKey: KEY, baseUrl: server.anthropicUrl, ...limits });
const openai = () => new OpenAiProvider({ apiKey: KEY, baseUrl: server.openAiUrl });
const request = (messages: readonly PromptMessage[], model = 'claude-haiku-4-5', signal = new AbortController().signal) => ({
  model,
  messages,
  maxTokens: 100,
  signal,
});
const HI: readonly PromptMessage[] = [{ role: 'user', content: 'Hi' }];

/** The parts of a completion, and the error that ended it, if any. */
async function read(parts: AsyncIterable<CompletionPart>) {
  const seen: CompletionPart[] = [];
  const failure = await (async () => {
    for await (const part of parts) seen.push(part);
  })().catch((error: unknown) => error);
  const text = seen.map((part) => (part.kind === 'text' ? part.text : '')).join('');
  return { text, pieces: seen.length - 1, end: seen.at(-1), failure };
}

describe('the Anthropic provider', () => {
  it('streams text in pieces, and the usage at the end', async () => {
    server.keys.set(KEY, 'working');
    const { text, pieces, end } = await read(anthropic().complete(request(HI)));
    expect(text).toBe(server.reply);
    expect(pieces).toBeGreaterThan(2);
    expect(end).toEqual({ kind: 'end', isCut: false, usage: { promptTokens: 30, completionTokens: 8 } });
  });

  it('sends the first system message apart and later ones with the message of the user before them', async () => {
    server.keys.set(KEY, 'working');
    const messages: PromptMessage[] = [
      { role: 'system', content: 'You are Amber.' },
      { role: 'user', content: 'One' },
      { role: 'assistant', content: 'Two' },
      { role: 'user', content: 'Three' },
      { role: 'system', content: 'Reply as Amber.' },
    ];
    await read(anthropic().complete(request(messages)));
    expect(server.requests.at(-1)).toMatchObject({
      provider: 'anthropic',
      path: '/v1/messages',
      key: KEY,
      body: {
        system: 'You are Amber.',
        max_tokens: 100,
        messages: [
          { role: 'user', content: 'One' },
          { role: 'assistant', content: 'Two' },
          { role: 'user', content: 'Three\n\nReply as Amber.' },
        ],
      },
    });
  });

  it('marks the system message and the history as what is kept for the next message, never what belongs to this one alone', async () => {
    server.keys.set(KEY, 'working');
    const cache_control = { type: 'ephemeral' };
    const system = { role: 'system', content: 'You are Amber.' } as const;
    const picture = { mediaType: 'image/png', base64: 'AAAA' } as const;
    const sent = async (messages: readonly PromptMessage[], cacheKey?: string) => {
      await read(anthropic().complete({ ...request(messages), ...(cacheKey !== undefined && { cacheKey }) }));
      return server.requests.at(-1)?.body as { system?: unknown; messages: unknown };
    };
    const history: PromptMessage[] = [
      { role: 'user', content: 'One' },
      { role: 'assistant', content: 'Two' },
    ];
    const last: PromptMessage = { role: 'user', content: 'Three', pictures: [picture] };
    const lastSent = {
      role: 'user',
      content: [
        { type: 'image', source: expect.any(Object) },
        { type: 'text', text: 'Three' },
      ],
    };
    const kept = { type: 'text', text: 'You are Amber.', cache_control };
    const long = await sent([system, ...history, last], 'bot-1');
    expect(long.system).toEqual([kept]);
    expect(long.messages).toEqual([
      { role: 'user', content: 'One' },
      { role: 'assistant', content: [{ type: 'text', text: 'Two', cache_control }] },
      lastSent,
    ]);
    expect((await sent([system, last], 'bot-1')).messages).toEqual([lastSent]);
    // A message without a reply yet, with a picture.
    const shown = await sent([system, { role: 'user', content: 'Zero', pictures: [picture] }, last], 'bot-1');
    expect(shown.messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'image', source: expect.any(Object) },
          { type: 'text', text: 'Zero', cache_control },
        ],
      },
      lastSent,
    ]);
    expect(JSON.stringify(await sent([system, ...history, last]))).not.toContain('cache_control');
  });

  it('leaves room for the thoughts of models that think before they write', async () => {
    server.keys.set(KEY, 'working');
    await read(anthropic().complete({ ...request(HI, 'claude-sonnet-5-5'), reasoningTokens: 4096 }));
    expect(server.requests.at(-1)?.body).toMatchObject({ max_tokens: 4196 });
  });

  it('times out when no text arrives', async () => {
    server.keys.set(KEY, 'working');
    let answer: () => void = () => undefined;
    server.beforeAnswer = () => new Promise<void>((resolve) => (answer = resolve));
    const { failure } = await read(anthropic({ firstTextTimeoutMs: 100 }).complete(request(HI)));
    expect(failure).toMatchObject({ name: 'ModelFailure', reason: 'timeout' });
    server.beforeAnswer = () => Promise.resolve();
    answer();
  });

  it('lists the models of a key', async () => {
    server.keys.set(KEY, 'working');
    expect(await anthropic().models(new AbortController().signal)).toEqual(ANTHROPIC_MODELS);
  });

  it('takes nothing from the environment of the operator', async () => {
    process.env['ANTHROPIC_AUTH_TOKEN'] = 'token-of-the-operator';
    server.keys.set(KEY, 'working');
    await read(anthropic().complete(request(HI)));
    delete process.env['ANTHROPIC_AUTH_TOKEN'];
    expect(server.requests.at(-1)?.key).toBe(KEY);
  });
});

const FAILURES: readonly [KeyBehaviour | 'wrong', FailureReason, FailureReason][] = [
  ['wrong', 'unauthorized', 'unauthorized'],
  ['expired', 'expired', 'expired'],
  ['without credit', 'quota', 'quota'],
  ['forbidden', 'forbidden', 'forbidden'],
  ['without the model', 'missing', 'missing'],
  ['too busy', 'busy', 'busy'],
  ['down', 'down', 'down'],
  ['overloaded', 'down', 'down'],
  ['refusing', 'filtered', 'filtered'],
  ['garbled', 'malformed', 'malformed'],
  ['cut', 'interrupted', 'interrupted'],
];

describe.each([
  ['Anthropic', anthropic, 1],
  ['OpenAI', openai, 2],
] as const)('the failures of %s', (_name, provider, column) => {
  it.each(FAILURES)('with a key that is %s are told apart, without the key in them [S76]', async (...row) => {
    const [behaviour] = row;
    if (behaviour === 'wrong') server.keys.delete(KEY);
    else server.keys.set(KEY, behaviour);
    const { failure } = await read(provider().complete(request(HI)));
    expect(failure).toMatchObject({ name: 'ModelFailure', reason: row[column] });
    expect(`${String(failure)} ${JSON.stringify(failure)} ${(failure as Error).stack}`).not.toContain('CANARY');
  });
});
