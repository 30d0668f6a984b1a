import { z } from 'zod';
import { Actor } from './actor.js';
import { BOT_SETTINGS, BotSettings } from './bot-settings.js';
import { RunnableCommand } from './commands.js';
import { area } from './contract.js';
import { id, inputsOf, isoTime, Message, optionalSnowflake, optionalText, paging, text } from './fields.js';
import { MODELS } from './models.js';
import { PLANS } from './plans.js';
import { ONLINE_STATUSES, RUN_STATES, RUNTIME_STATES } from './run-states.js';
import { RunnableBot } from './runnable-bot.js';

export const Bot = z.object({
  id,
  userId: id,
  ...BotSettings.shape,
  /** The token itself never leaves the service (docs/security.md). */
  hasDiscordToken: z.boolean(),
  discordTokenHint: z
    .string()
    .nullable()
    .describe('The last four characters of the Discord token; the token itself is never answered.'),
  dedicatedChannelId: z.string().nullable().describe('The same value as `channelSettings.dedicatedChannelId`; null when empty.'),
  status: z.enum(ONLINE_STATUSES),
  runtimeState: z.enum(RUNTIME_STATES),
  statusReason: z
    .string()
    .nullable()
    .describe('Why the bot is not online, as a sentence that its owner can act on; null while nothing is wrong.'),
  messageCount: z.number().int().nullable().describe('Delivered replies; null while they cannot be counted.'),
  isResetting: z
    .boolean()
    .describe('Whether its data is being deleted after a reset. What is said with it until that has ended is deleted, too.'),
  created: isoTime.describe('The same value as `createdAt`.'),
  createdAt: isoTime,
  updatedAt: isoTime,
  version: z.number().int().describe('Counts the saves of the settings.'),
});
export type Bot = z.infer<typeof Bot>;

/** The state of a bot as it changes, for subscriptions. */
export const BotStatus = z.object({
  botId: id,
  ...Bot.pick({ status: true, runtimeState: true, statusReason: true, isResetting: true }).shape,
});
export type BotStatus = z.infer<typeof BotStatus>;

/** A bot after a save, with what the save did not apply. */
export const SavedBot = z.object({
  bot: Bot,
  droppedTraits: z
    .array(z.string())
    .describe("Traits above the owner's plan that were sent with a new value. It was not saved; what is stored of them stays."),
  warnings: z.array(z.string()).describe('Sentences for people, e.g. that Discord rejected the token.'),
});
export type SavedBot = z.infer<typeof SavedBot>;

export const BotReset = Message.extend({
  isDone: z
    .boolean()
    .describe('False when it takes longer than ten seconds: it goes on, and `isResetting` of the bot says until when.'),
});

const settings = z.object({
  ...inputsOf(BOT_SETTINGS),
  discordToken: optionalText(200),
  confirmsAdult: z.boolean().describe('That the owner is 18 or older; needed when `ageRating` becomes `adult`.'),
  dedicatedChannelId: optionalSnowflake,
});

/** What the create form sends. `userId` and unknown keys are ignored. */
export const CreateBotInput = settings.partial().extend({ name: BOT_SETTINGS.name.input });
/** What the edit form sends. */
export const UpdateBotInput = settings
  .partial()
  .extend({
    clearDiscordToken: z.boolean().optional(),
    expectedVersion: z
      .number()
      .int()
      .optional()
      .describe('The `version` the edit started from; VERSION_CONFLICT when the bot was saved since.'),
  })
  .describe("Absent keeps; null or '' clears, except for the token, which only `clearDiscordToken` removes.");

/** What the chat service needs to know of a bot to write a reply. */
export const Persona = Bot.pick({
  id: true,
  name: true,
  description: true,
  instructions: true,
  greeting: true,
  exampleDialogues: true,
  timeZone: true,
  model: true,
  responseStyle: true,
  personality: true,
  preferences: true,
  dailyCaps: true,
  ageRating: true,
  tools: true,
}).extend({ ownerId: id, ownerPlan: z.enum(PLANS) });
export type Persona = z.infer<typeof Persona>;

const byId = z.object({ actor: Actor, botId: id });

export const BOT_FIELDS = Object.keys(Bot.shape) as (keyof Bot)[];
const ownBots = z.object({ actor: Actor, search: text(100).optional(), ...paging });

const BotOwner = Persona.pick({ name: true, ownerId: true, ownerPlan: true });
const forRunners = { repeatable: true, callers: ['bot-runner'] } as const;

export const bots = area('bots', 'bots', {
  /** Creates a bot. BOT_LIMIT at the plan's cap, UPGRADE_REQUIRED for a model or memory above the plan, TOKEN_IN_USE, RATE_LIMITED after ten tokens within an hour. */
  create: { input: CreateBotInput.extend({ actor: Actor }), output: SavedBot, secret: true, timeoutMs: 20_000 },
  /** The actor's bots, oldest first. A page ends before its limit when it would not fit into one message; `total` tells whether there is more. */
  list: {
    input: ownBots,
    output: z.object({ bots: z.array(Bot), total: z.number().int() }),
    isRead: true,
    repeatable: true,
  },
  /** The same list with the named fields only: lists of many bots show few of them. */
  listFields: {
    input: ownBots.extend({ fields: z.array(z.enum(BOT_FIELDS)).min(1).max(BOT_FIELDS.length) }),
    output: z.object({ bots: z.array(Bot.partial()), total: z.number().int() }),
    isRead: true,
    repeatable: true,
  },
  /** One bot of the actor. NOT_FOUND for a missing bot as for a foreign one. */
  get: { input: byId, output: Bot, isRead: true, repeatable: true, callers: ['gateway', 'chat'] },
  /**
   * Changes the named settings. UPGRADE_REQUIRED for another model or memory above the plan, TOKEN_IN_USE, RATE_LIMITED after ten tokens within an hour, VERSION_CONFLICT, TRIGGER_TAKEN when a new prefix
   * would make two triggers the same.
   */
  update: { input: UpdateBotInput.extend({ actor: Actor, botId: id }), output: SavedBot, secret: true, timeoutMs: 20_000 },
  /** Deletes a bot: stops it, deletes its token, and has its data in all services purged. */
  remove: { input: byId, output: Message },
  /**
   * Connects a bot to Discord; answers when it is ready, when it failed (TOKEN_INVALID, INTENT_MISSING, DISCORD_REFUSED,
   * DISCORD_UNREACHABLE), or after 15 s with `runtimeState: starting`. TOKEN_MISSING, PAUSED_BY_PLAN, RATE_LIMITED.
   */
  start: { input: byId, output: Bot, timeoutMs: 20_000 },
  /** Disconnects a bot from Discord; answers when the connection is closed or after 10 s. */
  stop: { input: byId, output: Bot, timeoutMs: 20_000 },
  /**
   * Deletes the conversations, memory and counters of a bot; keeps its settings and knowledge. `name` must be its name. Answers at the end, or
   * after ten seconds while it goes on; a call meanwhile waits for the same end. IMPERSONATING; NOT_FOUND when the bot is deleted meanwhile.
   */
  reset: {
    input: byId.extend({ name: z.string().max(200) }),
    output: BotReset,
    repeatable: true,
    timeoutMs: 20_000,
  },
  /**
   * The names of these bots of the actor, for administrators of any user's. Bots that are missing, foreign or deleted have none.
   */
  names: {
    input: z.object({ actor: Actor, botIds: z.array(id).max(200) }),
    output: z.object({ names: z.record(id, z.string()) }),
    isRead: true,
    repeatable: true,
    callers: ['gateway', 'auth', 'bot-runner'],
  },
  /** Administrators: the bots of a user, oldest first. FORBIDDEN. */
  ofUser: {
    input: z.object({ actor: Actor, userId: id, ...paging }),
    output: z.object({
      bots: z.array(Bot.pick({ id: true, name: true, status: true, runtimeState: true, messageCount: true, createdAt: true })),
      total: z.number().int(),
    }),
    isRead: true,
    repeatable: true,
  },
  /** How many bots the actor has, and how many of them are online. */
  counts: {
    input: z.object({ actor: Actor }),
    output: z.object({ total: z.number().int(), online: z.number().int() }),
    isRead: true,
    repeatable: true,
  },
  /** Administrators: the number of all bots, and of those that are online. FORBIDDEN. */
  stats: {
    input: z.object({ actor: Actor }),
    output: z.object({ total: z.number().int(), active: z.number().int() }),
    isRead: true,
    repeatable: true,
  },
  /** For services: checks that the bot is the actor's. NOT_FOUND when it is missing, foreign or deleted. */
  owned: {
    input: byId,
    output: z.object({ botId: id, name: z.string() }),
    repeatable: true,
    callers: ['chat', 'knowledge', 'bot-runner'],
  },
  /** For the analytics: of the minutes of the last 7 days in which the bot should have been online, the percentage with a ready session. */
  uptime: {
    input: byId,
    output: z.object({ uptime: z.number().min(0).max(100), status: z.enum(ONLINE_STATUSES), model: z.enum(MODELS) }),
    repeatable: true,
    callers: ['chat'],
  },
  /** For runners, in the name of an administrator: stops a bot until `restore`. NOT_FOUND, FORBIDDEN. */
  takeDown: { input: byId, output: z.object({}), repeatable: true, callers: ['bot-runner'] },
  /** For runners, in the name of an administrator: lets a bot that was taken down start again. NOT_FOUND, FORBIDDEN. */
  restore: { input: byId, output: z.object({}), repeatable: true, callers: ['bot-runner'] },
  /** For the auth service: deletes all bots of a deleted account. */
  removeAllOf: {
    input: z.object({ userId: id }),
    output: z.object({ removed: z.number().int() }),
    repeatable: true,
    callers: ['auth'],
  },
  /** For the knowledge service, which tests in the background what a bot finds. NOT_FOUND when deleted. */
  ownerOf: { input: z.object({ botId: id }), output: BotOwner, repeatable: true, callers: ['knowledge'] },
  /** For the chat service: the persona of a bot, whoever owns it. NOT_FOUND when deleted. */
  persona: { input: z.object({ botId: id }), output: Persona, repeatable: true, callers: ['chat'] },
  /**
   * For the test chat: what a message in it needs to know of a bot of the actor: the persona, and the enabled commands as runners get them with
   * their prefix, none while its owner does not allow commands. NOT_FOUND when it is missing, foreign or deleted.
   */
  testChat: {
    input: byId,
    output: z.object({ persona: Persona, prefix: z.string(), commands: z.array(RunnableCommand) }),
    repeatable: true,
    callers: ['chat'],
  },
  /** For runners: the bots whose desired state is online, page by page in the order of their ids; `next` is the `after` of the next page. */
  listDesiredOnline: {
    input: z.object({ after: id.nullable().default(null) }),
    output: z.object({ bots: z.array(RunnableBot), next: id.nullable() }),
    repeatable: true,
    callers: ['bot-runner'],
  },
  /** For runners: one bot; null when its desired state is not online. */
  getDesiredOnline: { input: z.object({ botId: id }), output: z.object({ bot: RunnableBot.nullable() }), ...forRunners },
  /**
   * For runners: the bots that were changed since `since`, the `at` of the answer before, in a way that concerns runners; the bots of the ten
   * seconds before are named again. `isComplete` is false when there are too many: then the whole list is to be read.
   */
  desiredChanges: {
    input: z.object({ since: isoTime }),
    output: z.object({
      at: isoTime,
      /** `change` names this change of the bot: the same one is not to be read twice. */
      changed: z.array(z.object({ botId: id, change: z.string() })),
      isComplete: z.boolean(),
    }),
    repeatable: true,
    callers: ['bot-runner'],
  },
  /**
   * For runners: the Discord tokens of up to 100 bots, also of deleted ones of which something is to be removed from Discord; null without a token. A bot whose token cannot be decrypted is absent.
   */
  discordTokens: {
    input: z.object({ botIds: z.array(id).min(1).max(100) }),
    output: z.object({ tokens: z.record(id, z.string().nullable()) }),
    repeatable: true,
    callers: ['bot-runner'],
    secret: true,
  },
  /** For runners: reports the state of a connection. A report with an older fencing token than the last one is ignored. */
  report: {
    input: z.object({
      botId: id,
      runtimeState: z.enum(RUN_STATES),
      code: z.string().nullable(),
      statusReason: z.string().nullable(),
      fence: z.number().int(),
    }),
    output: z.object({ accepted: z.boolean() }),
    repeatable: true,
    callers: ['bot-runner'],
  },
  /** For runners: when the system was removed from a bot whose rules are still to be removed from Discord; null when nothing is. */
  uninstalled: { input: z.object({ botId: id }), output: z.object({ uninstalledAt: isoTime.nullable() }), ...forRunners },
  /** For runners: the rules of the system that was removed then are removed from Discord, or cannot be. */
  endUninstall: { input: z.object({ botId: id, uninstalledAt: isoTime }), output: z.object({}), ...forRunners },
  /** For runners: what a deleted bot had written into servers is removed from Discord; deletes the token that was kept for that. */
  forgetToken: { input: z.object({ botId: id }), output: z.object({}), repeatable: true, callers: ['bot-runner'] },
  /** For runners: the data of a deleted bot has been purged; deletes its row. */
  forget: { input: z.object({ botId: id }), output: z.object({}), repeatable: true, callers: ['bot-runner'] },
});
