import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiClient, startStack, type Stack } from '@kith/all-in-one/testing';
import { waitFor } from '@kith/kit/testing';

describe('errors from Discord', () => {
  let stack: Stack;

  beforeAll(async () => {
    stack = await startStack();
  }, 60_000);
  afterEach(() => stack.discord.endOutage());
  afterAll(() => stack.stop());

  async function aBotWith(discordToken: string): Promise<{ api: ApiClient; id: string; warnings: string[] }> {
    const { client } = await new ApiClient(stack.baseUrl).register(`eve-${randomUUID().slice(0, 8)}`);
    const created = await client.post('/api/bots', { name: 'Amber', discordToken });
    const { id, warnings } = created.body as { id: string; warnings: string[] };
    return { api: client, id, warnings };
  }

  it('a wrong token is saved with a warning, and the start fails with what to do', async () => {
    const { api, id, warnings } = await aBotWith('MTIzNDU2Nzg5MDEyMzQ1Njc4OQ.Gabcde.not-a-real-token-at-all-000000000000');
    expect(warnings.join()).toMatch(/token/i);
    const started = await api.post(`/api/bots/${id}/start`);
    expect(started.status).toBe(422);
    expect(started.body['code']).toBe('TOKEN_INVALID');
    const bot = await api.get(`/api/bots/${id}`);
    expect(bot.body).toMatchObject({ status: 'offline', runtimeState: 'failed' });
    expect(bot.body['statusReason']).toMatch(/Reset it in the Discord Developer Portal/);
  });

  it('with a refused intent (4014) the bot comes online without it, answers mentions, and names the switch to turn on', async () => {
    const onDiscord = await stack.discord.addBot({ hasMessageContentIntent: false });
    const { api, id } = await aBotWith(onDiscord.token);
    const started = await api.post(`/api/bots/${id}/start`);
    expect(started.status).toBe(200);
    expect(started.body).toMatchObject({ status: 'online', statusReason: expect.stringMatching(/Message Content/) });
    const messageId = await stack.discord.sendMessage({ bot: onDiscord, content: 'hello', mention: true });
    await stack.discord.waitForReply(messageId);
  }, 60_000);

  it('while Discord is unreachable the bot says so, and comes online by itself afterwards', async () => {
    const onDiscord = await stack.discord.addBot();
    const { api, id } = await aBotWith(onDiscord.token);
    await stack.discord.startOutage();
    const started = await api.post(`/api/bots/${id}/start`);
    expect(started.status).toBe(202);
    expect(started.body).toMatchObject({ status: 'offline', statusReason: expect.stringMatching(/Discord cannot be reached/) });
    await stack.discord.endOutage();
    await waitFor('the bot online', async () => (await api.get(`/api/bots/${id}`)).body['status'] === 'online', 90_000);
  }, 120_000);

  it('a token that is revoked while online ends the connection for good', async () => {
    const onDiscord = await stack.discord.addBot();
    const { api, id } = await aBotWith(onDiscord.token);
    expect((await api.post(`/api/bots/${id}/start`)).status).toBe(200);
    await stack.discord.revokeToken(onDiscord);
    await waitFor('the failure', async () => (await api.get(`/api/bots/${id}`)).body['runtimeState'] === 'failed');
  });

  it('two bots cannot share one Discord application', async () => {
    const onDiscord = await stack.discord.addBot();
    await aBotWith(onDiscord.token);
    const { client } = await new ApiClient(stack.baseUrl).register(`mal-${randomUUID().slice(0, 8)}`);
    const second = await client.post('/api/bots', { name: 'Copy', discordToken: onDiscord.token });
    expect(second.status).toBe(409);
    expect(second.body['code']).toBe('TOKEN_IN_USE');
  });
});
