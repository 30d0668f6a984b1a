import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { waitFor, type DiscordBot } from '@kith/kit/testing';
import { ERRORS, events, queues, runner } from '@kith/proto';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { RunnerWorld } from './runner-world.js';

let world: RunnerWorld;

beforeAll(async () => {
  world = await RunnerWorld.open({ identifyEveryMs: 0 });
  await world.startHere();
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
  it('comes online, answers a member as a reply, shows that it types, and is counted once', async () => {
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
    // The second IDENTIFY waits for Discord's five seconds.
    await world.bots.start(botId);
    await world.bots.waitForState(botId, 'online');
    expect(world.discord.isConnected(bot)).toBe(true);
  });

  it('is off, purged everywhere and forgotten after its deletion', async () => {
    const { bot, botId } = await online();
    await world.bots.remove(botId);
    await waitFor('the end', () => world.bots.forgotten.includes(botId));
    expect(world.chat.purged).toContain(botId);
    expect(world.purgedKnowledge).toContain(botId);
    expect(world.discord.hasSession(bot)).toBe(false);
  });
});

describe('what Discord refuses', () => {
  it('a wrong token: failed, with what to do, asked once', async () => {
    const { bot, botId } = world.addBot();
    world.discord.revoke(bot);
    await world.bots.start(botId);
    const report = await world.bots.waitForState(botId, 'failed');
    expect(report).toMatchObject({ code: 'TOKEN_INVALID', statusReason: ERRORS.TOKEN_INVALID.text });
    const { unauthorized } = world.discord.stats;
    expect(unauthorized).toBeLessThanOrEqual(2);
    await world.runtime.events.publish(events.botChanged, { botId });
    const other = await online();
    await world.discord.waitForReply(world.discord.say({ bot: other.bot, content: 'others are not disturbed' }));
    expect(world.discord.stats.unauthorized).toBe(unauthorized);
    expect(world.discord.stats.closes).toEqual({});
  });

  it('a token that was reset while online: failed; online again with the new one', async () => {
    const { bot, botId } = await online();
    const token = world.discord.resetToken(bot);
    expect(await world.bots.waitForState(botId, 'failed')).toMatchObject({ code: 'TOKEN_INVALID' });
    await world.bots.change(botId, { token });
    await world.bots.waitForState(botId, 'online');
    const messageId = world.discord.say({ bot, content: 'with the new token' });
    await world.discord.waitForReply(messageId);
  });

  it('the Message Content intent: failed once, in words; tried again when the user starts it', async () => {
    const { botId } = world.addBot({}, { messageContent: false });
    await world.bots.start(botId);
    const report = await world.bots.waitForState(botId, 'failed');
    expect(report).toMatchObject({ code: 'INTENT_MISSING', statusReason: ERRORS.INTENT_MISSING.text });
    expect(world.discord.stats.closes).toEqual({ 4014: 1 });
    await world.bots.start(botId);
    await waitFor('the second verdict', () => world.discord.stats.closes[4014] === 2);
  });

  it('a message in a channel it may not write in: told to chat, not tried again', async () => {
    const { bot } = await online();
    world.discord.refuse({ path: `/channels/${bot.channelId}/messages`, method: 'POST', status: 403, code: 50_013 });
    const messageId = world.discord.say({ bot, content: 'can you write here?' });
    const told = await waitFor('the word', () => world.chat.undeliverable.find((one) => one.messageId === messageId));
    expect(told.reason).toContain('50013');
    expect(world.chat.delivered).not.toContain(messageId);
  });
});

describe('when something is away', () => {
  it('Discord: says so while starting, and comes online by itself', async () => {
    await world.discord.goDown();
    const { botId } = world.addBot();
    await world.bots.start(botId);
    const report = await waitFor('the reason', () => world.bots.reports.find((one) => one.botId === botId && one.code !== null));
    expect(report).toMatchObject({
      runtimeState: 'starting',
      code: 'DISCORD_UNREACHABLE',
      statusReason: ERRORS.DISCORD_UNREACHABLE.text,
    });
    await world.discord.comeBack();
    expect(await world.bots.waitForState(botId, 'online', 20_000)).toMatchObject({ code: null, statusReason: null });
  });

  it('Discord for three seconds: reconnecting, then every message answered once, by RESUME', async () => {
    const { bot, botId } = await online();
    world.discord.resetStats();
    await world.discord.goDown();
    const ids = Array.from({ length: 5 }, (_, index) => world.discord.say({ bot, content: `missed ${index}` }));
    expect(await world.bots.waitForState(botId, 'reconnecting')).toMatchObject({ code: 'DISCORD_UNREACHABLE' });
    await world.discord.comeBack();
    await world.bots.waitForState(botId, 'online', 20_000);
    await Promise.all(ids.map((id) => world.discord.waitForReply(id, 20_000)));
    expect(ids.map((id) => world.discord.repliesTo(id).length)).toEqual(ids.map(() => 1));
    expect(world.discord.stats.identifies).toBe(0);
  }, 60_000);

  it('Discord while an answer is posted: posted later, once', async () => {
    const { bot } = await online();
    world.discord.refuse({ path: `/channels/${bot.channelId}/messages`, method: 'POST', status: 503, times: 5 });
    const messageId = world.discord.say({ bot, content: 'try hard' });
    await world.discord.waitForReply(messageId, 20_000);
    await waitFor('the count', () => world.chat.delivered.includes(messageId));
    expect(world.discord.repliesTo(messageId)).toHaveLength(1);
  });

  it('the chat service after the answer was posted: counted later, not posted twice', async () => {
    const { bot } = await online();
    const counted = world.chat.delivered.length;
    let failures = 2;
    world.chat.beforeDelivered = () => {
      if (failures-- > 0) throw new Error('down');
    };
    const messageId = world.discord.say({ bot, content: 'once' });
    await waitFor('the count', () => world.chat.delivered.includes(messageId));
    world.chat.beforeDelivered = () => undefined;
    expect(world.chat.delivered).toHaveLength(counted + 1);
    expect(world.discord.repliesTo(messageId)).toHaveLength(1);
  });

  it('the bots service: nobody is disconnected, and reports are told later', async () => {
    const { bot, botId } = await online();
    await world.bots.leave();
    const messageId = world.discord.say({ bot, content: 'are you there?' });
    await world.discord.waitForReply(messageId);
    const sinceMs = Date.now();
    // Longer than the wanted list is kept fresh.
    await waitFor('four seconds', () => Date.now() - sinceMs > 4000);
    expect(world.discord.isConnected(bot)).toBe(true);
    await world.bots.play();
    await world.bots.stop(botId);
    await world.bots.waitForState(botId, 'stopped', 15_000);
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

it('leaves no token in Redis', async () => {
  const redis = new Redis(world.redis.url);
  try {
    const { bot } = await online();
    const dumps = await Promise.all(
      (await redis.keys('*')).map(async (key) => [key, (await redis.dumpBuffer(key))?.toString('latin1')]),
    );
    expect(dumps.length).toBeGreaterThan(3);
    expect(JSON.stringify(dumps)).not.toContain(bot.token);
  } finally {
    redis.disconnect();
  }
});

it('has no job that failed for good', async () => {
  const redis = new Redis(world.redis.url, { maxRetriesPerRequest: null });
  for (const name of [queues.deliveries.name, queues.lifecycle.name]) {
    const queue = new Queue(name, { connection: redis, prefix: 'jobs' });
    expect((await queue.getFailed()).map((job) => [job.name, job.failedReason])).toEqual([]);
    await queue.close();
  }
  redis.disconnect();
});
