import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiClient, startStack, type Answer, type Stack } from '@kith/all-in-one/testing';

// The only request that the provider accepts.
const HANG = 'Please think about this for ever';

interface Asked {
  readonly api: ApiClient;
  readonly botId: string;
}

describe('a language model that fails', () => {
  let provider: Server;
  let stack: Stack;
  // Runs in parallel with the other tests, because it takes the full model timeout.
  let hanging: Asked & { readonly answer: Promise<Answer> };

  beforeAll(async () => {
    provider = createServer((request, response) => {
      let asked = '';
      request.setEncoding('utf8').on('data', (piece: string) => (asked += piece));
      request.on('end', () => {
        if (!asked.includes(HANG)) response.writeHead(503).end();
      });
    });
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
    const { port } = provider.address() as AddressInfo;
    stack = await startStack({ OPENAI_API_KEY: 'sk-not-a-real-key', OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1` });
    const asked = await aBot();
    hanging = { ...asked, answer: say(asked, HANG) };
  }, 60_000);
  afterAll(async () => {
    provider.closeAllConnections();
    provider.close();
    await stack.stop();
  });

  async function aBot(): Promise<Asked> {
    const { client: api } = await new ApiClient(stack.baseUrl).register(`leo-${randomUUID().slice(0, 8)}`);
    return { api, botId: String((await api.post('/api/bots', { name: 'Leo' })).body['id']) };
  }

  const say = ({ api, botId }: Asked, message: string) => api.post(`/api/bots/${botId}/chat`, { message });

  async function used({ api }: Asked): Promise<number> {
    const { usage } = (await api.get('/api/dashboard/resource-usage')).body as { usage: { tokens: { used: number } } };
    return usage.tokens.used;
  }

  async function expectNothingCharged(asked: Asked, answer: Answer): Promise<void> {
    expect(answer.status).toBe(503);
    expect(answer.body).toMatchObject({
      code: 'MODEL_UNAVAILABLE',
      message: expect.stringMatching(/Nothing was charged\. Please try again/),
    });
    expect(await used(asked)).toBe(0);
  }

  it('unavailable: the test chat says so and nothing is charged', async () => {
    const asked = await aBot();
    await expectNothingCharged(asked, await say(asked, 'hello'));
  });

  it('unavailable: one notice is posted on Discord and nothing is charged', async () => {
    const asked = await aBot();
    const { api, botId } = asked;
    const onDiscord = await stack.discord.addBot();
    await api.patch(`/api/bots/${botId}`, { discordToken: onDiscord.token });
    expect((await api.post(`/api/bots/${botId}/start`)).status).toBe(200);
    const messageId = await stack.discord.sendMessage({ bot: onDiscord, content: 'are you there?' });
    const reply = await stack.discord.waitForReply(messageId, 60_000);
    expect(reply.content).toMatch(/cannot reach my language model/);
    expect(await stack.discord.repliesTo(messageId)).toHaveLength(1);
    expect(await used(asked)).toBe(0);
    expect((await api.get(`/api/bots/${botId}`)).body).toMatchObject({ status: 'online', messageCount: 0 });
  }, 120_000);

  it('never answering: the test chat says so and nothing is charged', async () => {
    await expectNothingCharged(hanging, await hanging.answer);
  }, 60_000);
});
