import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@kith/kit/testing';
import { runner } from '@kith/proto';
import { RunnerWorld } from './runner-world.js';

describe('a companion on Discord', () => {
  let world: RunnerWorld;

  beforeAll(async () => {
    world = await RunnerWorld.open();
    await world.startHere();
  });
  afterAll(() => world.close());

  it('comes online, answers a member as a reply, shows that it types, and is counted once', async () => {
    const { bot } = await world.onlineBot();
    const messageId = world.discord.say({ bot, content: 'how are you?' });
    const reply = await world.discord.waitForReply(messageId);
    expect(reply).toMatchObject({ content: 're: how are you?', channelId: bot.channelId, allowedMentions: { parse: [], replied_user: false } });
    await waitFor('the count', () => world.chat.delivered.includes(messageId));
    expect(world.discord.typing(bot.channelId)).toBeGreaterThan(0);
    expect(world.chat.jobs.at(-1)).toMatchObject({ author: { id: expect.any(String), name: expect.stringContaining('member') }, guildId: bot.guildId });
  });
});

describe('the token check', () => {
  let world: RunnerWorld;

  beforeAll(async () => {
    world = await RunnerWorld.open();
    await world.startHere();
  });
  afterAll(() => world.close());

  const verdict = (token: string) => world.runtime.rpc.ask(runner.inspectToken, { token });

  it('tells what Discord says about a token without connecting', async () => {
    const bot = world.discord.addBot({ name: 'Al' });
    expect(await verdict(bot.token)).toEqual({ verdict: 'valid', applicationId: bot.applicationId, botName: 'Al', hasMessageContent: true });
    expect(world.discord.stats.connections).toBe(0);
  });
});
