import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { RunningService } from '@kith/kit';
import { anActor, waitFor, type DiscordBot } from '@kith/kit/testing';
import { ERRORS, events, traces } from '@kith/proto';
import { AnsweredChannels } from '../src/messages/answered-channels.js';
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
