import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ReplyFrame } from '@kith/proto';
import { PromptReports } from '../src/test-chat/prompt-reports.js';
import { chatUnderTest, type ChatUnderTest } from './chat-under-test.js';

interface Asked {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

const USAGE = { prompt_tokens: 40, completion_tokens: 9, total_tokens: 49, prompt_tokens_details: { cached_tokens: 30 } };

describe('the test chat in developer mode', () => {
  let kith: ChatUnderTest;
  /** A model that had kept a part of the prompt; the stand-in of the other tests does not say so. */
  let model: Server;
  const asked: Asked[] = [];
  beforeAll(async () => {
    model = createServer((request, response) => {
      void text(request).then((body) => {
        asked.push(JSON.parse(body) as Asked);
        const chunks = [
          { choices: [{ index: 0, delta: { content: 'Ahoy.' }, finish_reason: null }] },
          { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
          { choices: [], usage: USAGE },
        ];
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end([...chunks.map((chunk) => JSON.stringify(chunk)), '[DONE]'].map((data) => `data: ${data}\n\n`).join(''));
      });
    });
    await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve));
    const { port } = model.address() as AddressInfo;
    kith = await chatUnderTest({ OPENAI_API_KEY: 'stand-in', OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1` });
  });
  afterAll(async () => {
    await kith.stop();
    model.closeAllConnections();
    model.close();
  });

  const done = (frames: readonly ReplyFrame[]) => frames.find((frame) => frame.type === 'done');

  it('shows the owner who asks for it the prompt, its tokens and their price, and stores the tokens alone', async () => {
    const bot = kith.aBot({ instructions: 'Say ahoy.' });
    const frame = done(await kith.say({ ...bot, message: 'Hello', showPrompt: true }));
    expect(frame).toMatchObject({
      response: 'Ahoy.',
      prompt: {
        model: 'GPT-4o',
        messages: asked.at(-1)?.messages.map((message) => ({ ...message, pictures: 0 })),
        isCut: false,
        promptTokens: 40,
        cachedTokens: 30,
        completionTokens: 9,
        // 10 tokens at 0.0025, 30 kept ones at 0.00125 and 9 written ones at 0.01 a thousand.
        costDollars: expect.closeTo(0.000_152_5, 10),
      },
    });
    expect(JSON.stringify(frame)).toContain('Say ahoy.');
    const rows = await kith.storedMessages(bot.botId);
    expect(rows).toMatchObject([{ promptTokens: 40, cachedTokens: 30, completionTokens: 9 }]);
    expect(JSON.stringify(rows)).not.toContain('Say ahoy.');
  });

  it('shows no prompt where it is not asked for, and none to an access key, which may not read instructions', async () => {
    const bot = kith.aBot({ instructions: 'Say ahoy.' });
    const script = { ...bot.actor, scopes: ['chat' as const] };
    for (const input of [
      { ...bot, message: 'Hi' },
      { ...bot, actor: script, message: 'Hi', showPrompt: true },
    ])
      expect(JSON.stringify(await kith.say(input))).not.toContain('Say ahoy.');
  });
});

describe('the report about a prompt', () => {
  type Reported = Parameters<PromptReports['of']>[0];
  const reports = new PromptReports({
    list: () => Promise.resolve({ isConfigured: true, localModel: null, imageModel: null, models: [] }),
  } as unknown as ConstructorParameters<typeof PromptReports>[0]);
  const reply: Reported['reply'] = { reply: 'Hi', engine: 'local', sources: [], truncated: false, notes: [] };

  it('names no price for a model without one, and shows of a very long prompt what one answer can hold', async () => {
    const messages = [
      { role: 'system' as const, content: 'a'.repeat(150_000) },
      { role: 'user' as const, content: 'b'.repeat(150_000) },
      { role: 'user' as const, content: 'c' },
    ];
    const report = await reports.of({ asked: { model: 'x', name: 'Own', messages, toolCalls: [] }, reply, usage: null });
    expect(report).toMatchObject({ isCut: true, costDollars: null, promptTokens: null });
    expect(report?.messages.map(({ content }) => content.length)).toEqual([150_000, 50_000, 0]);
    const specs = [{ name: 'look_up', description: 'd'.repeat(60_000), parameters: { type: 'object' } }];
    const use = { specs, rounds: [], mayCall: true };
    const asked = { model: 'x', name: 'Own', messages: messages.slice(0, 1), tools: use, toolCalls: [] };
    const withTools = await reports.of({ asked, reply, usage: null });
    expect(withTools).toMatchObject({
      isCut: true,
      tools: [{ name: 'look_up', description: 'd'.repeat(50_000), parameters: '' }],
    });
  });

  it('is none for a reply that no language model wrote', async () => {
    expect(await reports.of({ asked: undefined, reply, usage: null })).toBeUndefined();
  });
});
