import { z } from 'zod';
import { Actor } from './actor.js';
import { RunnableCommand } from './commands.js';
import { area } from './contract.js';
import { discordId, interaction, revision, threadName } from './discord-jobs.js';
import { id, isoTime, text } from './fields.js';
import { ReplyTask } from './reply-tasks.js';

/** What Discord says about a token. `unreachable` leaves it open: the token is checked again when the bot starts. */
export const TokenReport = z.discriminatedUnion('verdict', [
  z.object({ verdict: z.literal('valid'), applicationId: z.string(), botName: z.string(), hasMessageContent: z.boolean() }),
  z.object({ verdict: z.literal('invalid') }),
  z.object({ verdict: z.literal('unreachable') }),
]);

/** What a bot does on Discord that a missing permission can prevent. */
export const PROBLEM_ACTIONS = [
  'send-messages',
  'delete-messages',
  'time-out-members',
  'write-moderation-log',
  'create-threads',
  'read-history',
  'set-slow-mode',
  'add-reactions',
  'create-polls',
  'show-cards',
  'attach-files',
  'manage-roles',
  'manage-events',
  'manage-tickets',
  'write-ticket-log',
  'play-music',
  'manage-automod-rules',
  'register-commands',
  'see-members',
] as const;
export type ProblemAction = (typeof PROBLEM_ACTIONS)[number];

/** Stands for the server of a channel that a bot may not see: Discord does not say to which one it belongs. */
export const UNKNOWN_GUILD_ID = '0';

/** Something that Discord refuses to a bot, until it succeeds. */
export const Problem = z.object({
  guildId: z.string().nullable().describe('Null in direct messages; 0 for a channel of which Discord does not tell the server.'),
  channelId: z.string().nullable().describe('Null when it concerns the whole server.'),
  action: z.enum(PROBLEM_ACTIONS),
  permission: z
    .string()
    .nullable()
    .describe("The permission that is missing, in the words of Discord's settings; null when another reason prevents it."),
  firstSeenAt: isoTime,
  lastSeenAt: isoTime,
});
export type Problem = z.infer<typeof Problem>;

/** What Discord refuses to a bot is to be read again. */
export const ProblemsChange = z.object({ botId: id });
export type ProblemsChange = z.infer<typeof ProblemsChange>;

/** What a command answers in the test chat. */
export const TriedCommand = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('text'),
    text: z.string().max(20_000),
    isRefusal: z.boolean().optional().describe('Whether it says why the command was not run.'),
  }),
  /** To be answered like a message with this text. */
  z.object({ kind: z.literal('question'), question: z.string().max(4000) }),
  /** To be done by a language model. */
  z.object({ kind: z.literal('task'), task: ReplyTask }),
]);
export type TriedCommand = z.infer<typeof TriedCommand>;

export const runner = area('bot-runner', 'runner', {
  /**
   * For the test chat and for the tools of language models: runs a command of a bot as on Discord. Without `place` those that need one say that they work
   * on Discord. A command that sets something does so once for a message, however often it is called.
   */
  tryCommand: {
    input: z.object({
      bot: z.object({
        botId: id,
        ownerId: id,
        name: text(100),
        timeZone: text(60),
        prefix: text(5),
        commands: z.array(RunnableCommand).max(200),
      }),
      commandId: text(40),
      args: text(4000),
      /** The whole message. */
      content: text(4000),
      /** Unix milliseconds. */
      sentAtMs: z.number().int(),
      /** The message on Discord for which a model runs the command. */
      place: z
        .object({ channelId: discordId, guildId: discordId.nullable(), messageId: discordId, memberId: discordId })
        .optional(),
    }),
    output: TriedCommand,
    repeatable: true,
    callers: ['chat'],
  },
  /**
   * Asks Discord about a token before it is stored, without opening a gateway connection. RATE_LIMITED after ten tokens of the user within an
   * hour; a token that Discord has refused is not asked about again.
   */
  inspectToken: {
    input: z.object({ userId: id, token: text(200) }),
    output: TokenReport,
    secret: true,
    repeatable: true,
    timeoutMs: 6000,
    callers: ['bots'],
  },
  /**
   * Shows the beginning of a reply that is still being written: posts it, or changes what was posted of it or stands for an interaction. `isShown` is false when it cannot be
   * shown now, because Discord limits the bot for example, or is not to be shown any more.
   */
  showProgress: {
    input: z.object({
      ownerId: id,
      botId: id,
      messageId: discordId,
      revision,
      channelId: discordId,
      guildId: discordId.nullable(),
      threadName,
      interaction,
      /** Who asked. */
      authorId: discordId,
      text: z.string().min(1).max(20_000),
    }),
    output: z.object({ isShown: z.boolean() }),
    callers: ['chat'],
  },
  /**
   * For chat: whether everybody in the guild sees what is written in a channel; false for channels that are hidden from some or restricted to adults, and
   * for private threads. `channelId` of the answer is the channel whose permissions count. Also false while Discord does not tell.
   */
  channelAudience: {
    input: z.object({ botId: id, guildId: discordId, channelId: discordId }),
    output: z.object({ isOpen: z.boolean(), channelId: discordId }),
    isRead: true,
    repeatable: true,
    timeoutMs: 2000,
    callers: ['chat'],
  },
  /** What Discord refuses to a bot of the actor now, the latest first; at most 50. NOT_FOUND. */
  problems: {
    input: z.object({ actor: Actor, botId: id }),
    output: z.object({ problems: z.array(Problem) }),
    isRead: true,
    repeatable: true,
  },
});
