import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiClient, aStack, type Stack } from '@kith/all-in-one/testing';
import { waitFor } from '@kith/kit/testing';
import { BUILTIN_LABEL } from '@kith/proto';

interface BotAnswer {
  readonly id: string;
  readonly status: string;
  readonly runtimeState: string;
  readonly statusReason: string | null;
  readonly messageCount: number;
  readonly hasDiscordToken: boolean;
}

const LIGHTHOUSE = 'The lighthouse of Port Amber was built in 1874 and is open to visitors on Sundays from ten to four.';

describe('one bot from registration to a reply on Discord, over HTTP', () => {
  let stack: Stack;
  let api: ApiClient;
  let admin: ApiClient;
  let userId: string;
  let bot: BotAnswer;

  const load = async () => (await api.get(`/api/bots/${bot.id}`)).body as unknown as BotAnswer;

  beforeAll(async () => {
    stack = await aStack();
    const anonymous = new ApiClient(stack.baseUrl);
    const registered = await anonymous.register(`ada-${randomUUID().slice(0, 8)}`);
    api = registered.client;
    userId = registered.user.id;
    admin = (await anonymous.login(stack.superAdmin.username, stack.superAdmin.password)).client;
  }, 60_000);
  afterAll(() => stack.stop());

  it('the registered user is signed in', async () => {
    const answer = await api.get('/api/auth/user');
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ id: userId, subscriptionPlan: 'free', isAdmin: false, impersonatedBy: null });
    expect((await new ApiClient(stack.baseUrl).get('/api/auth/user')).status).toBe(401);
  });

  it('one bot can be created on the free plan', async () => {
    const created = await api.post('/api/bots', {
      name: 'Amber',
      description: 'Knows the coast',
      personality: { friendliness: true, witty: true },
      userId: 1,
    });
    expect(created.status).toBe(201);
    bot = created.body as unknown as BotAnswer;
    expect(created.body).toMatchObject({
      name: 'Amber',
      userId,
      status: 'offline',
      messageCount: 0,
      hasDiscordToken: false,
      droppedTraits: ['witty'],
    });
    const second = await api.post('/api/bots', { name: 'Beryl' });
    expect(second.status).toBe(403);
    expect(second.body['code']).toBe('BOT_LIMIT');
    expect(second.text).toMatch(/subscription limit/i);
    expect(second.text).toContain('upgrade your plan');
  });

  it('the test chat replies and says that no language model is configured', async () => {
    const engine = await api.get(`/api/bots/${bot.id}/chat/engine`);
    expect(engine.body).toEqual({ engine: 'builtin', label: BUILTIN_LABEL, isOwnKey: false });
    const answer = await api.post(`/api/bots/${bot.id}/chat`, { message: 'When was the lighthouse of Port Amber built?' });
    expect(answer.status).toBe(200);
    expect(answer.body['engine']).toBe('builtin');
    expect(answer.text).not.toContain('1874');
  });

  it('a start without a Discord token is refused with the specified message', async () => {
    const answer = await api.post(`/api/bots/${bot.id}/start`);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      code: 'TOKEN_MISSING',
      message: 'Please edit your bot and add a Discord token to launch it. Go to Edit → Discord Settings.',
    });
  });

  it('a free plan takes five knowledge items, and a larger plan takes more', async () => {
    const item = { title: 'Port Amber', content: LIGHTHOUSE, type: 'text', tags: ['coast'] };
    for (let n = 1; n <= 5; n += 1)
      expect((await api.post(`/api/bots/${bot.id}/knowledge`, { title: `Tide ${n}`, content: 'Twice a day.' })).status).toBe(201);
    const refused = await api.post(`/api/bots/${bot.id}/knowledge`, item);
    expect(refused.status).toBe(403);
    expect(refused.body['code']).toBe('UPGRADE_REQUIRED');
    expect((await admin.patch(`/api/admin/users/${userId}/subscription`, { plan: 'standard' })).status).toBe(200);
    const taught = await waitFor('the new plan', async () => {
      const answer = await api.post(`/api/bots/${bot.id}/knowledge`, item);
      return answer.status === 201 ? answer : undefined;
    });
    expect(taught.body).toMatchObject({ title: 'Port Amber', status: 'ready' });
    const answer = await api.post(`/api/bots/${bot.id}/chat`, { message: 'When was the lighthouse of Port Amber built?' });
    expect(answer.body['response']).toContain('1874');
    expect(answer.body['sources']).toEqual(['Port Amber']);
  });

  it('the bot goes online, replies to a member, and goes offline', async () => {
    const onDiscord = await stack.discord.addBot();
    const saved = await api.patch(`/api/bots/${bot.id}`, { discordToken: onDiscord.token });
    expect(saved.body).toMatchObject({ hasDiscordToken: true, discordTokenHint: onDiscord.token.slice(-4), warnings: [] });
    expect(saved.text).not.toContain(onDiscord.token);

    const started = await api.post(`/api/bots/${bot.id}/start`);
    expect(started.status).toBe(200);
    expect(started.body).toMatchObject({ status: 'online', runtimeState: 'online', statusReason: null });

    const messageId = await stack.discord.sendMessage({
      bot: onDiscord,
      content: 'hey, when was the lighthouse of Port Amber built? @everyone',
    });
    const reply = await stack.discord.waitForReply(messageId, 15_000);
    expect(reply.content).toContain('1874');
    await waitFor('the count', async () => (await load()).messageCount === 3);
    expect(await stack.discord.repliesTo(messageId)).toHaveLength(1);
    expect(await stack.discord.typingCount(onDiscord.channelId)).toBeGreaterThan(0);

    const stopped = await api.post(`/api/bots/${bot.id}/stop`);
    expect(stopped.status).toBe(200);
    expect(stopped.body).toMatchObject({ status: 'offline', runtimeState: 'stopped' });
    await waitFor('the closed connection', async () => !(await stack.discord.isConnected(onDiscord)));
  });

  it('usage counts no replies of the built-in companion, which cost nothing', async () => {
    const usage = await api.get('/api/dashboard/resource-usage');
    expect(usage.body).toMatchObject({
      usage: { bots: { total: 1, online: 0 }, tokens: { used: 0, dailyLimit: 500 } },
      messageStats: { dailyTotal: 0 },
    });
  });

  it('a deleted bot is gone at once', async () => {
    expect((await api.delete(`/api/bots/${bot.id}`)).status).toBe(200);
    expect((await api.get(`/api/bots/${bot.id}`)).status).toBe(404);
    expect((await api.get(`/api/bots/${bot.id}/knowledge`)).status).toBe(404);
    expect((await api.post(`/api/bots/${bot.id}/chat`, { message: 'still there?' })).status).toBe(404);
  });

  it('after logout the token is refused at once', async () => {
    expect((await api.post('/api/auth/logout')).status).toBe(200);
    expect((await api.get('/api/auth/user')).status).toBe(401);
  });
});
