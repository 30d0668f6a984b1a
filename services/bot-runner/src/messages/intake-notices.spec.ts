import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ChannelSettings, type RunnableBot } from '@kith/proto';
import type { AcceptedJobs } from './accepted-jobs.js';
import { nothingKept, type ConnectedBot } from './connected-bot.js';
import { IntakeNotices } from './intake-notices.js';

const aBot = (botId: string): ConnectedBot => ({
  ...nothingKept(),
  bot: { botId, ownerId: 'o', channelSettings: ChannelSettings.parse({}) } as RunnableBot,
  ownUserId: '9',
  shard: { index: 0, count: 1 },
  hasMessageContent: () => true,
  sendVoiceState: () => false,
  closed: new AbortController().signal,
});

describe('the notices to members whose message is not answered', () => {
  let posted: string[];
  let notices: IntakeNotices;

  beforeEach(() => {
    jest.useFakeTimers();
    posted = [];
    const add = (_queue: unknown, jobId: string) => {
      posted.push(jobId);
      return Promise.resolve();
    };
    notices = new IntakeNotices({ add } as unknown as AcceptedJobs);
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const tell = (bot: ConnectedBot, member: number) =>
    notices.tooBusy(bot, { id: String(member), channelId: `channel ${member}`, guildId: null });

  it('are twenty at once and one more a second of a bot, whatever the number of channels, and none fewer of other bots', async () => {
    const [flooded, other] = [aBot('flooded'), aBot('other')];
    for (let member = 0; member < 5000; member += 1) await tell(flooded, member);
    expect(posted).toHaveLength(20);
    await tell(other, 1);
    expect(posted.at(-1)).toBe('other-1');
    jest.advanceTimersByTime(10_000);
    // Nobody of these was told, so that each may be now.
    for (let member = 4000; member < 5000; member += 1) await tell(flooded, member);
    expect(posted).toHaveLength(31);
    jest.advanceTimersByTime(1_000_000);
    for (let member = 6000; member < 7000; member += 1) await tell(flooded, member);
    expect(posted).toHaveLength(51);
  });

  it('are said to a channel once within their time', async () => {
    const bot = aBot('bot');
    for (let n = 0; n < 5; n += 1) await tell(bot, 1);
    expect(posted).toEqual(['bot-1']);
  });

  it('that direct messages are not answered are limited in the same way', () => {
    const bot = aBot('bot');
    const message = { parentId: null, isThread: false, guildId: null, isBot: false, isSystem: false, mentionsBot: false };
    for (let member = 0; member < 1000; member += 1) {
      const authorId = String(member);
      notices.about(bot, { ...message, id: authorId, channelId: `dm ${member}`, authorId, content: 'hi' }, 'direct_message');
    }
    expect(posted).toHaveLength(20);
  });
});
