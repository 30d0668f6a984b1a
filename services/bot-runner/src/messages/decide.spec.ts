import { describe, expect, it } from '@jest/globals';
import { ChannelSettings } from '@kith/proto';
import fc from 'fast-check';
import { decide, MAX_BOT_TURNS, MAX_PER_MEMBER_AND_MINUTE, type IncomingMessage, type RecentReplies } from './decide.js';

const OWN = '900000000000000001';
const HOME = '200000000000000001';
const CHANNELS = ['300000000000000001', '300000000000000002', '300000000000000003'] as const;
const [FIRST, SECOND, THIRD] = CHANNELS;
const noReplies: RecentReplies = { inChannel: 0, toMember: 0, botTurns: 0, directInHour: 0 };

const aMessage = (fields: Partial<IncomingMessage> = {}): IncomingMessage => ({
  id: '1300000000000000000',
  channelId: FIRST,
  parentId: null,
  categoryId: null,
  isThread: false,
  guildId: HOME,
  authorId: '100000000000000001',
  isBot: false,
  isSystem: false,
  mentionsBot: false,
  content: 'hello',
  ...fields,
});
const aBot = (settings: Partial<ChannelSettings> = {}, serverId: string | null = null) => ({
  serverId,
  channelSettings: ChannelSettings.parse(settings),
});
const reason = (message: IncomingMessage, bot: ReturnType<typeof aBot>, recent = noReplies): string => {
  const decision = decide(message, OWN, bot, recent);
  return decision.shouldReply ? 'reply' : decision.reason;
};

const anyChannel = fc.constantFrom(...CHANNELS);
const anySettings = fc
  .record({
    dedicatedChannelId: fc.constantFrom('', ...CHANNELS),
    allowedChannels: fc.uniqueArray(anyChannel),
    restrictedChannels: fc.uniqueArray(anyChannel),
    autoReply: fc.boolean(),
    mentionOnly: fc.boolean(),
    ignoreOtherBots: fc.boolean(),
    enableThreads: fc.boolean(),
    maxMessagesPerMinute: fc.integer({ min: 1, max: 60 }),
    directMessagesPerHour: fc.nat(360),
  })
  .map((settings) => aBot(settings));
const anyMessage = fc
  .record({
    channelId: anyChannel,
    parentId: fc.option(anyChannel),
    guildId: fc.constantFrom(HOME, '200000000000000002', null),
    isBot: fc.boolean(),
    mentionsBot: fc.boolean(),
    content: fc.constantFrom('hello', '', '   '),
  })
  .map((fields) => aMessage({ ...fields, isThread: fields.parentId !== null }));
const anyRecent = fc.record({ inChannel: fc.nat(70), toMember: fc.nat(10), botTurns: fc.nat(10), directInHour: fc.nat(400) });

describe('deciding whether to reply', () => {
  it('with the default settings replies to every message of a member in a server, and to no bot', () => {
    expect(reason(aMessage(), aBot())).toBe('reply');
    expect(reason(aMessage({ isBot: true }), aBot())).toBe('other_bot');
  });

  it('never replies to itself, to system messages or to empty messages', () => {
    expect(reason(aMessage({ authorId: OWN, isBot: true }), aBot({ ignoreOtherBots: false }))).toBe('own');
    expect(reason(aMessage({ isSystem: true }), aBot())).toBe('system');
    expect(reason(aMessage({ content: '  \n' }), aBot())).toBe('empty');
    expect(reason(aMessage({ content: '', shows: 'forwarded' }), aBot())).toBe('forwarded');
    expect(reason(aMessage({ shows: 'poll' }), aBot())).toBe('reply');
    const files = aMessage({ content: '', hasFiles: true });
    expect([reason(files, aBot()), reason(files, aBot({ allowFileUploads: true }))]).toEqual(['empty', 'reply']);
  });

  it('replies only in its own server when it is bound to one, and to direct messages only if its owner chose that', () => {
    expect(reason(aMessage(), aBot({}, '200000000000000009'))).toBe('other_server');
    expect(reason(aMessage(), aBot({}, HOME))).toBe('reply');
    const direct = aMessage({ guildId: null });
    expect(reason(direct, aBot({ mentionOnly: true, dedicatedChannelId: SECOND }))).toBe('reply');
    expect(reason(direct, aBot({}, HOME))).toBe('direct_message');
    expect(reason(direct, aBot({ allowDirectMessages: true }, HOME))).toBe('reply');
    expect(reason(direct, aBot({ allowDirectMessages: false }))).toBe('direct_message');
  });

  it('does not reply in a restricted channel that is dedicated and allowed too', () => {
    const settings = { restrictedChannels: [FIRST], dedicatedChannelId: FIRST, allowedChannels: [FIRST] };
    expect(reason(aMessage(), aBot(settings))).toBe('restricted');
  });

  it('replies only in the dedicated channel, whatever channels are allowed', () => {
    const bot = aBot({ dedicatedChannelId: SECOND, allowedChannels: [FIRST] });
    expect(reason(aMessage(), bot)).toBe('not_dedicated');
    expect(reason(aMessage({ channelId: SECOND }), bot)).toBe('reply');
  });

  it('applies the settings of the parent channel to a thread', () => {
    const thread = aMessage({ channelId: '300000000000000099', parentId: FIRST, isThread: true });
    expect(reason(thread, aBot({ allowedChannels: [FIRST] }))).toBe('reply');
    expect(reason(thread, aBot({ allowedChannels: [THIRD] }))).toBe('not_allowed');
    expect(reason(thread, aBot({ restrictedChannels: [FIRST] }))).toBe('restricted');
    expect(reason(thread, aBot({ enableThreads: false }))).toBe('thread');
  });

  it('applies the settings of a category to its channels and their threads', () => {
    const inside = aMessage({ categoryId: THIRD });
    const thread = aMessage({ channelId: '300000000000000099', parentId: FIRST, categoryId: THIRD, isThread: true });
    for (const message of [inside, thread]) {
      expect(reason(message, aBot({ allowedChannels: [THIRD] }))).toBe('reply');
      expect(reason(message, aBot({ dedicatedChannelId: THIRD }))).toBe('reply');
      expect(reason(message, aBot({ restrictedChannels: [THIRD], allowedChannels: [FIRST] }))).toBe('restricted');
    }
    expect(reason(aMessage({ categoryId: SECOND }), aBot({ allowedChannels: [THIRD] }))).toBe('not_allowed');
  });

  it('is silent while it is not known what a channel belongs to, as far as the settings ask for it', () => {
    const channel = aMessage({ categoryId: undefined });
    const thread = aMessage({ channelId: '300000000000000099', isThread: true });
    for (const message of [channel, thread]) {
      expect(reason(message, aBot())).toBe('reply');
      expect(reason(message, aBot({ restrictedChannels: [THIRD] }))).toBe('unknown_place');
      expect(reason(message, aBot({ allowedChannels: [THIRD] }))).toBe('unknown_place');
      expect(reason(message, aBot({ dedicatedChannelId: THIRD }))).toBe('unknown_place');
      expect(reason(message, aBot({ allowedChannels: [message.channelId] }))).toBe('reply');
      expect(reason(message, aBot({ restrictedChannels: [message.channelId] }))).toBe('restricted');
    }
    expect(reason({ ...channel, guildId: null }, aBot({ restrictedChannels: [THIRD] }))).toBe('reply');
  });

  it('replies only to mentions when mentionOnly is on or autoReply is off', () => {
    for (const settings of [{ mentionOnly: true }, { autoReply: false }]) {
      expect(reason(aMessage(), aBot(settings))).toBe('not_mentioned');
      expect(reason(aMessage({ mentionsBot: true }), aBot(settings))).toBe('reply');
    }
  });

  it('says what let a message through: of several gates the one without which it would not be answered', () => {
    const cause = (fields: Partial<IncomingMessage>, settings: Partial<ChannelSettings> = {}): string => {
      const decision = decide(aMessage(fields), OWN, aBot(settings), noReplies);
      return decision.shouldReply ? decision.cause : decision.reason;
    };
    const thread = { channelId: '300000000000000099', parentId: FIRST, isThread: true };
    expect([cause({}), cause(thread)]).toEqual(['auto_reply', 'auto_reply']);
    expect(cause(thread, { allowedChannels: [SECOND, FIRST] })).toBe('allowed_channel');
    expect(cause({ categoryId: THIRD }, { dedicatedChannelId: THIRD, allowedChannels: [FIRST] })).toBe('dedicated_channel');
    for (const settings of [{}, { mentionOnly: true }, { dedicatedChannelId: FIRST }]) {
      expect(cause({ mentionsBot: true }, settings)).toBe('mentioned');
      expect(cause({ mentionsBot: true, repliesToBot: true }, settings)).toBe('replied_to');
    }
    expect(cause({ repliesToBot: true }, { mentionOnly: true })).toBe('not_mentioned');
    expect(cause({ guildId: null, mentionsBot: true })).toBe('direct');
    expect(cause({ isBot: true, mentionsBot: true }, { ignoreOtherBots: false })).toBe('other_bot');
  });

  it('stops after six turns with bots, and at the limits per channel and per member', () => {
    const talkative = aBot({ ignoreOtherBots: false, maxMessagesPerMinute: 20 });
    const fromBot = aMessage({ isBot: true });
    expect(reason(fromBot, talkative, { ...noReplies, botTurns: MAX_BOT_TURNS - 1 })).toBe('reply');
    expect(reason(fromBot, talkative, { ...noReplies, botTurns: MAX_BOT_TURNS })).toBe('bot_turns');
    expect(reason(aMessage(), talkative, { ...noReplies, inChannel: 20 })).toBe('channel_rate');
    expect(reason(aMessage(), talkative, { ...noReplies, toMember: MAX_PER_MEMBER_AND_MINUTE })).toBe('member_rate');
  });

  it('answers as many direct messages an hour as it may', () => {
    const direct = aMessage({ guildId: null });
    const at = (directInHour: number, directMessagesPerHour: number, message = direct) =>
      reason(message, aBot({ directMessagesPerHour }), { ...noReplies, directInHour });
    expect([at(1, 2), at(2, 2), at(2, 0), at(359, 0), at(2, 2, aMessage())]).toEqual([
      'reply',
      'direct_rate',
      'reply',
      'reply',
      'reply',
    ]);
  });

  it('never replies in a restricted channel, above a limit or outside the dedicated channel, for any message and settings', () => {
    fc.assert(
      fc.property(anyMessage, anySettings, anyRecent, (message, bot, recent) => {
        if (!decide(message, OWN, bot, recent).shouldReply) return;
        const { channelSettings } = bot;
        const channels = [message.channelId, message.parentId];
        expect(channelSettings.restrictedChannels.some((id) => channels.includes(id))).toBe(false);
        expect(recent.inChannel).toBeLessThan(channelSettings.maxMessagesPerMinute);
        expect(message.isBot && channelSettings.ignoreOtherBots).toBe(false);
        if (message.guildId === null) {
          const { directMessagesPerHour: perHour } = channelSettings;
          expect(perHour === 0 || recent.directInHour < perHour).toBe(true);
          return;
        }
        if (channelSettings.dedicatedChannelId) expect(channels).toContain(channelSettings.dedicatedChannelId);
        if (channelSettings.mentionOnly || !channelSettings.autoReply) expect(message.mentionsBot).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('never replies with a stricter setting to a message that it skips without it', () => {
    fc.assert(
      fc.property(anyMessage, anySettings, anyRecent, anyChannel, (message, bot, recent, channel) => {
        const { channelSettings } = bot;
        const stricter = [
          aBot({ ...channelSettings, mentionOnly: true }),
          aBot({ ...channelSettings, ignoreOtherBots: true }),
          aBot({ ...channelSettings, restrictedChannels: [...new Set([...channelSettings.restrictedChannels, channel])] }),
        ];
        const { shouldReply } = decide(message, OWN, bot, recent);
        for (const strict of stricter) if (decide(message, OWN, strict, recent).shouldReply) expect(shouldReply).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});
