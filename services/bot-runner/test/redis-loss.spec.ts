import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RunningService } from '@kith/kit';
import { anActor, waitFor, type DiscordBot } from '@kith/kit/testing';
import { COMMANDS, moderation, queues, type QueueContract, type RunnableCommand } from '@kith/proto';
import { Queue } from 'bullmq';
import { DataSource } from 'typeorm';
import { AnsweredChannels } from '../src/messages/answered-channels.js';
import { AcceptedJobs } from '../src/messages/accepted-jobs.js';
import { LINK } from './moderated-bots.js';
import { RunnerHarness } from './runner-harness.js';

const ALL: RunnableCommand[] = COMMANDS.map(({ id }) => ({ commandId: id, trigger: `!${id}`, custom: null }));
const RULES = { moderationMode: true, blockLinks: true, autoDelete: true };
const PAUSED: readonly QueueContract[] = [queues.commands, queues.moderation, queues.systems, queues.deliveries, queues.forgetMe];

let harness: RunnerHarness;
let service: RunningService;
let members = 0;
const newMember = (): string => String(600_000_000_000_000_000n + BigInt(++members));

beforeAll(async () => {
  harness = await RunnerHarness.open({ identifyEveryMs: 0 });
  service = await harness.startInProcess();
});
afterAll(() => harness.close());

interface Added {
  readonly bot: DiscordBot;
  readonly botId: string;
}

/** A bot with commands, moderation and a system, that is online and whose commands Discord knows. */
async function aBot(): Promise<Added> {
  const added = harness.addBot(RULES);
  await harness.bots.change(added.botId, {
    commands: ALL,
    systems: [{ systemId: 'economy-system', settings: { dailyReward: 50 } }],
  });
  await harness.bots.start(added.botId);
  await harness.bots.waitForState(added.botId, 'online');
  const names = () => harness.discord.commandsOf(added.bot).map(({ name }) => name);
  await waitFor('the commands', () => ['daily', 'ask', 'Summarize'].every((name) => names().includes(name)));
  return added;
}

/** Keeps workers from taking jobs until Redis has lost its data, and with it the pause. */
async function pauseQueues(): Promise<void> {
  await harness.chat.pause();
  const connection = harness.runtime.redis.duplicate({ maxRetriesPerRequest: null, enableOfflineQueue: true });
  for (const { name } of PAUSED) {
    const queue = new Queue(name, { connection, prefix: 'jobs' });
    queue.on('error', () => undefined);
    await queue.pause();
    await queue.close();
  }
  connection.disconnect();
}

const fill = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

/** What members do with a bot: fifty things, each of which puts a job into a queue. */
function useEverything({ bot }: Added) {
  const { discord } = harness;
  const direct = (content: string) => discord.sendMessage({ bot, content, authorId: newMember(), guildId: null });
  const invoke = (name: string, options: Record<string, unknown> = {}) =>
    discord.invokeCommand({ bot, name, options, authorId: newMember() });
  const story = discord.sendMessage({ bot, content: 'a long story', fromBot: true });
  const greeted = fill(4, () => discord.addChannel(bot, { name: `c${++members}` }).id);
  return {
    answered: [
      ...fill(12, () => direct('hello')),
      ...fill(12, () => direct('!roll 2d6')),
      ...greeted.map((channelId) => discord.sendMessage({ bot, content: '', channelId, mention: true, authorId: newMember() })),
    ],
    interactions: [
      ...fill(5, () => invoke('ask', { question: 'why?' })),
      ...fill(4, () => discord.invokeOnMessage({ bot, name: 'Summarize', messageId: story, authorId: newMember() })),
      ...fill(6, () => invoke('daily')),
    ],
    violations: fill(7, () => discord.sendMessage({ bot, content: LINK, authorId: newMember() })),
  };
}

describe('when Redis loses everything', () => {
  it('a hundred jobs of all kinds that waited have their effect once each', async () => {
    const bots = await Promise.all([aBot(), aBot()]);
    await pauseQueues();
    const used = bots.map((one) => useEverything(one));
    const answered = used.flatMap((one) => one.answered);
    const interactions = used.flatMap((one) => one.interactions);
    const violations = used.flatMap((one) => one.violations);
    const total = answered.length + interactions.length + violations.length;
    expect(total).toBe(100);
    const accepted = service.app.get(AcceptedJobs);
    await waitFor('all in queues', () => accepted.all().length >= total);
    await harness.redis.kill();
    await harness.redis.restart();
    harness.chat.resume();
    const { discord } = harness;
    const open = () => ({
      answered: answered.filter((id) => discord.repliesTo(id).length === 0).length,
      interactions: interactions.filter((id) => discord.responseTo(id)?.isDeferred !== false).length,
      violations: violations.filter((id) => discord.message(id) !== undefined).length,
    });
    const nothing = { answered: 0, interactions: 0, violations: 0 };
    await waitFor('all effects', () => Object.values(open()).every((count) => count === 0), 40_000).catch(() => undefined);
    expect(open()).toEqual(nothing);
    await waitFor('the end of all jobs', () => accepted.all().length === 0, 20_000);
    expect(answered.map((id) => discord.repliesTo(id).length)).toEqual(answered.map(() => 1));
    for (const { botId } of bots) {
      const actor = anActor({ userId: harness.bots.runnableOf(botId).ownerId });
      const { cases } = await harness.runtime.rpc.ask(moderation.cases, { actor, botId });
      expect(cases).toHaveLength(7);
      const paid: { count: number }[] = await service.app
        .get(DataSource)
        .query('select count(*)::int as count from runner.economy_entry where bot_id = $1', [botId]);
      expect(paid).toEqual([{ count: 6 }]);
    }
  }, 90_000);

  it('a command that deletes messages, and could not answer yet, deletes no others', async () => {
    const { bot } = await aBot();
    const { discord } = harness;
    const authorId = newMember();
    const roles = [discord.addRole(bot.guildId, { name: 'Moderator', permissions: ['manageMessages'] })];
    discord.setMember(bot.guildId, { id: authorId, roles });
    const { id: channelId } = discord.addChannel(bot, { name: 'purged' });
    const old = fill(3, () => discord.sendMessage({ bot, channelId, content: 'old', fromBot: true }));
    const left = () => old.filter((id) => discord.message(id) !== undefined);
    discord.rejectRequests({ path: '/messages', method: 'POST', applicationId: bot.applicationId, status: 503 });
    const call = discord.sendMessage({ bot, channelId, content: '!purge 1', authorId });
    await waitFor('the deletion', () => left().length === 2, 40_000);
    await harness.redis.kill();
    await harness.redis.restart();
    discord.acceptRequests();
    await discord.waitForReply(call, 40_000);
    expect(left()).toEqual(old.slice(0, 2));
  }, 90_000);
});

describe('when Redis loses everything while members write to many bots', () => {
  it('none of them loses its session, whatever their runner saves before it notices', async () => {
    const cluster = await RunnerHarness.open({ identifyEveryMs: 0, isRateLimited: false });
    try {
      await cluster.startInProcess();
      const bots = await Promise.all(Array.from({ length: 10 }, () => cluster.onlineBot()));
      cluster.discord.resetStats();
      const sent: string[] = [];
      const writing = setInterval(() => {
        for (const { bot } of bots.slice(sent.length % bots.length).slice(0, 1))
          sent.push(cluster.discord.sendMessage({ bot, content: `#${sent.length}`, authorId: newMember(), guildId: null }));
      }, 10);
      const wrote = (count: number) => waitFor(`${count} messages`, () => sent.length >= count);
      await wrote(50);
      // It keeps its connections, so that what runs at any time may be the next to ask it.
      await cluster.runtime.redis.flushall();
      await wrote(sent.length + 150);
      clearInterval(writing);
      await Promise.all(sent.map((id) => cluster.discord.waitForReply(id, 40_000)));
      expect(cluster.discord.stats).toMatchObject({ identifies: 0, resumes: 0 });
    } finally {
      await cluster.close();
    }
  }, 90_000);
});

describe('when a runner was killed and then Redis loses everything', () => {
  it('the runner that took its bots over sees to what they had accepted: a question and an answer that waited', async () => {
    const cluster = await RunnerHarness.open({ identifyEveryMs: 0 });
    try {
      const killed = await cluster.startProcess();
      const { bot } = await cluster.onlineBot();
      const { id: channelId } = cluster.discord.addChannel(bot, { name: 'asked' });
      cluster.discord.rejectRequests({ path: '/messages', method: 'POST', applicationId: bot.applicationId, status: 503 });
      const answered = cluster.discord.sendMessage({ bot, content: 'one', channelId, authorId: newMember() });
      await waitFor('the answer in its queue', async () => (await cluster.runtime.queues.depth(queues.deliveries)) === 1);
      await cluster.chat.pause();
      const asked = cluster.discord.sendMessage({ bot, content: 'two', channelId, authorId: newMember() });
      await waitFor('the question in its queue', async () => (await cluster.runtime.queues.depth(queues.replies)) === 1);
      await cluster.end(killed, 'SIGKILL');
      const next = await cluster.startInProcess();
      const messages = () =>
        next.app
          .get(AcceptedJobs)
          .all()
          .map(({ data }) => (data as { messageId?: string }).messageId);
      await waitFor('its jobs', () => [answered, asked].every((id) => messages().includes(id)), 40_000);
      await cluster.redis.kill();
      await cluster.redis.restart();
      cluster.discord.acceptRequests();
      cluster.chat.resume();
      await Promise.all([answered, asked].map((id) => cluster.discord.waitForReply(id, 30_000)));
      const posted = cluster.discord.allMessages().filter(({ isBot }) => isBot);
      expect(posted.map(({ replyTo }) => replyTo)).toEqual([answered, asked]);
    } finally {
      await cluster.close();
    }
  }, 90_000);
});

describe('when Redis loses everything while messages wait, or after it', () => {
  const say = (bot: DiscordBot, content: string) => harness.discord.sendMessage({ bot, content, authorId: newMember() });
  const answersTo = (ids: readonly string[]) => ids.map((id) => harness.discord.repliesTo(id).length);

  it('a hundred messages that waited are answered once each', async () => {
    const bots = await Promise.all([1, 2].map(() => harness.onlineBot()));
    await harness.chat.pause();
    const ids = bots
      .flatMap(({ bot }) => Array.from({ length: 50 }, (_, n) => [bot, n] as const))
      .map(([bot, n]) =>
        // In direct messages no limit per channel applies.
        harness.discord.sendMessage({ bot, content: `#${n}`, authorId: newMember(), guildId: null }),
      );
    await waitFor('all in the queue', async () => (await harness.runtime.redis.keys('jobs:replies:*-*')).length >= ids.length);
    await harness.redis.kill();
    await harness.redis.restart();
    await harness.chat.resume();
    await waitFor('an answer to each', () => answersTo(ids).every((count) => count > 0), 30_000);
    expect(answersTo(ids)).toEqual(ids.map(() => 1));
  }, 60_000);

  it('what Discord drops with sessions after that is read in the channels where bots were asked before, from their last start on', async () => {
    const [kept, restarted] = await Promise.all([harness.onlineBot(), harness.onlineBot()]);
    const both = [kept, restarted];
    const before = both.map(({ bot }) => say(bot, 'one'));
    await Promise.all(before.map((id) => harness.discord.waitForReply(id)));
    await waitFor('their traces', async () => {
      const sql = `select from runner.message_trace where message_id = any($1)`;
      return ((await service.app.get(DataSource).query(sql, [before])) as unknown[]).length === 2;
    });
    await harness.bots.stop(restarted.botId);
    await harness.bots.waitForState(restarted.botId, 'stopped');
    const whileStopped = say(restarted.bot, 'anybody here?');
    await sleep(5);
    await harness.allowIdentify(restarted.bot);
    await harness.bots.start(restarted.botId);
    await harness.bots.waitForState(restarted.botId, 'online');
    await harness.redis.kill();
    await harness.redis.restart();
    const known = (botId: string) => service.app.get(AnsweredChannels).of(botId);
    for (const { botId } of both)
      await waitFor('the channel to be known', async () => (await known(botId).catch(() => [])).length === 1, 10_000);
    for (const { bot } of both) {
      harness.discord.interruptSession(bot, { op: 9 });
      await waitFor('the end of the session', () => !harness.discord.hasSession(bot));
    }
    const missed = both.map(({ bot }) => say(bot, 'two'));
    await Promise.all(missed.map((id) => harness.discord.waitForReply(id, 20_000)));
    expect(answersTo([...before, whileStopped, ...missed])).toEqual([1, 1, 0, 1, 1]);
  }, 60_000);
});
