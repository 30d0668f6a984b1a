import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { Events, JobOutOfOrder, type RunningService } from '@kith/kit';
import { anActor, waitFor, type DiscordBot } from '@kith/kit/testing';
import { ERRORS, events, traces } from '@kith/proto';
import { DataSource } from 'typeorm';
import { DeliveriesService } from '../src/deliveries/deliveries.service.js';
import { AnsweredChannels } from '../src/messages/answered-channels.js';
import { AcceptedJobs } from '../src/messages/accepted-jobs.js';
import type { ConnectedBot } from '../src/messages/connected-bot.js';
import { OutstandingMessages } from '../src/messages/outstanding-messages.js';
import { QuestionFeedback } from '../src/messages/question-feedback.js';
import { ReplyQueue } from '../src/messages/reply-queue.js';
import { RunnerHarness } from './runner-harness.js';

const MESSAGE_CONTENT_FLAG = 1 << 19;

let harness: RunnerHarness;
let service: RunningService;

beforeAll(async () => {
  harness = await RunnerHarness.open({ identifyEveryMs: 0 });
  service = await harness.startInProcess();
});
afterAll(() => harness.close());
beforeEach(() => harness.discord.resetStats());
afterEach(() => {
  harness.discord.acceptRequests();
  harness.discord.limitIdentifies(1000);
});

let members = 0;
const newMember = (): string => String(300_000_000_000_000_000n + BigInt(++members));
const say = (bot: DiscordBot, content: string, fields: { channelId?: string; mention?: boolean } = {}) =>
  harness.discord.sendMessage({ bot, content, authorId: newMember(), ...fields });
const answersTo = (ids: readonly string[]) => ids.map((id) => harness.discord.repliesTo(id).length);
const once = (ids: readonly string[]) => ids.map(() => 1);

describe('a session that Discord has dropped', () => {
  it('is followed by a new one, and what was written in between is answered once, in the channels where the bot was asked', async () => {
    const { bot } = await harness.onlineBot();
    const [asked, quiet] = ['asked', 'quiet'].map((name) => harness.discord.addChannel(bot, { name }).id);
    const before = [say(bot, 'one', { channelId: asked ?? '' }), say(bot, 'two', { channelId: asked ?? '' })];
    await Promise.all(before.map((id) => harness.discord.waitForReply(id)));
    // Until its next IDENTIFY, which it may send five seconds after the last one, Discord delivers nothing and keeps nothing.
    harness.discord.interruptSession(bot, { op: 9 });
    await waitFor('the end of the session', () => !harness.discord.hasSession(bot));
    const missed = ['three', 'four'].map((content) => say(bot, content, { channelId: asked ?? '' }));
    const elsewhere = say(bot, 'nobody asks here', { channelId: quiet ?? '' });
    await waitFor('a new session', () => harness.discord.isConnected(bot), 15_000);
    await Promise.all(missed.map((id) => harness.discord.waitForReply(id)));
    const after = say(bot, 'five', { channelId: asked ?? '' });
    await harness.discord.waitForReply(after);
    expect(answersTo([...before, ...missed, after])).toEqual(once([...before, ...missed, after]));
    expect(answersTo([elsewhere])).toEqual([0]);
  }, 30_000);

  it('is filled before what is written next is answered, however slowly Discord lists the messages', async () => {
    const { bot } = await harness.onlineBot();
    await harness.discord.waitForReply(say(bot, 'one'));
    harness.discord.interruptSession(bot, { op: 9 });
    await waitFor('the end of the session', () => !harness.discord.hasSession(bot));
    const missed = ['two', 'three'].map((content) => say(bot, content));
    harness.discord.delayRequests(700);
    try {
      await waitFor('a new session', () => harness.discord.isConnected(bot), 15_000);
      const before = say(bot, 'four');
      const deleted = say(bot, 'five');
      harness.discord.deleteMessage(bot, deleted);
      const ids = [...missed, before, say(bot, 'six')];
      await Promise.all(ids.map((id) => harness.discord.waitForReply(id, 20_000)));
      const answered = harness.discord.allMessages().flatMap(({ replyTo }) => replyTo ?? []);
      expect(answered.filter((id) => ids.includes(id))).toEqual(ids);
      expect(answersTo([deleted])).toEqual([0]);
    } finally {
      harness.discord.delayRequests(0);
    }
  }, 40_000);

  it('is filled in channels that the owner chose, though nobody asked there, from the time on when the bot first knew of them', async () => {
    const { bot, botId } = harness.addBot();
    const [allowed, later] = ['allowed', 'later'].map((name) => harness.discord.addChannel(bot, { name }).id);
    await harness.bots.change(botId, { settings: { allowedChannels: [allowed ?? ''] } });
    const before = say(bot, 'before it was started', { channelId: allowed ?? '' });
    await harness.bots.start(botId);
    await harness.bots.waitForState(botId, 'online');
    const known = () => service.app.get(AnsweredChannels).of(botId);
    await waitFor('the channel', async () => (await known()).length === 1);
    await harness.bots.change(botId, {
      settings: { allowedChannels: [allowed ?? '', later ?? ''] },
    });
    await waitFor('the other channel', async () => (await known()).length === 2);
    harness.discord.interruptSession(bot, { op: 9 });
    await waitFor('the end of the session', () => !harness.discord.hasSession(bot));
    const missed = [allowed, later].map((channelId) => say(bot, 'anybody here?', { channelId: channelId ?? '' }));
    await waitFor('a new session', () => harness.discord.isConnected(bot), 15_000);
    await Promise.all(missed.map((id) => harness.discord.waitForReply(id)));
    expect(answersTo([before, ...missed])).toEqual([0, 1, 1]);
  }, 30_000);

  it('is filled with the newest of many messages, also when the last question is long ago, without what shows an answer', async () => {
    const { bot, botId } = await harness.onlineBot({ mentionOnly: true });
    const { channelId } = bot;
    await harness.discord.waitForReply(say(bot, 'one', { mention: true }));
    harness.discord.interruptSession(bot, { op: 9 });
    await waitFor('the end of the session', () => !harness.discord.hasSession(bot));
    const [early, answered] = ['two', 'three'].map((content) => say(bot, content, { mention: true }));
    harness.discord.sendMessage({
      bot,
      content: 'by another process',
      fromBot: true,
      authorId: bot.applicationId,
      replyTo: answered ?? '',
    });
    const authorId = newMember();
    for (let n = 0; n < 120; n += 1) harness.discord.sendMessage({ bot, content: `talk ${n}`, authorId });
    const newest = say(bot, 'four', { mention: true });
    // Nobody asked for an hour.
    await harness.runtime.redis.zadd(`runner:answered-channels:${botId}`, Date.now() - 3_600_000, `${channelId}:${bot.guildId}`);
    await waitFor('a new session', () => harness.discord.isConnected(bot), 15_000);
    await harness.discord.waitForReply(newest, 15_000);
    await harness.discord.waitForReply(early ?? '', 15_000);
    expect(answersTo([early ?? '', answered ?? '', newest])).toEqual([1, 1, 1]);
  }, 40_000);

  it('leaves a trace of what it finds and does not answer, with the reason: as of any message, and when Discord does not show the author', async () => {
    const { bot, botId } = await harness.onlineBot({ mentionOnly: true });
    await harness.discord.waitForReply(say(bot, 'one', { mention: true }));
    harness.discord.interruptSession(bot, { op: 9 });
    await waitFor('the end of the session', () => !harness.discord.hasSession(bot));
    const authorId = newMember();
    harness.discord.rejectRequests({
      path: `/members/${authorId}`,
      method: 'GET',
      status: 500,
      times: 20,
      applicationId: bot.applicationId,
    });
    const byUnknown = (content: string, mention = false) => harness.discord.sendMessage({ bot, content, authorId, mention });
    // It would have left chatter alone, whoever wrote it.
    const [chatter, unknown] = [byUnknown('talk among friends'), byUnknown('who am I?', true)];
    const byBot = harness.discord.sendMessage({ bot, content: 'beep', authorId: newMember(), fromBot: true });
    await waitFor('a new session', () => harness.discord.isConnected(bot), 15_000);
    const actor = { ...anActor(), userId: harness.bots.runnableOf(botId).ownerId };
    const reasonOf = async (messageId: string) =>
      (await harness.runtime.rpc.ask(traces.list, { actor, botId, limit: 50 })).traces.find((one) => one.messageId === messageId)
        ?.reason;
    expect(await waitFor('the trace', () => reasonOf(unknown), 30_000)).toBe('author_unknown');
    expect(await waitFor('the other trace', () => reasonOf(byBot))).toBe('other_bot');
    expect(await reasonOf(chatter)).toBeUndefined();
    expect(answersTo([chatter, unknown, byBot])).toEqual([0, 0, 0]);
    harness.discord.acceptRequests();
  }, 60_000);

  it('of a bot that its owner stopped is not filled: what was written while it was stopped stays without an answer', async () => {
    const { bot, botId } = await harness.onlineBot();
    await harness.discord.waitForReply(say(bot, 'one'));
    await harness.bots.stop(botId);
    await harness.bots.waitForState(botId, 'stopped', 3000);
    const missed = say(bot, 'are you there?');
    await harness.allowIdentify(bot);
    await harness.bots.start(botId);
    await harness.bots.waitForState(botId, 'online');
    const after = say(bot, 'hello again');
    await harness.discord.waitForReply(after);
    expect(answersTo([missed, after])).toEqual([0, 1]);
  });
});

describe('what Discord does not allow', () => {
  it('more sessions today: the bot waits for the time that Discord names and says so, without an IDENTIFY', async () => {
    harness.discord.limitIdentifies(0);
    const { botId } = harness.addBot();
    await harness.bots.start(botId);
    const report = await waitFor('the report', () =>
      harness.bots.reports.find((one) => one.botId === botId && one.code !== null),
    );
    expect(report).toMatchObject({
      runtimeState: 'starting',
      code: 'RATE_LIMITED',
      statusReason: expect.stringContaining('in 24 h'),
    });
    expect(harness.discord.stats).toMatchObject({ identifies: 0, connections: 0 });
    await harness.bots.stop(botId);
  });

  it('Message Content: the bot says so and answers mentions, and everything once its owner has switched the intent on', async () => {
    const { bot, botId } = harness.addBot({}, { hasMessageContentIntent: false });
    await harness.bots.start(botId);
    await waitFor('the refusal', () => harness.discord.stats.closes[4014] === 1);
    await harness.allowIdentify(bot);
    const limited = await harness.bots.waitForState(botId, 'online', 15_000);
    expect(limited).toMatchObject({ code: 'INTENT_MISSING', statusReason: expect.stringContaining('when it is mentioned') });
    const [ignored, mentioned] = [say(bot, 'hello?'), say(bot, 'hello', { mention: true })];
    await harness.discord.waitForReply(mentioned);
    expect(answersTo([ignored])).toEqual([0]);
    const switchedOn = await fetch(`${harness.discord.apiUrl}/v10/applications/@me`, {
      method: 'PATCH',
      headers: { authorization: `Bot ${bot.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ flags: MESSAGE_CONTENT_FLAG }),
    });
    expect(switchedOn.status).toBe(200);
    await harness.allowIdentify(bot);
    await waitFor('the whole intents', async () => {
      await harness.runtime.events.publish(events.botChanged, { botId });
      return harness.bots.state(botId)?.code === null && harness.discord.isConnected(bot);
    });
    await harness.discord.waitForReply(say(bot, 'and without a mention?'));
    expect(harness.discord.stats.closes[4014]).toBe(1);
    expect(ERRORS.INTENT_MISSING.text).toContain('Message Content');
  }, 40_000);

  it('posts in a channel: no further message there goes to the model, until permissions change', async () => {
    const { bot, botId } = await harness.onlineBot();
    const channelId = harness.discord.addChannel(bot, { name: 'closed' }).id;
    harness.discord.rejectRequests({ path: `/channels/${channelId}/messages`, method: 'POST', status: 403, code: 50_013 });
    const first = say(bot, 'one', { channelId });
    await waitFor('the report', () => harness.chat.undeliverable.some(({ messageId }) => messageId === first));
    const later = ['two', 'three', 'four'].map((content) => say(bot, content, { channelId }));
    await harness.discord.waitForReply(say(bot, 'elsewhere'));
    expect(harness.chat.jobs.filter((job) => later.includes(job.messageId))).toEqual([]);
    const forbidden = await harness.runtime.redis.hgetall(`runner:refused-channels:${botId}`);
    expect(Object.keys(forbidden)).toEqual([channelId]);
    harness.discord.acceptRequests();
    harness.discord.setOverwrites(channelId, []);
    await waitFor('the change', async () => (await harness.runtime.redis.exists(`runner:refused-channels:${botId}`)) === 0);
    await harness.discord.waitForReply(say(bot, 'and now?', { channelId }));
  });
});

describe('answers of several replicas', () => {
  it('keep the order of the questions in a channel: a later one waits until the earlier one is settled', async () => {
    const { bot, botId } = await harness.onlineBot();
    const [outstanding, deliveries] = [service.app.get(OutstandingMessages), service.app.get(DeliveriesService)];
    const ownerId = harness.bots.runnableOf(botId).ownerId;
    const ids = [1, 2].map(() => harness.discord.sendMessage({ bot, content: '' }));
    const jobs = ids.map((messageId) => ({
      ownerId,
      botId,
      messageId,
      channelId: bot.channelId,
      text: 'Yes.',
      kind: 'notice' as const,
    }));
    const [first, second] = jobs;
    if (!first || !second) throw new Error('two jobs');
    for (const job of jobs) await outstanding.admit({ ...job, guildId: bot.guildId });
    const context = { isLastAttempt: false, addedAtMs: Date.now() };
    await expect(deliveries.deliver(second, context)).rejects.toBeInstanceOf(JobOutOfOrder);
    await deliveries.deliver(first, context);
    await waitFor('the settlement', async () => (await outstanding.earlierThan(second)).length === 0);
    await deliveries.deliver(second, context);
    expect(answersTo(ids)).toEqual([1, 1]);
  });

  it('do not wait for one that was posted when no process could hear of it', async () => {
    const { bot } = await harness.onlineBot();
    const publish = jest.spyOn(service.app.get(Events), 'publish').mockResolvedValue(undefined);
    try {
      await harness.discord.waitForReply(say(bot, 'one'));
      await waitFor('its end', () => publish.mock.calls.some(([event]) => event === events.messageSettled));
    } finally {
      publish.mockRestore();
    }
    await harness.discord.waitForReply(say(bot, 'two'), 20_000);
  }, 30_000);

  it('do not wait for one that gets no answer, though no process could hear of it', async () => {
    const { bot, botId } = await harness.onlineBot();
    const [outstanding, deliveries] = [service.app.get(OutstandingMessages), service.app.get(DeliveriesService)];
    const { ownerId } = harness.bots.runnableOf(botId);
    const [first, second] = [1, 2].map(() => ({
      ownerId,
      botId,
      channelId: bot.channelId,
      guildId: bot.guildId,
      messageId: harness.discord.sendMessage({ bot, content: '' }),
    }));
    for (const message of [first, second]) if (message) await outstanding.admit(message);
    const publish = jest.spyOn(service.app.get(Events), 'publish').mockResolvedValue(undefined);
    if (first)
      await deliveries.deliver({ ...first, kind: 'unanswered', text: '' }, { isLastAttempt: false, addedAtMs: Date.now() });
    publish.mockRestore();
    expect(await outstanding.earlierThan({ botId, channelId: bot.channelId, messageId: second?.messageId ?? '' })).toEqual([]);
  });

  it('do not wait for ever: after a minute the later answer is posted', async () => {
    const { bot, botId } = await harness.onlineBot();
    const [outstanding, deliveries] = [service.app.get(OutstandingMessages), service.app.get(DeliveriesService)];
    const [first = '', second = ''] = [1, 2].map(() => harness.discord.sendMessage({ bot, content: '' }));
    const message = { ownerId: harness.bots.runnableOf(botId).ownerId, botId, channelId: bot.channelId };
    for (const messageId of [first, second]) await outstanding.admit({ ...message, messageId, guildId: null });
    const job = { ...message, messageId: second, text: 'Yes.', kind: 'notice' as const };
    await deliveries.deliver(job, { isLastAttempt: false, addedAtMs: Date.now() - 61_000 });
    expect(answersTo([second])).toEqual([1]);
    expect(await outstanding.earlierThan({ ...message, messageId: '9'.repeat(19) })).not.toContain(first);
  });
});

describe('what a member writes in a row', () => {
  it('gets one answer, to the last line, and is one job that names all its messages', async () => {
    const { bot, botId } = await harness.onlineBot();
    const { app } = service;
    const { runtime } = harness;
    const config = { ...runtime.config, REPLY_MERGE_WINDOW_MS: 300 };
    const [outstanding, accepted] = [app.get(OutstandingMessages), app.get(AcceptedJobs)];
    const replies = new ReplyQueue(outstanding, accepted, app.get(QuestionFeedback), runtime.logger, config);
    const connected = { bot: harness.bots.runnableOf(botId), closed: new AbortController().signal } as ConnectedBot;
    // Without a text, so that the runner itself does not answer them.
    const ids = [1, 2].map(() => harness.discord.sendMessage({ bot, content: '' }));
    const [first = '', last = ''] = ids;
    const { ownerId } = connected.bot;
    const line = (messageId: string, content: string) => ({
      ownerId,
      botId,
      channelId: bot.channelId,
      guildId: bot.guildId,
      messageId,
      content,
      author: { id: '400000000000000001', name: 'Eve' },
    });
    await Promise.all([replies.add(connected, line(first, 'one')), replies.add(connected, line(last, 'two'))]);
    expect((await harness.discord.waitForReply(last)).content).toBe('re: one\ntwo');
    expect(answersTo([first])).toEqual([0]);
    expect(harness.chat.jobs.find(({ messageId }) => messageId === last)).toMatchObject({ earlierIds: [first] });
  });
});

describe('many bots that connect at once', () => {
  it('have their tokens fetched together', async () => {
    const before = harness.bots.tokenRequests.length;
    const bots = Array.from({ length: 40 }, () => harness.addBot());
    await Promise.all(bots.map(({ botId }) => harness.bots.start(botId)));
    await Promise.all(bots.map(({ botId }) => harness.bots.waitForState(botId, 'online', 20_000)));
    const requests = harness.bots.tokenRequests.slice(before);
    expect(Math.max(...requests)).toBeLessThanOrEqual(100);
    expect(requests.length).toBeLessThan(bots.length);
    expect(harness.discord.stats.identifies).toBe(40);
  }, 30_000);

  it('follow a change whose event was lost, without the whole list being read', async () => {
    const { botId } = await harness.onlineBot();
    const { changeReads, listReads } = harness.bots;
    harness.bots.stopUnannounced(botId);
    await harness.bots.waitForState(botId, 'stopped', 8000);
    await waitFor('further reads', () => harness.bots.changeReads >= changeReads + 4, 20_000);
    // It is read once a minute.
    expect(harness.bots.listReads - listReads).toBeLessThanOrEqual(1);
  }, 40_000);
});

// Last, because nobody claims a bot for the time of a lease after it.
describe('when Redis loses everything', () => {
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
    expect(answersTo(ids)).toEqual(once(ids));
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
