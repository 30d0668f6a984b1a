import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { RunningService } from '@kith/kit';
import { anActor, waitFor, type DiscordBot } from '@kith/kit/testing';
import { runner, traces } from '@kith/proto';
import { DeliveriesService } from '../src/deliveries/deliveries.service.js';
import { PostedParts } from '../src/discord/posted-parts.js';
import { RunnerHarness } from './runner-harness.js';

let harness: RunnerHarness;

let service: RunningService;

beforeAll(async () => {
  harness = await RunnerHarness.open({ identifyEveryMs: 0 });
  service = await harness.startInProcess();
});
afterAll(() => harness.close());
beforeEach(() => {
  harness.discord.acceptRequests();
  harness.discord.resetStats();
});

let members = 0;
const newMember = (): string => String(200_000_000_000_000_000n + BigInt(++members));

/** Writes messages, each from another member, until one is not replied to. */
const waitForSilence = (bot: DiscordBot, channelId: string) =>
  waitFor('a message without a reply', async () => {
    const messageId = harness.discord.sendMessage({ bot, channelId, content: 'anybody?', authorId: newMember() });
    return harness.discord.waitForReply(messageId, 300).then(
      () => false,
      () => true,
    );
  });

const online = (...settings: Parameters<RunnerHarness['onlineBot']>) => harness.onlineBot(...settings);

describe('a bot on Discord', () => {
  it('comes online, replies to a member without pinging anybody, shows that it is typing, and is charged once [S71]', async () => {
    const { bot } = await online();
    const messageId = harness.discord.sendMessage({ bot, content: 'how are you?' });
    const reply = await harness.discord.waitForReply(messageId);
    expect(reply).toMatchObject({
      content: 're: how are you?',
      channelId: bot.channelId,
      allowedMentions: { parse: [], replied_user: false },
    });
    await waitFor('the delivery to be reported', () => harness.chat.delivered.includes(messageId));
    expect(harness.chat.delivered.filter((id) => id === messageId)).toHaveLength(1);
    expect(harness.discord.typingCount(bot.channelId)).toBeGreaterThan(0);
    expect(harness.chat.jobs.at(-1)).toMatchObject({ author: { name: expect.stringContaining('member') }, guildId: bot.guildId });
  });

  it('replies once to each of many messages', async () => {
    const { bot } = await online();
    // At the rate of Discord thirty replies in one channel take half a minute.
    harness.discord.limitChannels({ posts: 30, windowMs: 1000 });
    const ids = Array.from({ length: 30 }, (_, index) =>
      harness.discord.sendMessage({ bot, content: `n ${index}`, authorId: newMember() }),
    );
    await Promise.all(ids.map((id) => harness.discord.waitForReply(id)));
    harness.discord.limitChannels(null);
    expect(ids.map((id) => harness.discord.repliesTo(id).length)).toEqual(ids.map(() => 1));
  });

  it('replies to a direct message and to a mention, and removes the mention from the text', async () => {
    const { bot } = await online({ mentionOnly: true });
    const direct = harness.discord.sendMessage({ bot, content: 'between us', guildId: null });
    expect((await harness.discord.waitForReply(direct)).content).toBe('re: between us');
    const ignored = harness.discord.sendMessage({ bot, content: 'not for you' });
    const mentioned = harness.discord.sendMessage({ bot, content: 'for you', mention: true });
    expect((await harness.discord.waitForReply(mentioned)).content).toBe('re: for you');
    expect(harness.discord.repliesTo(ignored)).toEqual([]);
  });

  it('notes of each message whether it was answered, ignored and why, or run as a command, for its owner alone', async () => {
    const { bot, botId } = await online({ mentionOnly: true });
    const ignored = harness.discord.sendMessage({ bot, content: 'not for you' });
    const answered = harness.discord.sendMessage({ bot, content: 'for you', mention: true });
    await harness.discord.waitForReply(answered);
    harness.discord.setOverwrites(bot.channelId, [{ id: bot.applicationId, of: 'member', deny: ['sendMessages'] }]);
    const refused = harness.discord.sendMessage({ bot, content: 'once more', mention: true, authorId: newMember() });
    const rows = await waitFor('the traces', async () => {
      const { traces: found } = await harness.runtime.rpc.ask(traces.list, {
        actor: anActor({ userId: harness.bots.runnableOf(botId).ownerId }),
        botId,
      });
      return found.some(({ messageId, outcome }) => messageId === refused && outcome === 'unanswered') ? found : null;
    });
    const trace = (id: string) => rows.find(({ messageId }) => messageId === id);
    expect(trace(ignored)).toMatchObject({ outcome: 'ignored', reason: 'not_mentioned', guildId: bot.guildId });
    expect(trace(answered)).toMatchObject({ outcome: 'answered', reason: null, cause: 'mentioned' });
    expect(trace(refused)).toMatchObject({ reason: 'discord_refused', cause: 'mentioned' });
    expect(trace(refused)?.detail).toContain('Missing Permissions');
    expect(JSON.stringify(rows)).not.toContain('not for you');
    const [answer] = harness.discord.repliesTo(answered);
    const asked = { actor: anActor({ userId: harness.bots.runnableOf(botId).ownerId }), botId, messageId: answer?.id ?? '' };
    expect((await harness.runtime.rpc.ask(traces.get, asked)).trace).toEqual(trace(answered));
  });

  it('finds the trace of a question by each message of its answer, and does not read again what it posted', async () => {
    const { bot, botId } = await online();
    const read = jest.spyOn(service.app.get(PostedParts, { strict: false }), 'of');
    const question = harness.discord.sendMessage({ bot, content: 'long '.repeat(400) });
    const parts = await waitFor('both messages', () => {
      const posted = harness.discord.messages(bot.channelId).filter(({ isBot }) => isBot);
      return posted.length === 2 ? posted : null;
    });
    await waitFor('the end of the delivery', () => harness.chat.delivered.includes(question));
    // Whether the whole answer is posted, whether it has a thread, and which parts are posted.
    expect(read.mock.calls.filter(([{ postId }]) => postId === question)).toHaveLength(3);
    read.mockRestore();
    const actor = anActor({ userId: harness.bots.runnableOf(botId).ownerId });
    for (const { id: messageId } of parts) {
      const found = () => harness.runtime.rpc.ask(traces.get, { actor, botId, messageId });
      await waitFor('the trace', async () => (await found()).trace?.messageId === question);
    }
  });

  it('applies new settings within two seconds, without a new connection', async () => {
    const { bot, botId } = await online();
    const { connections } = harness.discord.stats;
    await harness.bots.change(botId, { settings: { restrictedChannels: [bot.channelId] } });
    const changedMs = Date.now();
    await waitForSilence(bot, bot.channelId);
    expect(Date.now() - changedMs).toBeLessThan(2000);
    expect(harness.discord.stats.connections).toBe(connections);
  });

  it('does not reply in a thread of a restricted channel', async () => {
    const { bot, botId } = await online();
    const restricted = harness.discord.addChannel(bot, { name: 'restricted' });
    const thread = harness.discord.addChannel(bot, { name: 'a thread', parentId: restricted.id });
    await harness.discord.waitForReply(harness.discord.sendMessage({ bot, content: 'still open', channelId: thread.id }));
    await harness.bots.change(botId, { settings: { restrictedChannels: [restricted.id] } });
    await waitForSilence(bot, restricted.id);
    const inThread = harness.discord.sendMessage({ bot, content: 'psst', channelId: thread.id });
    await harness.discord.waitForReply(harness.discord.sendMessage({ bot, content: 'hello' }));
    expect(harness.discord.repliesTo(inThread)).toEqual([]);
  });

  it('posts a long reply in parts without losing text, and only the first part as a Discord reply', async () => {
    const { bot } = await online();
    const text = `${'Many words here. '.repeat(200)}\n\`\`\`js\n${'const a = 1;\n'.repeat(100)}\`\`\``;
    harness.chat.replyText = () => text;
    const messageId = harness.discord.sendMessage({ bot, content: 'tell me everything' });
    await waitFor('the delivery to be reported', () => harness.chat.delivered.includes(messageId));
    harness.chat.replyText = (job) => `re: ${job.content}`;
    const parts = harness.discord.messages(bot.channelId).filter((message) => message.isBot);
    expect(parts.length).toBeGreaterThan(2);
    expect(parts.map((part) => part.replyTo)).toEqual([messageId, ...parts.slice(1).map(() => null)]);
    expect(
      parts
        .map((part) => part.content)
        .join('')
        .replaceAll(/\s/g, ''),
    ).toBe(text.replaceAll(/\s/g, ''));
  });

  it('answers without a reference where it may not read earlier messages, because Discord lets nobody reply there', async () => {
    const { bot } = await online();
    harness.discord.setOverwrites(bot.channelId, [{ id: bot.applicationId, of: 'member', deny: ['readMessageHistory'] }]);
    const messageId = harness.discord.sendMessage({ bot, content: 'how deep is it' });
    await waitFor('the delivery to be reported', () => harness.chat.delivered.includes(messageId));
    const posted = harness.discord.messages(bot.channelId).filter((message) => message.isBot);
    expect(posted).toMatchObject([{ content: 're: how deep is it', replyTo: null }]);
  });

  it('posts nothing twice when a killed worker left a job half done', async () => {
    const { bot, botId } = await online();
    const messageId = harness.discord.sendMessage({ bot, content: '', authorId: newMember() });
    const job = {
      botId,
      messageId,
      channelId: bot.channelId,
      text: `${'word '.repeat(500)}end`,
      kind: 'reply' as const,
      ownerId: randomUUID(),
    };
    const context = { jobId: `${botId}-${messageId}`, attempt: 1, isLastAttempt: false, addedAtMs: Date.now() };
    const deliveries = service.app.get(DeliveriesService);
    await deliveries.deliver(job, context);
    await deliveries.deliver(job, context);
    expect(harness.discord.stats.posts).toBe(2);
    // Killed after Discord accepted the part and before Redis stored that: only the nonce prevents a second post.
    await harness.runtime.redis.del(`runner:posted:${botId}-${messageId}`);
    await deliveries.deliver(job, context);
    expect(harness.discord.stats.repeatedNonces).toBe(2);
    expect(harness.discord.messages(bot.channelId).filter((message) => message.isBot)).toHaveLength(2);
  });

  it('waits the response delay of the settings before it replies', async () => {
    const { bot } = await online({ responseDelay: 1 });
    const sinceMs = Date.now();
    await harness.discord.waitForReply(harness.discord.sendMessage({ bot, content: 'slowly' }));
    expect(Date.now() - sinceMs).toBeGreaterThanOrEqual(1000);
  });

  it('goes offline when it is stopped, and online when it is started again', async () => {
    const { bot, botId } = await online();
    await harness.bots.stop(botId);
    await harness.bots.waitForState(botId, 'stopped', 3000);
    await waitFor('the end of the session', () => !harness.discord.hasSession(bot));
    await harness.allowIdentify(bot);
    await harness.bots.start(botId);
    await harness.bots.waitForState(botId, 'online');
    expect(harness.discord.isConnected(bot)).toBe(true);
  });

  it('connects as another Discord application when it gets the token of that one', async () => {
    const { bot, botId } = await online();
    const other = harness.discord.addBot();
    await harness.bots.change(botId, { token: other.token, applicationId: other.applicationId });
    await waitFor('the move', () => harness.discord.isConnected(other) && !harness.discord.hasSession(bot));
    await harness.discord.waitForReply(harness.discord.sendMessage({ bot: other, content: 'new here?' }));
    expect(harness.bots.reports.filter((report) => report.botId === botId && report.runtimeState === 'stopped')).toEqual([]);
  });

  it('is offline, purged in every service and forgotten after its deletion', async () => {
    const { bot, botId } = await online();
    const purges = () => [harness.chat.purged, harness.purgedKnowledge].map((ids) => ids.filter((id) => id === botId).length);
    await harness.bots.remove(botId);
    await waitFor('the first purge', () => purges().every((count) => count === 1));
    expect(harness.discord.hasSession(bot)).toBe(false);
    // A reply that was being written is stored after the first purge: the second one deletes it before the bot is forgotten.
    expect(harness.bots.forgotten).not.toContain(botId);
    await harness.bots.runSecondPurgeNow(botId);
    await waitFor('the bot to be forgotten', () => harness.bots.forgotten.includes(botId));
    expect(purges()).toEqual([2, 2]);
  });
});

describe('runner.inspectToken', () => {
  const inspect = (token: string) => harness.runtime.rpc.ask(runner.inspectToken, { userId: randomUUID(), token });

  it('returns what Discord knows about a token, without a gateway connection', async () => {
    const bot = harness.discord.addBot({ name: 'Al' });
    expect(await inspect(bot.token)).toEqual({
      verdict: 'valid',
      applicationId: bot.applicationId,
      botName: 'Al#0001',
      hasMessageContent: true,
    });
    const withoutContent = harness.discord.addBot({ hasMessageContentIntent: false });
    expect(await inspect(withoutContent.token)).toMatchObject({ verdict: 'valid', hasMessageContent: false });
    harness.discord.revokeToken(bot);
    expect(await inspect(bot.token)).toEqual({ verdict: 'invalid' });
    expect(harness.discord.stats.connections).toBe(0);
  });

  it('returns invalid for the account of a person [S74]', async () => {
    const person = harness.discord.addBot({ isUserAccount: true });
    expect(await inspect(person.token)).toEqual({ verdict: 'invalid' });
  });

  it('returns invalid without a request to Discord for a text that cannot be a token', async () => {
    for (const token of ['nonsense', 'a.b.c', `${'x'.repeat(30)}.abc def.${'y'.repeat(30)}`])
      expect(await inspect(token)).toEqual({ verdict: 'invalid' });
    expect(harness.discord.stats.restRequests).toBe(0);
  });

  it('returns unreachable while Discord cannot be reached', async () => {
    const bot = harness.discord.addBot();
    harness.discord.rejectRequests({ path: '/applications/@me', status: 500 });
    expect(await inspect(bot.token)).toEqual({ verdict: 'unreachable' });
    await harness.discord.startOutage();
    expect(await inspect(bot.token)).toEqual({ verdict: 'unreachable' });
    await harness.discord.endOutage();
  });
});
