import { z } from 'zod';
import { Actor } from './actor.js';
import { changesOf } from './changes.js';
import { ChannelSettings } from './channel-settings.js';
import { area } from './contract.js';
import { PLANS } from './plans.js';
import { id, isoTime, optionalSnowflake, optionalText, paging, text, trimmedText } from './text.js';

/** Labels in our schema; the model catalogue of the chat service maps each to a provider's model. */
export const MODELS = ['gpt-4o', 'gpt-4', 'gpt-3.5-turbo'] as const;
export const RESPONSE_STYLES = ['concise', 'balanced', 'detailed', 'friendly', 'professional', 'casual', 'enthusiastic'] as const;
/** The truth of the runner (decision M8); `status` is online or offline only. */
export const RUNTIME_STATES = ['stopped', 'starting', 'online', 'reconnecting', 'failed', 'paused_by_plan'] as const;
export type RuntimeState = (typeof RUNTIME_STATES)[number];

/** Decision M6: the form offers all twelve, and a random default is one of them. */
export const AVATAR_COLORS = [
  '#5865F2',
  '#EB459E',
  '#57F287',
  '#FEE75C',
  '#ED4245',
  '#9B59B6',
  '#3498DB',
  '#FF6B9D',
  '#1ABC9C',
  '#E67E22',
  '#2ECC71',
  '#F1C40F',
] as const;

/** Each trait is a switch or 0-100, stored as sent (decision M1). */
export const Personality = z
  .record(z.string().regex(/^[A-Za-z]{1,40}$/, 'Unknown trait'), z.union([z.boolean(), z.number().min(0).max(100)]))
  .refine((traits) => Object.keys(traits).length <= 60, 'Too many traits');
export type Personality = z.infer<typeof Personality>;

/** All eight keys of both readings (decision M4). */
export const Preferences = z.object({
  sendMedia: z.boolean().default(true),
  rememberInteractions: z.boolean().default(true),
  shareLinks: z.boolean().default(false),
  proactiveMessaging: z.boolean().default(false),
  learningMode: z.boolean().default(false),
  contextRetention: z.enum(['minimal', 'standard', 'extended']).default('standard'),
  responseDelay: z.enum(['instant', 'natural', 'slow']).default('natural'),
  maxTokens: z.number().int().min(50).max(4000).default(1000),
});
export type Preferences = z.infer<typeof Preferences>;

export const Bot = z.object({
  id,
  userId: id,
  name: z.string(),
  description: z.string().nullable(),
  avatarColor: z.string(),
  /** The token itself never leaves the service (decision A9). */
  hasDiscordToken: z.boolean(),
  /** Its last four characters. */
  discordTokenHint: z.string().nullable(),
  serverId: z.string().nullable(),
  dedicatedChannelId: z.string().nullable(),
  instructions: z.string().nullable(),
  model: z.enum(MODELS),
  responseStyle: z.enum(RESPONSE_STYLES),
  personality: Personality,
  preferences: Preferences,
  channelSettings: ChannelSettings,
  status: z.enum(['online', 'offline']),
  runtimeState: z.enum(RUNTIME_STATES),
  /** In words a user can act on; null while all is well. */
  statusReason: z.string().nullable(),
  /** Delivered replies (decision M14); null while the message log cannot be reached. */
  messageCount: z.number().int().nullable(),
  created: isoTime,
  createdAt: isoTime,
  updatedAt: isoTime,
  version: z.number().int(),
});
export type Bot = z.infer<typeof Bot>;

/** A saved bot, with what the save left out or found worth a word. */
export const SavedBot = Bot.extend({
  /** Traits above the owner's plan, dropped at save (decision M2). */
  droppedTraits: z.array(z.string()),
  /** In words, e.g. that Discord refused the token (decision M10). */
  warnings: z.array(z.string()),
});

const name = trimmedText(100).min(3, 'Bot name must be at least 3 characters');
const fields = {
  avatarColor: z.string().regex(/^#[0-9a-fA-F]{6}$/, 'Must be a colour like #5865F2'),
  description: optionalText(1000),
  discordToken: optionalText(200),
  serverId: optionalSnowflake,
  dedicatedChannelId: optionalSnowflake,
  instructions: optionalText(8000),
  model: z.enum(MODELS),
  responseStyle: z.enum(RESPONSE_STYLES),
  personality: Personality,
  preferences: changesOf(Preferences),
  channelSettings: changesOf(ChannelSettings),
};
const optionalFields = z.object(fields).partial();

/** What the create form sends. `userId` and unknown keys are ignored (decision A14). */
export const CreateBotInput = optionalFields.extend({ name });
/** What the edit form sends: absent keeps, null or '' clears, except for the token (decision A9). */
export const UpdateBotInput = optionalFields.extend({
  name: name.optional(),
  clearDiscordToken: z.boolean().optional(),
  /** The `version` the edit started from; VERSION_CONFLICT when it has moved on. */
  expectedVersion: z.number().int().optional(),
});

/** Who a companion is: what the chat service needs to write a reply. */
export const Persona = Bot.pick({
  id: true,
  name: true,
  description: true,
  instructions: true,
  model: true,
  responseStyle: true,
  personality: true,
  preferences: true,
}).extend({
  ownerId: id,
  ownerPlan: z.enum(PLANS),
});
export type Persona = z.infer<typeof Persona>;

/** What a runner needs to run a companion; the token is asked for separately. */
export const RunnableBot = z.object({
  botId: id,
  ownerId: id,
  name: z.string(),
  /** The Discord application the token belongs to: the key of the lease. */
  applicationId: z.string(),
  serverId: z.string().nullable(),
  channelSettings: ChannelSettings,
  version: z.number().int(),
});
export type RunnableBot = z.infer<typeof RunnableBot>;

const byId = z.object({ actor: Actor, botId: id });

export const bots = area('bots', 'bots', {
  /** Creates a companion. BOT_LIMIT at the plan's cap, TOKEN_IN_USE. */
  create: { input: CreateBotInput.extend({ actor: Actor }), output: SavedBot, secret: true, timeoutMs: 20_000 },
  /** The actor's companions, oldest first. A page ends early when it would not fit into one message: `total` tells whether there is more. */
  list: {
    input: z.object({ actor: Actor, search: text(100).optional(), ...paging }),
    output: z.object({ bots: z.array(Bot), total: z.number().int() }),
    repeatable: true,
  },
  /** One companion of the actor. NOT_FOUND alike for missing and foreign (decision A6). */
  get: { input: byId, output: Bot, repeatable: true },
  /** Changes the named fields. TOKEN_IN_USE, VERSION_CONFLICT, TRIGGER_TAKEN when a new prefix would make two triggers one. */
  update: { input: UpdateBotInput.extend({ actor: Actor, botId: id }), output: SavedBot, secret: true, timeoutMs: 20_000 },
  /** Deletes: stops it, wipes its token, has its content purged everywhere (decision M12). */
  remove: { input: byId, output: z.object({ message: z.string() }) },
  /**
   * Puts it on Discord; answers when READY, when it failed (TOKEN_INVALID, INTENT_MISSING, DISCORD_REFUSED, DISCORD_UNREACHABLE),
   * or after 15 s with `runtimeState: starting` (decision M8). TOKEN_MISSING, PAUSED_BY_PLAN.
   */
  start: { input: byId, output: Bot, timeoutMs: 20_000 },
  /** Takes it off Discord; answers when the connection is closed or after 10 s. */
  stop: { input: byId, output: Bot, timeoutMs: 20_000 },
  /** Wipes what was said with it, its memory and its counters; keeps configuration and knowledge (decision M11). `name` must be its name. IMPERSONATING. */
  reset: { input: byId.extend({ name: z.string().max(200) }), output: z.object({ message: z.string() }), repeatable: true },
  /** How many companions the actor has, and how many of them are online. */
  counts: {
    input: z.object({ actor: Actor }),
    output: z.object({ total: z.number().int(), online: z.number().int() }),
    repeatable: true,
  },
  /** Administrators: all companions, and those that are online. FORBIDDEN. */
  stats: {
    input: z.object({ actor: Actor }),
    output: z.object({ total: z.number().int(), active: z.number().int() }),
    repeatable: true,
  },
  /** For services: whether the companion is the actor's. NOT_FOUND alike for missing, foreign and deleted. */
  owned: { input: byId, output: z.object({ botId: id, name: z.string() }), repeatable: true },
  /** For the analytics: the share (0-100) of its desired-online minutes of the last 7 days with a READY session (decision N2). */
  uptime: {
    input: byId,
    output: z.object({ uptime: z.number().min(0).max(100), status: z.enum(['online', 'offline']), model: z.enum(MODELS) }),
    repeatable: true,
  },
  /** For the auth service: deletes all companions of a deleted account. */
  removeAllOf: { input: z.object({ userId: id }), output: z.object({ removed: z.number().int() }), repeatable: true },
  /** For the chat service: who the companion is, whoever asks. NOT_FOUND when deleted. */
  persona: { input: z.object({ botId: id }), output: Persona, repeatable: true },
  /** For runners: the companions that shall be online, a page at a time in the order of their ids; `next` is the `after` of the next page. */
  listDesiredOnline: {
    input: z.object({ after: id.nullable().default(null) }),
    output: z.object({ bots: z.array(RunnableBot), next: id.nullable() }),
    repeatable: true,
  },
  /** For runners: one companion, null when it shall not be online. */
  getDesiredOnline: { input: z.object({ botId: id }), output: z.object({ bot: RunnableBot.nullable() }), repeatable: true },
  /** For runners: the Discord token, null when there is none. The answer is published, never stored. */
  discordToken: { input: z.object({ botId: id }), output: z.object({ token: z.string().nullable() }), repeatable: true },
  /** For runners: what a connection does. Reports with an older fence than the last one are ignored. */
  report: {
    input: z.object({
      botId: id,
      runtimeState: z.enum(RUNTIME_STATES),
      code: z.string().nullable(),
      statusReason: z.string().nullable(),
      fence: z.number().int(),
    }),
    output: z.object({ accepted: z.boolean() }),
    repeatable: true,
  },
  /** For runners: the purge of a deleted companion is done. */
  forget: { input: z.object({ botId: id }), output: z.object({}), repeatable: true },
});
