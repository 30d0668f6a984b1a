import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { RunningService } from '@kith/kit';
import { waitFor, type DiscordBot } from '@kith/kit/testing';
import { runner } from '@kith/proto';
import { DeliveriesService } from '../src/deliveries/deliveries.service.js';
import { RunnerWorld } from './runner-world.js';

let world: RunnerWorld;

let service: RunningService;

beforeAll(async () => {
  world = await RunnerWorld.open({ identifyEveryMs: 0 });
  service = await world.startHere();
});
afterAll(() => world.close());
beforeEach(() => {
  world.discord.acceptAgain();
  world.discord.resetStats();
});

let members = 0;
const newMember = (): string => String(200_000_000_000_000_000n + BigInt(++members));

/** Speaks, each time as somebody else, until no answer comes. */
const silenceIn = (bot: DiscordBot, channelId: string) =>
  waitFor('silence', async () => {
    const messageId = world.discord.say({ bot, channelId, content: 'anybody?', authorId: newMember() });
    return world.discord.waitForReply(messageId, 300).then(
      () => false,
      () => true,
    );
  });

const online = (...settings: Parameters<RunnerWorld['onlineBot']>) => world.onlineBot(...settings);

describe('a companion on Discord', () => {
  it('S71: comes online, answers a member as a reply without pinging anybody, shows that it types, and is counted once', async () => {
    const { bot } = await online();
    const messageId = world.discord.say({ bot, content: 'how are you?' });
    const reply = await world.discord.waitForReply(messageId);
    expect(reply).toMatchObject({
      content: 're: how are you?',
      channelId: bot.channelId,
      allowedMentions: { parse: [], replied_user: false },
    });
    await waitFor('the count', () => world.chat.delivered.includes(messageId));
    expect(world.chat.delivered.filter((id) => id === messageId)).toHaveLength(1);
    expect(world.discord.typing(bot.channelId)).toBeGreaterThan(0);
    expect(world.chat.jobs.at(-1)).toMatchObject({ author: { name: expect.stringContaining('member') }, guildId: bot.guildId });
  });

  it('answers each of many messages once', async () => {
    const { bot } = await online();
    const ids = Array.from({ length: 30 }, (_, index) =>
      world.discord.say({ bot, content: `n ${index}`, authorId: newMember() }),
    );
    await Promise.all(ids.map((id) => world.discord.waitForReply(id)));
    expect(ids.map((id) => world.discord.repliesTo(id).length)).toEqual(ids.map(() => 1));
  });

  it('answers a direct message, and a mention without the mention in the text', async () => {
    const { bot } = await online({ mentionOnly: true });
    const direct = world.discord.say({ bot, content: 'between us', guildId: null });
    expect((await world.discord.waitForReply(direct)).content).toBe('re: between us');
    const ignored = world.discord.say({ bot, content: 'not for you' });
    const mentioned = world.discord.say({ bot, content: 'for you', mention: true });
    expect((await world.discord.waitForReply(mentioned)).content).toBe('re: for you');
    expect(world.discord.repliesTo(ignored)).toEqual([]);
  });

  it('follows new settings within two seconds, without a new connection', async () => {
    const { bot, botId } = await online();
    const { connections } = world.discord.stats;
    await world.bots.change(botId, { settings: { restrictedChannels: [bot.channelId] } });
    const changedMs = Date.now();
    await silenceIn(bot, bot.channelId);
    expect(Date.now() - changedMs).toBeLessThan(2000);
    expect(world.discord.stats.connections).toBe(connections);
  });

  it('lets a thread follow its parent', async () => {
    const { bot, botId } = await online();
    const restricted = world.discord.addChannel(bot, { name: 'restricted' });
    const thread = world.discord.addChannel(bot, { name: 'a thread', parentId: restricted.id });
    await world.discord.waitForReply(world.discord.say({ bot, content: 'still open', channelId: thread.id }));
    await world.bots.change(botId, { settings: { restrictedChannels: [restricted.id] } });
    await silenceIn(bot, restricted.id);
    const inThread = world.discord.say({ bot, content: 'psst', channelId: thread.id });
    await world.discord.waitForReply(world.discord.say({ bot, content: 'hello' }));
    expect(world.discord.repliesTo(inThread)).toEqual([]);
  });

  it('posts a long answer in parts, none of it lost, and only the first as a reply', async () => {
    const { bot } = await online();
    const text = `${'Many words here. '.repeat(200)}\n\`\`\`js\n${'const a = 1;\n'.repeat(120)}\`\`\``;
    world.chat.answer = () => text;
    const messageId = world.discord.say({ bot, content: 'tell me everything' });
    await waitFor('the count', () => world.chat.delivered.includes(messageId));
    world.chat.answer = (job) => `re: ${job.content}`;
    const parts = world.discord.messages(bot.channelId).filter((message) => message.isBot);
    expect(parts.length).toBeGreaterThan(2);
    expect(parts.map((part) => part.replyTo)).toEqual([messageId, ...parts.slice(1).map(() => null)]);
    expect(
      parts
        .map((part) => part.content)
        .join('')
        .replaceAll(/\s/g, ''),
    ).toBe(text.replaceAll(/\s/g, ''));
  });

  it('posts nothing twice when a killed worker left the job half done', async () => {
    const { bot, botId } = await online();
    const messageId = world.discord.say({ bot, content: '', authorId: newMember() });
    const job = { botId, messageId, channelId: bot.channelId, text: `${'word '.repeat(500)}end`, kind: 'reply' as const };
    const context = { jobId: `${botId}-${messageId}`, attempt: 1, isLastAttempt: false };
    const deliveries = service.app.get(DeliveriesService);
    await deliveries.deliver(job, context);
    await deliveries.deliver(job, context);
    expect(world.discord.stats.posts).toBe(2);
    // Killed between Discord's answer and the note of it: only the nonce knows.
    await world.runtime.redis.del(`runner:posted:${botId}-${messageId}`);
    await deliveries.deliver(job, context);
    expect(world.discord.stats.repeatedNonces).toBe(2);
    expect(world.discord.messages(bot.channelId).filter((message) => message.isBot)).toHaveLength(2);
  });

  it('waits the delay of the settings before it answers', async () => {
    const { bot } = await online({ responseDelay: 1 });
    const sinceMs = Date.now();
    await world.discord.waitForReply(world.discord.say({ bot, content: 'slowly' }));
    expect(Date.now() - sinceMs).toBeGreaterThanOrEqual(1000);
  });

  it('goes offline when it is stopped, and comes back', async () => {
    const { bot, botId } = await online();
    await world.bots.stop(botId);
    await world.bots.waitForState(botId, 'stopped', 3000);
    expect(world.discord.hasSession(bot)).toBe(false);
    await world.allowIdentify(bot);
    await world.bots.start(botId);
    await world.bots.waitForState(botId, 'online');
    expect(world.discord.isConnected(bot)).toBe(true);
  });

  it('moves to another Discord bot with its token', async () => {
    const { bot, botId } = await online();
    const other = world.discord.addBot();
    await world.bots.change(botId, { token: other.token, applicationId: other.applicationId });
    await waitFor('the move', () => world.discord.isConnected(other) && !world.discord.hasSession(bot));
    await world.discord.waitForReply(world.discord.say({ bot: other, content: 'new here?' }));
    expect(world.bots.reports.filter((report) => report.botId === botId && report.runtimeState === 'stopped')).toEqual([]);
  });

  it('is off, purged everywhere and forgotten after its deletion', async () => {
    const { bot, botId } = await online();
    const purges = () => [world.chat.purged, world.purgedKnowledge].map((ids) => ids.filter((id) => id === botId).length);
    await world.bots.remove(botId);
    await waitFor('the first purge', () => purges().every((count) => count === 1));
    expect(world.discord.hasSession(bot)).toBe(false);
    // A reply that was being written is stored after the purge: it comes again before the companion is forgotten.
    expect(world.bots.forgotten).not.toContain(botId);
    await world.bots.hurryPurge(botId);
    await waitFor('the end', () => world.bots.forgotten.includes(botId));
    expect(purges()).toEqual([2, 2]);
  });
});

describe('the token check', () => {
  const verdict = (token: string) => world.runtime.rpc.ask(runner.inspectToken, { token });

  it('tells what Discord says about a token without connecting', async () => {
    const bot = world.discord.addBot({ name: 'Al' });
    expect(await verdict(bot.token)).toEqual({
      verdict: 'valid',
      applicationId: bot.applicationId,
      botName: 'Al',
      hasMessageContent: true,
    });
    const blind = world.discord.addBot({ messageContent: false });
    expect(await verdict(blind.token)).toMatchObject({ verdict: 'valid', hasMessageContent: false });
    world.discord.revoke(bot);
    expect(await verdict(bot.token)).toEqual({ verdict: 'invalid' });
    expect(world.discord.stats.connections).toBe(0);
  });

  it('S74: is invalid for the account of a person', async () => {
    const person = world.discord.addBot({ isPerson: true });
    expect(await verdict(person.token)).toEqual({ verdict: 'invalid' });
  });

  it('does not bother Discord with what is no token', async () => {
    for (const token of ['nonsense', 'a.b.c', `${'x'.repeat(30)}.abc def.${'y'.repeat(30)}`])
      expect(await verdict(token)).toEqual({ verdict: 'invalid' });
    expect(world.discord.stats.restRequests).toBe(0);
  });

  it('is no verdict while Discord cannot be reached', async () => {
    const bot = world.discord.addBot();
    world.discord.refuse({ path: '/users/@me', status: 500 });
    expect(await verdict(bot.token)).toEqual({ verdict: 'unreachable' });
    await world.discord.goDown();
    expect(await verdict(bot.token)).toEqual({ verdict: 'unreachable' });
    await world.discord.comeBack();
  });
});
