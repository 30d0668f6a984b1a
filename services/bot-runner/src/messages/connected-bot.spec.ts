import { describe, expect, it } from '@jest/globals';
import { ChannelSettings, sentAtMs } from '@kith/proto';
import { decide, type IncomingMessage } from './decide.js';
import { ReplyLog } from './connected-bot.js';

const START_MS = Date.UTC(2026, 0, 1);
const idAt = (atMs: number): string => String((BigInt(atMs) - 1_420_070_400_000n) << 22n);
const aMessage = (atMs: number, fields: Partial<IncomingMessage> = {}): IncomingMessage => ({
  id: idAt(atMs),
  channelId: '300000000000000001',
  parentId: null,
  isThread: false,
  guildId: '200000000000000001',
  authorId: '100000000000000001',
  isBot: false,
  isSystem: false,
  mentionsBot: false,
  content: 'hi',
  ...fields,
});

describe('ReplyLog', () => {
  it('reads the timestamp of a message from its id', () => {
    expect(sentAtMs(idAt(START_MS))).toBe(START_MS);
    expect(sentAtMs('175928847299117063')).toBe(1_462_015_105_796);
  });

  it('allows a channel its limit of replies per minute, and more once the minute is over', () => {
    const log = new ReplyLog();
    const bot = { serverId: null, channelSettings: ChannelSettings.parse({ maxMessagesPerMinute: 3 }) };
    const isReplied = (atMs: number, author: number): boolean => {
      const message = aMessage(atMs, { authorId: `10000000000000000${author}` });
      const decision = decide(message, '9', bot, log.before(message));
      if (decision.shouldReply) log.recordReply(message);
      return decision.shouldReply;
    };
    expect([1, 2, 3, 4].map((author) => isReplied(START_MS + author * 1000, author))).toEqual([true, true, true, false]);
    expect(isReplied(START_MS + 61_001, 5)).toBe(true);
  });

  it('counts messages that arrive late by their own timestamps', () => {
    const log = new ReplyLog();
    for (let minute = 0; minute < 5; minute++) log.recordReply(aMessage(START_MS + minute * 60_000));
    expect(log.before(aMessage(START_MS + 4 * 60_000 + 1)).inChannel).toBe(1);
  });

  it('counts a thousand new members a second as fast as few, and forgets those of more than a minute ago', () => {
    const log = new ReplyLog();
    const replyTo = (member: number, atMs: number) =>
      log.recordReply(aMessage(atMs, { authorId: String(member), channelId: String(10_000_000 + member) }));
    const startedAt = process.cpuUsage();
    for (let member = 0; member < 100_000; member += 1) replyTo(member, START_MS + member);
    // Looking through all of them for each one took a minute.
    expect(process.cpuUsage(startedAt).user).toBeLessThan(10_000_000);
    expect(log.known).toBeLessThanOrEqual(2 * 70_001);
    expect(log.before(aMessage(START_MS + 100_000, { authorId: '99999' })).toMember).toBe(1);
    for (let second = 0; second < 100; second += 1) replyTo(0, START_MS + 100_000 + second * 1000);
    expect(log.known).toBe(2);
  });

  it('forgets the replies to a member who is deleted, and keeps those to others [S74]', () => {
    const log = new ReplyLog();
    const [one, other] = [aMessage(START_MS), aMessage(START_MS, { authorId: '100000000000000002' })];
    for (const message of [one, other]) log.recordReply(message);
    log.forgetMember(one.authorId);
    expect([one, other].map((message) => log.before(message).toMember)).toEqual([0, 1]);
  });

  it('counts direct messages of the last hour, also of a member who asked to be forgotten', () => {
    const log = new ReplyLog();
    const direct = (minute: number, channelId = '300000000000000002') =>
      aMessage(START_MS + minute * 60_000, { guildId: null, channelId });
    for (const minute of [0, 10, 59]) log.recordReply(direct(minute));
    log.recordReply(aMessage(START_MS));
    log.forgetMember(direct(0).authorId);
    const counts = [direct(59), direct(60), direct(61), direct(200), direct(59, '300000000000000003'), aMessage(START_MS)].map(
      (message) => log.before(message).directInHour,
    );
    expect(counts).toEqual([3, 2, 2, 0, 0, 0]);
  });

  it('counts turns with bots until a human writes in the channel', () => {
    const log = new ReplyLog();
    for (let turn = 0; turn < 4; turn++) log.recordReply(aMessage(START_MS + turn, { isBot: true }));
    expect(log.before(aMessage(START_MS)).botTurns).toBe(4);
    log.recordHumanMessage('300000000000000001');
    expect(log.before(aMessage(START_MS)).botTurns).toBe(0);
  });
});
