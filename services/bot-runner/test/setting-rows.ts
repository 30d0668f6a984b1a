import { waitFor } from '@kith/kit/testing';
import { ProactiveMessage } from '@kith/proto';
import { newMember } from './moderated-bots.js';
import { MODERATION_ROWS } from './moderation-setting-rows.js';
import { appears, outcome, outcomeOf, replyTo, type Probed, type SettingRow } from './setting-probes.js';

const ROLL = [{ commandId: 'roll', trigger: '!roll', custom: null }];
const A_FILE = [{ name: 'notes.txt', type: 'text/plain', content: 'Twice a day.' }];
const DAY = 86_400_000;
const HELLO = 'Hello, what are you playing?';

/** A member joins; somebody wrote in the other channel the day before. */
const joined = (on: Probed): Promise<string> => {
  const { discord } = on.bots.harness;
  discord.setSystemChannel(on.bot.guildId, on.bot.channelId);
  on.bots.write(on, 'hm', newMember(), { channelId: on.otherId, sentAtMs: Date.now() - DAY });
  return appears(
    () => discord.setMember(on.bot.guildId, { id: newMember() }),
    () => on.bots.textsOf(on.otherId).includes(HELLO),
  );
};

/** With it the bot learns who joins, from its first session on. */
const WELCOMING = { systemId: 'welcome-messages', settings: { greeting: 'Welcome.' } };
/** Discord refuses the intent, so that the bot learns from the messages of Discord who joins. */
const withoutMembersIntent = { options: { hasMembersIntent: false }, renewsSession: true };

const onJoining = ({ otherId }: Probed) => ({
  proactiveMessages: [ProactiveMessage.parse({ channelId: otherId, text: HELLO, event: 'newMember' })],
});

/** How a bot greets, in a new channel: it greets once a minute in each. */
const greeted = async (on: Probed): Promise<string> => {
  const { id } = on.bots.harness.discord.addChannel(on.bot, { name: 'lobby' });
  return (await replyTo(on, '', { mention: true, channelId: id })).content;
};

const places: readonly SettingRow[] = [
  {
    setting: 'dedicatedChannelId',
    change: ({ otherId }) => ({ settings: { dedicatedChannelId: otherId } }),
    probe: outcome(),
    before: 'answered',
    after: 'ignored: not_dedicated',
  },
  {
    setting: 'allowedChannels',
    change: ({ otherId }) => ({ settings: { allowedChannels: [otherId] } }),
    probe: outcome(),
    before: 'answered',
    after: 'ignored: not_allowed',
  },
  {
    setting: 'restrictedChannels',
    change: ({ bot }) => ({ settings: { restrictedChannels: [bot.channelId] } }),
    probe: outcome(),
    before: 'answered',
    after: 'ignored: restricted',
  },
  {
    setting: 'enableThreads',
    change: () => ({ settings: { enableThreads: false } }),
    probe: (on) => {
      const { id } = on.bots.harness.discord.addChannel(on.bot, { name: 'a thread', parentId: on.bot.channelId });
      return outcome('hello', () => ({ channelId: id }))(on);
    },
    before: 'answered',
    after: 'ignored: thread',
  },
  {
    setting: 'serverId',
    change: ({ otherId }) => ({ serverId: otherId }),
    probe: outcome(),
    before: 'answered',
    after: 'ignored: other_server',
  },
  {
    setting: 'allowDirectMessages',
    change: () => ({ settings: { allowDirectMessages: false } }),
    probe: outcome('hello', () => ({ guildId: null })),
    before: 'answered',
    after: 'ignored: direct_message',
  },
  {
    setting: 'directMessagesPerHour',
    change: () => ({ settings: { directMessagesPerHour: 1 } }),
    // The second one of a member.
    probe: async (on) => {
      const authorId = newMember();
      const first = on.bots.write(on, 'hello', authorId, { guildId: null });
      await outcomeOf(on, first);
      const { channelId } = on.bots.harness.discord.message(first) ?? { channelId: '' };
      return outcomeOf(on, on.bots.write(on, 'hello again', authorId, { guildId: null, channelId }));
    },
    before: 'answered',
    after: 'ignored: direct_rate',
  },
  {
    setting: 'ageRating',
    change: () => ({ ageRating: 'adult' }),
    probe: outcome(),
    before: 'answered',
    after: 'ignored: not_age_restricted',
  },
];

const people: readonly SettingRow[] = [
  {
    setting: 'autoReply',
    change: () => ({ settings: { autoReply: false } }),
    probe: outcome(),
    before: 'answered',
    after: 'ignored: not_mentioned',
  },
  {
    setting: 'mentionOnly',
    change: () => ({ settings: { mentionOnly: true } }),
    probe: outcome(),
    before: 'answered',
    after: 'ignored: not_mentioned',
  },
  {
    setting: 'ignoreOtherBots',
    change: () => ({ settings: { ignoreOtherBots: false } }),
    probe: outcome('beep', () => ({ fromBot: true })),
    before: 'ignored: other_bot',
    after: 'answered',
  },
  {
    setting: 'maxMessagesPerMinute',
    change: () => ({ settings: { maxMessagesPerMinute: 1 } }),
    probe: outcome(),
    before: 'answered',
    after: 'ignored: channel_rate',
  },
  {
    setting: 'responseDelay',
    with: () => ({ settings: { responseDelay: 3 } }),
    change: () => ({ settings: { responseDelay: 0 } }),
    probe: async (on) => {
      const startedMs = Date.now();
      await replyTo(on, 'hello');
      return Date.now() - startedMs >= 3000 ? 'after three seconds' : 'at once';
    },
    before: 'after three seconds',
    after: 'at once',
  },
  {
    setting: 'replyPace',
    with: () => ({ replyPace: 'instant' }),
    change: () => ({ replyPace: 'slow' }),
    probe: async (on) => {
      const author = newMember();
      const lines = ['first', 'second'].map((text) => on.bots.write(on, text, author));
      await outcomeOf(on, lines[1] ?? '');
      const { jobs } = on.bots.harness.chat;
      return jobs.filter(({ messageId }) => lines.includes(messageId)).length === 2 ? 'each line' : 'together';
    },
    before: 'each line',
    after: 'together',
  },
];

const answers: readonly SettingRow[] = [
  {
    setting: 'logMessages',
    change: () => ({ settings: { logMessages: false } }),
    probe: async (on) => {
      const messageId = on.bots.write(on, 'forget this');
      await on.bots.harness.discord.waitForReply(messageId);
      const job = on.bots.harness.chat.jobs.find((one) => one.messageId === messageId);
      return job?.isKept === false ? 'not kept' : 'kept';
    },
    before: 'kept',
    after: 'not kept',
  },
  {
    setting: 'missedMessages',
    change: () => ({ settings: { missedMessages: 'none' } }),
    probe: async (on) => {
      const messageId = on.bots.write(on, 'hello');
      await on.bots.harness.discord.waitForReply(messageId);
      return on.bots.harness.chat.jobs.find((one) => one.messageId === messageId)?.missedMessages ?? 'newest';
    },
    before: 'newest',
    after: 'none',
  },
  {
    setting: 'learnsFromMembers',
    change: () => ({ learnsFromMembers: true }),
    probe: async ({ bots: { harness }, bot }) => {
      await waitFor('the command', () => harness.discord.commandsOf(bot).some(({ name }) => name === 'privacy'));
      const id = harness.discord.invokeCommand({ bot, name: 'privacy' });
      const { content } = await waitFor('the response', () => harness.discord.responseTo(id));
      return content.includes('questions that I could not answer well') ? 'the owner reads questions' : 'the owner reads counts';
    },
    before: 'the owner reads counts',
    after: 'the owner reads questions',
  },
  {
    setting: 'allowFileUploads',
    change: () => ({ settings: { allowFileUploads: true } }),
    probe: outcome('', () => ({ files: A_FILE })),
    before: 'ignored: empty',
    after: 'answered',
  },
  {
    setting: 'autoCreateThreads',
    change: () => ({ settings: { autoCreateThreads: true } }),
    probe: async (on) => {
      const messageId = on.bots.write(on, 'hello');
      const { discord } = on.bots.harness;
      const answer = await waitFor('the answer', () =>
        [...discord.repliesTo(messageId), ...discord.messages(messageId)].find(({ isBot }) => isBot),
      );
      return answer.channelId === messageId ? 'in a thread' : 'in the channel';
    },
    before: 'in the channel',
    after: 'in a thread',
  },
  {
    setting: 'replyButtons',
    change: () => ({ settings: { replyButtons: true } }),
    probe: async (on) => ((await replyTo(on, 'hello')).components.length > 0 ? 'with buttons' : 'without buttons'),
    before: 'without buttons',
    after: 'with buttons',
  },
  {
    setting: 'greeting',
    change: () => ({ greeting: 'Ahoy.' }),
    probe: greeted,
    before: 'Hello! What can I do for you? Write it right after my name.',
    after: 'Ahoy.',
  },
  {
    setting: 'name',
    with: () => ({ greeting: 'I am {{char}}.' }),
    change: () => ({ name: 'Bea' }),
    probe: greeted,
    before: 'I am Al.',
    after: 'I am Bea.',
  },
  {
    setting: 'statusText',
    change: () => ({ statusText: 'Reading' }),
    probe: ({ bots, bot }) =>
      Promise.resolve(JSON.stringify(bots.harness.discord.presenceOf(bot)).includes('Reading') ? 'shown' : 'not shown'),
    before: 'not shown',
    after: 'shown',
  },
  {
    setting: 'proactiveMessages',
    ...withoutMembersIntent,
    with: () => ({ sendsProactiveMessages: true }),
    change: (on) => ({ settings: onJoining(on) }),
    probe: joined,
    before: 'silent',
    after: 'said',
  },
  {
    setting: 'sendsProactiveMessages',
    ...withoutMembersIntent,
    with: (on) => ({ settings: onJoining(on) }),
    change: () => ({ sendsProactiveMessages: true }),
    probe: joined,
    before: 'silent',
    after: 'said',
  },
];

const commands: readonly SettingRow[] = [
  {
    setting: 'timeZone',
    with: () => ({ commands: [{ commandId: 'remind', trigger: '!remind', custom: null }] }),
    change: () => ({ timeZone: 'Asia/Tokyo' }),
    probe: async (on) => {
      const { content } = await replyTo(on, '!remind tomorrow 9:00 tea');
      return content.includes('Asia/Tokyo') ? 'of Tokyo' : content.includes('UTC') ? 'of UTC' : content;
    },
    before: 'of UTC',
    after: 'of Tokyo',
  },
  { setting: 'commands', change: () => ({ commands: ROLL }), probe: outcome('!roll'), before: 'answered', after: 'command' },
  {
    setting: 'sendsPictures',
    with: (on) => {
      on.bots.harness.chat.canDraw = (botId) => botId === on.botId;
      return { sendsPictures: false };
    },
    change: () => ({ sendsPictures: true }),
    probe: ({ bots: { harness }, bot }) =>
      waitFor('the command', () => harness.discord.commandsOf(bot).some(({ name }) => name === 'generate'), 400).then(
        () => '/generate is offered',
        () => 'it is not',
      ),
    before: 'it is not',
    after: '/generate is offered',
  },
  {
    setting: 'allowCommands',
    with: () => ({ commands: ROLL }),
    change: () => ({ settings: { allowCommands: false } }),
    probe: outcome('!roll'),
    before: 'command',
    after: 'answered',
  },
  {
    setting: 'customPrefix',
    with: () => ({ commands: ROLL }),
    change: () => ({ settings: { customPrefix: '?' } }),
    probe: outcome('?roll'),
    before: 'answered',
    after: 'command',
  },
  {
    setting: 'systems',
    with: () => ({ systems: [WELCOMING] }),
    change: ({ otherId }) => ({ systems: [{ ...WELCOMING, settings: { greeting: HELLO, channel: otherId } }] }),
    probe: joined,
    before: 'silent',
    after: 'said',
  },
];

/** One row for each setting that acts on a running bot. */
export const SETTING_ROWS: readonly SettingRow[] = [...places, ...people, ...answers, ...commands, ...MODERATION_ROWS];
