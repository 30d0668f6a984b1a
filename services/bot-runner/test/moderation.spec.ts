import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { waitFor } from '@kith/kit/testing';
import { moderation, queues, type JobOf } from '@kith/proto';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { LINK, ModeratedBots, newMember } from './moderated-bots.js';

let kiths: ModeratedBots;
let notices: Queue;
let connection: Redis;

beforeAll(async () => {
  kiths = await ModeratedBots.open();
  connection = kiths.harness.runtime.redis.duplicate({ maxRetriesPerRequest: null, enableOfflineQueue: true });
  notices = new Queue(queues.notices.name, { connection, prefix: 'jobs' });
  notices.on('error', () => undefined);
});
afterAll(async () => {
  await notices.close();
  connection.disconnect();
  await kiths.harness.close();
});
beforeEach(() => kiths.harness.discord.resetStats());

describe('a message that breaks a rule', () => {
  it('is deleted and not answered, its author is told with a mention, and the owner finds a case', async () => {
    const kith = await kiths.add({ autoDelete: true });
    const author = newMember();
    const messageId = kiths.write(kith, LINK, author);
    await waitFor('the deletion', () => kiths.isDeleted(messageId));
    const notice = await waitFor('the notice', () => kiths.harness.discord.messages(kith.bot.channelId).find((one) => one.isBot));
    expect(notice).toMatchObject({
      content: `<@${author}>, links are not allowed here.`,
      allowedMentions: { parse: [], users: [author] },
    });
    expect(await kiths.aCase(kith)).toMatchObject({
      guildId: kith.bot.guildId,
      channelId: kith.bot.channelId,
      memberId: author,
      rule: 'links',
      actions: ['delete'],
      refused: [],
      isDryRun: false,
      undoneAt: null,
    });
    const answered = kiths.write(kith, 'hello');
    expect((await kiths.harness.discord.waitForReply(answered)).content).toBe('re: hello');
    expect(kiths.harness.chat.jobs.map((job) => job.messageId)).not.toContain(messageId);
  });

  it.each([
    ['profanity', 'you fuсking idiot'],
    ['invites', 'join discord . gg / abcdef'],
    ['caps', 'WHY DOES NOBODY LISTEN'],
    ['profanity', 'a kumquat'],
  ] as const)('is found by the rule %s: %s', async (rule, content) => {
    const kith = await kiths.add({ autoDelete: true, capsFilter: true, blockedWords: 'kumquat' });
    const messageId = kiths.write(kith, content);
    await waitFor('the deletion', () => kiths.isDeleted(messageId));
    expect(await kiths.aCase(kith)).toMatchObject({ rule });
  });

  it('is found when it breaks the rule only after its author changed it', async () => {
    const kith = await kiths.add({ autoDelete: true });
    const messageId = kiths.write(kith, 'harmless');
    await kiths.harness.discord.waitForReply(messageId);
    kiths.harness.discord.editMessage(kith.bot, messageId, LINK);
    await waitFor('the deletion', () => kiths.isDeleted(messageId));
    expect(await kiths.aCase(kith)).toMatchObject({ rule: 'links' });
  });

  it('is found within two seconds after its rule was switched on, without a new connection', async () => {
    const kith = await kiths.add({ moderationMode: false, autoDelete: true });
    await kiths.harness.discord.waitForReply(kiths.write(kith, LINK));
    const { connections } = kiths.harness.discord.stats;
    await kiths.harness.bots.change(kith.botId, { settings: { moderationMode: true } });
    const changedMs = Date.now();
    await waitFor('a deletion', async () => {
      const messageId = kiths.write(kith, LINK);
      return waitFor('this deletion', () => kiths.isDeleted(messageId), 300).catch(() => false);
    });
    expect(Date.now() - changedMs).toBeLessThan(2000);
    expect(kiths.harness.discord.stats.connections).toBe(connections);
  });

  it('is left alone in a restricted channel, in a direct message, and from whoever is on the list of exempt members', async () => {
    const exempt = newMember();
    const kith = await kiths.add({ autoDelete: true, whitelistUsers: `123, ${exempt}\n` });
    const restricted = kiths.harness.discord.addChannel(kith.bot, { name: 'restricted' });
    await kiths.harness.bots.change(kith.botId, { settings: { restrictedChannels: [restricted.id] } });
    const direct = kiths.write(kith, LINK, newMember(), { guildId: null });
    await kiths.harness.discord.waitForReply(direct);
    await kiths.harness.discord.waitForReply(kiths.write(kith, LINK, exempt));
    const kept = kiths.write(kith, LINK, newMember(), { channelId: restricted.id });
    const removed = kiths.write(kith, LINK);
    await waitFor('a deletion', () => kiths.isDeleted(removed));
    expect(kiths.isDeleted(kept)).toBe(false);
    expect(await kiths.casesOf(kith)).toHaveLength(1);
  });

  it('is left alone and answered when its author may manage messages in the channel', async () => {
    const kith = await kiths.add({ autoDelete: true, issueWarnings: true });
    const moderator = newMember();
    const roles = [kiths.harness.discord.addRole(kith.bot.guildId, { name: 'moderator', permissions: ['manageMessages'] })];
    kiths.harness.discord.setMember(kith.bot.guildId, { id: moderator, roles });
    const messageId = kiths.write(kith, LINK, moderator);
    expect((await kiths.harness.discord.waitForReply(messageId)).content).toBe(`re: ${LINK}`);
    expect(await kiths.casesOf(kith)).toEqual([]);
  });

  it('and was written while Discord had dropped the session is found, but left alone when its author may manage messages', async () => {
    const kith = await kiths.add({ autoDelete: true });
    const { discord } = kiths.harness;
    const [moderator, member] = [newMember(), newMember()];
    const roles = [discord.addRole(kith.bot.guildId, { name: 'moderator', permissions: ['manageMessages'] })];
    discord.setMember(kith.bot.guildId, { id: moderator, roles });
    discord.setMember(kith.bot.guildId, { id: member });
    await discord.waitForReply(kiths.write(kith, 'hello', member));
    discord.interruptSession(kith.bot, { op: 9 });
    await waitFor('the end of the session', () => !discord.hasSession(kith.bot));
    const [removed, kept] = [kiths.write(kith, LINK, member), kiths.write(kith, LINK, moderator)];
    await waitFor('a deletion', () => kiths.isDeleted(removed), 15_000);
    expect((await discord.waitForReply(kept)).content).toBe(`re: ${LINK}`);
    expect(kiths.isDeleted(kept)).toBe(false);
    expect(await kiths.casesOf(kith)).toHaveLength(1);
  }, 30_000);

  it('of another bot is left alone while other bots are ignored, and deleted otherwise', async () => {
    const kith = await kiths.add({ autoDelete: true });
    const ignored = kiths.write(kith, LINK, newMember(), { fromBot: true });
    await kiths.harness.discord.waitForReply(kiths.write(kith, 'hello'));
    expect(kiths.isDeleted(ignored)).toBe(false);
    await kiths.harness.bots.change(kith.botId, { settings: { ignoreOtherBots: false } });
    await waitFor('a deletion', async () => {
      const messageId = kiths.write(kith, LINK, newMember(), { fromBot: true });
      return waitFor('this deletion', () => kiths.isDeleted(messageId), 300).catch(() => false);
    });
  });
});

describe('a burst of messages', () => {
  it('is deleted from the message on that is too much, and its author is warned once', async () => {
    const kith = await kiths.add({ autoDelete: true, issueWarnings: true });
    const author = newMember();
    const ids = Array.from({ length: 8 }, (_, index) => kiths.write(kith, `message ${index}`, author));
    await waitFor('the deletions', () => ids.slice(4).every((id) => kiths.isDeleted(id)));
    expect(ids.slice(0, 4).some((id) => kiths.isDeleted(id))).toBe(false);
    expect((await kiths.casesOf(kith)).map(({ rule, warnings }) => [rule, warnings])).toEqual([['spam', 1]]);
  });
});

describe('warnings', () => {
  const warned = { issueWarnings: true, timeoutUsers: true, warningThreshold: 2, timeoutDuration: 30 };

  it('lead to a timeout at the threshold, after which they are counted anew; other members have their own', async () => {
    const kith = await kiths.add(warned);
    const author = newMember();
    for (let count = 1; count <= 3; count += 1) {
      kiths.write(kith, `${LINK} ${count}`, author);
      await waitFor('the case', async () => (await kiths.casesOf(kith)).length === count);
    }
    expect((await kiths.casesOf(kith)).map(({ actions, warnings }) => [actions, warnings])).toEqual([
      [['warn'], 1],
      [['warn', 'timeout'], 2],
      [['warn'], 1],
    ]);
    const until = Date.parse(
      (await waitFor('the timeout', () => kiths.harness.discord.member(kith.bot.guildId, author)?.timedOutUntil)) ?? '',
    );
    expect(Math.abs(until - Date.now() - 30 * 60_000)).toBeLessThan(60_000);
    const [, timeout] = await kiths.casesOf(kith);
    expect(Date.parse(timeout?.timeoutUntil ?? '')).toBe(until);
    kiths.write(kith, LINK);
    await waitFor('the case', async () => (await kiths.casesOf(kith)).length === 4);
    expect((await kiths.casesOf(kith))[0]).toMatchObject({ warnings: 1 });
  });

  it('are forgotten after 30 days, and when the owner takes their case back', async () => {
    const kith = await kiths.add(warned);
    const author = newMember();
    kiths.write(kith, LINK, author);
    const old = await kiths.aCase(kith);
    await kiths.database.query(`update runner.moderation_case set created_at = now() - interval '31 days' where id = $1`, [
      old.id,
    ]);
    kiths.write(kith, `${LINK} again`, author);
    await waitFor('the second case', async () => (await kiths.casesOf(kith)).length === 2);
    const [second] = await kiths.casesOf(kith);
    expect(second).toMatchObject({ warnings: 1 });
    await kiths.ask(moderation.undo, { actor: kith.actor, botId: kith.botId, caseId: second?.id ?? '' });
    kiths.write(kith, `${LINK} once more`, author);
    await waitFor('the third case', async () => (await kiths.casesOf(kith)).length === 3);
    expect((await kiths.casesOf(kith))[0]).toMatchObject({ warnings: 1, actions: ['warn'] });
  });
});

describe('taking a case back', () => {
  it('removes the timeout on Discord once, and answers the same when it is repeated', async () => {
    const kith = await kiths.add({ issueWarnings: true, timeoutUsers: true, warningThreshold: 1 });
    const author = newMember();
    kiths.write(kith, LINK, author);
    const timedOutUntil = () => kiths.harness.discord.member(kith.bot.guildId, author)?.timedOutUntil ?? null;
    await waitFor('the timeout', timedOutUntil);
    const { id } = await kiths.aCase(kith);
    const undo = () => kiths.ask(moderation.undo, { actor: kith.actor, botId: kith.botId, caseId: id });
    const undone = await undo();
    expect(undone.undoneAt).not.toBeNull();
    await waitFor('the end of the timeout', () => timedOutUntil() === null);
    expect(await undo()).toEqual(undone);
  });

  it('of a member who was timed out twice leaves the other timeout', async () => {
    const kith = await kiths.add({ issueWarnings: true, timeoutUsers: true, warningThreshold: 1 });
    const author = newMember();
    for (const count of [1, 2]) {
      kiths.write(kith, `${LINK} ${count}`, author);
      await waitFor('the case', async () => (await kiths.casesOf(kith)).length === count);
    }
    const [second, first] = await kiths.casesOf(kith);
    const until = () => kiths.harness.discord.member(kith.bot.guildId, author)?.timedOutUntil;
    await waitFor('the second timeout', () => Date.parse(until() ?? '') === Date.parse(second?.timeoutUntil ?? ''));
    await kiths.ask(moderation.undo, { actor: kith.actor, botId: kith.botId, caseId: second?.id ?? '' });
    await waitFor('the first timeout', () => Date.parse(until() ?? '') === Date.parse(first?.timeoutUntil ?? ''));
  });
});

describe('a dry run', () => {
  it('does nothing, answers as always, and records and logs what it would have done', async () => {
    const kith = await kiths.add({ autoDelete: true, issueWarnings: true, moderationDryRun: true });
    const log = kiths.harness.discord.addChannel(kith.bot, { name: 'log' });
    await kiths.harness.bots.change(kith.botId, { settings: { moderationLogChannelId: log.id } });
    await waitFor('a line in the log', async () => {
      await kiths.harness.discord.waitForReply(kiths.write(kith, LINK)).catch(() => undefined);
      return kiths.textsOf(log.id).length > 0;
    });
    expect(kiths.textsOf(log.id)[0]).toMatch(
      /^\*\*Dry run\.\*\* .*: a link\. I would have deleted the message and warned the member/,
    );
    expect(await kiths.aCase(kith)).toMatchObject({ isDryRun: true, actions: ['delete', 'warn'] });
    expect(kiths.harness.discord.messages(kith.bot.channelId).filter((one) => !one.isBot).length).toBeGreaterThan(0);
    expect(kiths.textsOf(kith.bot.channelId).some((text) => text.includes('not allowed'))).toBe(false);
  });
});

describe('moderation that punishes more than ten messages a minute', () => {
  it('stops in that server, tells the owner once, and goes on when the owner says so', async () => {
    const kith = await kiths.add({ autoDelete: true });
    const ids = Array.from({ length: 14 }, (_, index) => kiths.write(kith, `${LINK} ${index}`));
    const pauses = async () => (await kiths.ask(moderation.pauses, { actor: kith.actor, botId: kith.botId })).pauses;
    await waitFor('the pause', async () => (await pauses()).length === 1);
    await waitFor('the punished ones', () => ids.filter((id) => kiths.isDeleted(id)).length >= 10);
    expect(await pauses()).toEqual([{ guildId: kith.bot.guildId, pausedAt: expect.any(String) }]);
    const told = async () =>
      (await notices.getJobs())
        .map((job) => job.data as JobOf<typeof queues.notices>)
        .filter((data) => 'botId' in data && data.botId === kith.botId);
    await waitFor('the notification', async () => (await told()).length > 0);
    expect(await told()).toEqual([
      expect.objectContaining({ kind: 'moderation-paused', userId: kith.actor.userId, guildId: kith.bot.guildId }),
    ]);
    expect(ids.filter((id) => kiths.isDeleted(id))).toHaveLength(10);
    expect(await kiths.casesOf(kith)).toHaveLength(10);
    const resumed = await kiths.ask(moderation.resume, {
      actor: kith.actor,
      botId: kith.botId,
      guildId: kith.bot.guildId,
    });
    expect(resumed.pauses).toEqual([]);
    const next = kiths.write(kith, LINK);
    await waitFor('a deletion', () => kiths.isDeleted(next));
  });
});

describe('what Discord refuses', () => {
  it('is told to the owner in words, and the other actions are done', async () => {
    const kith = await kiths.add(
      { autoDelete: true, issueWarnings: true },
      { permissions: ['viewChannel', 'sendMessages', 'readMessageHistory'] },
    );
    const messageId = kiths.write(kith, LINK);
    await waitFor('the notice', () => kiths.textsOf(kith.bot.channelId).length > 0);
    expect(kiths.isDeleted(messageId)).toBe(false);
    const [found] = await kiths.casesOf(kith);
    expect(found).toMatchObject({ actions: ['delete', 'warn'], refused: ['delete'] });
    expect(await kiths.problemsOf(kith)).toEqual([
      expect.objectContaining({ action: 'delete-messages', channelId: kith.bot.channelId, permission: 'Manage Messages' }),
    ]);
  });

  it('because of the order of roles is told without a permission', async () => {
    const kith = await kiths.add({ issueWarnings: true, timeoutUsers: true, warningThreshold: 1 });
    const author = newMember();
    const roles = [kiths.harness.discord.addRole(kith.bot.guildId, { name: 'above', position: 50 })];
    kiths.harness.discord.setMember(kith.bot.guildId, { id: author, roles });
    kiths.write(kith, LINK, author);
    await waitFor('the problem', async () => (await kiths.problemsOf(kith)).length > 0);
    expect(await kiths.problemsOf(kith)).toEqual([
      expect.objectContaining({ action: 'time-out-members', channelId: null, permission: null }),
    ]);
    expect(kiths.harness.discord.member(kith.bot.guildId, author)?.timedOutUntil).toBeNull();
  });
});
