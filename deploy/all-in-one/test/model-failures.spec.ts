import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiClient, startStack, type Stack } from '@kith/all-in-one/testing';

type Behaviour = 'down' | 'hanging';

/** A model provider that refuses or never answers: the user reads what to do, and pays nothing. */
describe('when the language model fails', () => {
  let provider: Server;
  let stack: Stack;
  let behaviour: Behaviour = 'down';
  let api: ApiClient;
  let botId: string;

  const used = async () => {
    const { usage } = (await api.get('/api/dashboard/resource-usage')).body as { usage: { tokens: { used: number } } };
    return usage.tokens.used;
  };

  beforeAll(async () => {
    provider = createServer((_request, response) => {
      if (behaviour === 'down') response.writeHead(503).end();
    });
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
    const { port } = provider.address() as AddressInfo;
    stack = await startStack({ OPENAI_API_KEY: 'sk-not-a-real-key', OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1` });
    api = (await new ApiClient(stack.baseUrl).register(`leo-${randomUUID().slice(0, 8)}`)).client;
    botId = String((await api.post('/api/bots', { name: 'Leo' })).body['id']);
  }, 60_000);
  afterAll(async () => {
    provider.closeAllConnections();
    provider.close();
    await stack.stop();
  });

  it.each<Behaviour>(['down', 'hanging'])(
    'says so in the test chat and charges nothing: %s',
    async (how) => {
      behaviour = how;
      const answer = await api.post(`/api/bots/${botId}/chat`, { message: 'hello' });
      expect(answer.status).toBe(503);
      expect(answer.body).toMatchObject({
        code: 'MODEL_UNAVAILABLE',
        message: expect.stringMatching(/Nothing was charged\. Please try again/),
      });
      expect(await used()).toBe(0);
    },
    60_000,
  );

  it('says so on Discord, once, and charges nothing', async () => {
    behaviour = 'down';
    const onDiscord = await stack.discord.addBot();
    await api.patch(`/api/bots/${botId}`, { discordToken: onDiscord.token });
    expect((await api.post(`/api/bots/${botId}/start`)).status).toBe(200);
    const messageId = await stack.discord.say({ bot: onDiscord, content: 'are you there?' });
    const reply = await stack.discord.waitForReply(messageId, 60_000);
    expect(reply.content).toMatch(/cannot reach my language model/);
    expect(await stack.discord.repliesTo(messageId)).toHaveLength(1);
    expect(await used()).toBe(0);
    expect((await api.get(`/api/bots/${botId}`)).body).toMatchObject({ status: 'online', messageCount: 0 });
  }, 120_000);
});
