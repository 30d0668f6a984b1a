import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { waitFor, type DiscordBot } from '@kith/kit/testing';
import { RunnerHarness } from './runner-harness.js';

let harness: RunnerHarness;
let members = 0;

beforeAll(async () => {
  harness = await RunnerHarness.open({ identifyEveryMs: 0 });
  await harness.startInProcess();
});
afterAll(() => harness.close());
beforeEach(() => harness.discord.resetStats());

const say = (bot: DiscordBot, content: string) =>
  harness.discord.sendMessage({ bot, content, authorId: String(600_000_000_000_000_000n + BigInt(++members)) });

/** The types that a runner handles, one that Discord may add, and none. */
const TYPES = [
  'MESSAGE_CREATE',
  'MESSAGE_UPDATE',
  'MESSAGE_DELETE',
  'MESSAGE_DELETE_BULK',
  'MESSAGE_REACTION_ADD',
  'MESSAGE_REACTION_REMOVE',
  'INTERACTION_CREATE',
  'GUILD_CREATE',
  'GUILD_UPDATE',
  'GUILD_DELETE',
  'GUILD_MEMBER_ADD',
  'GUILD_MEMBER_UPDATE',
  'GUILD_MEMBER_REMOVE',
  'GUILD_ROLE_UPDATE',
  'GUILD_ROLE_DELETE',
  'GUILD_SCHEDULED_EVENT_UPDATE',
  'CHANNEL_CREATE',
  'CHANNEL_UPDATE',
  'CHANNEL_DELETE',
  'THREAD_CREATE',
  'THREAD_UPDATE',
  'THREAD_DELETE',
  'THREAD_LIST_SYNC',
  'VOICE_STATE_UPDATE',
  'RESUMED',
  'SOMETHING_NEW_IN_2031',
  '',
];

/** Contents that lack what Discord documents, or have another type. */
const CONTENTS: readonly unknown[] = [
  null,
  [],
  'text',
  7,
  {},
  { id: null, channel_id: null, guild_id: null },
  { id: '1', channel_id: '2', guild_id: '3', author: null, content: null, mentions: null, type: 0 },
  { id: '1', channel_id: '2', author: { id: '3' }, content: 5, mentions: {}, type: 0 },
  { id: {}, author: [], user: 'x', member: 'x', data: 'x', token: 7, threads: 'x', emoji: null, user_id: 7, guilds: {} },
  { id: '1', token: 't', type: 2, data: { name: 7, options: 'x' }, member: {}, channel_id: '2' },
  { id: '1', token: 't', type: 3, data: { custom_id: null }, message: null },
];

describe('events that Discord does not document', () => {
  it('end neither the connection nor the work of the bot, and others go on', async () => {
    const [{ bot }, other] = [
      await harness.onlineBot({ moderationMode: true, profanityFilter: true }),
      await harness.onlineBot(),
    ];
    harness.discord.resetStats();
    for (const type of TYPES) for (const content of CONTENTS) harness.discord.dispatch(bot, type, content);
    await harness.discord.waitForReply(say(bot, 'are you there?'));
    await harness.discord.waitForReply(say(other.bot, 'and you?'));
    expect(harness.discord.stats).toMatchObject({ connections: 0, identifies: 0, closes: {} });
  }, 30_000);

  it('are not delivered again after a RESUME, as they count as processed', async () => {
    const { bot } = await harness.onlineBot();
    for (const content of CONTENTS) harness.discord.dispatch(bot, 'MESSAGE_CREATE', content);
    await harness.discord.waitForReply(say(bot, 'done with them'));
    await waitFor('the progress', async () => {
      const saved = Number(await harness.runtime.redis.hget(`runner:session:${bot.applicationId}`, 'seq'));
      return saved > CONTENTS.length;
    });
    harness.discord.interruptSession(bot, { op: 7 });
    await waitFor('the RESUME', () => harness.discord.stats.resumed === 1);
    expect(harness.discord.stats.replayed).toBeLessThan(CONTENTS.length);
  }, 30_000);
});

describe('a server of 200,000 members', () => {
  it('with 500 channels, 250 roles and 1,000 threads is joined and answered in', async () => {
    const { bot } = await harness.onlineBot();
    const id = harness.discord.addGuild({ name: 'Large' }).id;
    harness.discord.addBotToGuild(bot, { guildId: id });
    const many = (count: number, fields: object) =>
      Array.from({ length: count }, (_, n) => ({ id: String(700_000_000_000_000_000n + BigInt(n)), name: `n${n}`, ...fields }));
    harness.discord.dispatch(bot, 'GUILD_CREATE', {
      id,
      name: 'Large',
      member_count: 200_000,
      large: true,
      joined_at: new Date().toISOString(),
      owner_id: '1',
      members: [],
      roles: many(250, { permissions: '0', position: 1 }),
      channels: many(500, { type: 0, permission_overwrites: [] }),
      threads: many(1000, { type: 11, parent_id: bot.channelId }),
    });
    await harness.discord.waitForReply(say(bot, 'hello, all of you'));
    expect(harness.discord.stats.closes).toEqual({});
  });
});

describe('what ends while an answer is written', () => {
  /** Asks, lets `change` happen while the model writes, and resolves to why the answer could not be posted. */
  async function undeliverableAfter(change: (bot: DiscordBot) => void): Promise<string> {
    const { bot } = await harness.onlineBot();
    await harness.chat.pause();
    const messageId = say(bot, 'a question');
    await waitFor(
      'the question in the queue',
      async () => (await harness.runtime.redis.keys(`jobs:replies:*-${messageId}`)).length,
    );
    change(bot);
    await harness.chat.resume();
    const report = await waitFor('the report', () => harness.chat.undeliverable.find((one) => one.messageId === messageId));
    expect(harness.discord.repliesTo(messageId)).toEqual([]);
    return report.reason;
  }

  it('the membership of the bot: the answer is given up with the reason, once', async () => {
    const reason = await undeliverableAfter((bot) => harness.discord.removeBotFromGuild(bot));
    expect(reason).toContain('50001');
  });

  it('the channel: the answer is given up with the reason, once', async () => {
    const reason = await undeliverableAfter((bot) => harness.discord.deleteChannel(bot.channelId));
    expect(reason).toContain('10003');
  });

  it('its permission: the answer is given up with the reason, once', async () => {
    const reason = await undeliverableAfter(({ channelId, guildId }) =>
      harness.discord.setOverwrites(channelId, [{ id: guildId, of: 'role', deny: ['viewChannel'] }]),
    );
    expect(reason).toContain('50001');
  });
});
