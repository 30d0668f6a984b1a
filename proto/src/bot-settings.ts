import { z } from 'zod';
import { ChannelSettings } from './channel-settings.js';
import { changesOf, editable, editableText, initialsOf, nameText, optionalSnowflake, outputsOf } from './fields.js';
import { MODELS } from './models.js';
import { TimeZone } from './time-zones.js';

export const RESPONSE_STYLES = ['concise', 'balanced', 'detailed', 'friendly', 'professional', 'casual', 'enthusiastic'] as const;

/** The colours that the form offers; a new bot gets a random one of them. */
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

/** For whom a bot is (docs/decisions.md C40). */
export const AGE_RATINGS = ['everyone', 'adult'] as const;
export type AgeRating = (typeof AGE_RATINGS)[number];

/** Each trait is a switch or a number from 0 to 100, stored as sent: the two forms of a new bot send different kinds. */
export const Personality = z
  .record(z.string().regex(/^[A-Za-z]{1,40}$/, 'Unknown trait'), z.union([z.boolean(), z.number().min(0).max(100)]))
  .refine((traits) => Object.keys(traits).length <= 60, 'Too many traits');
export type Personality = z.infer<typeof Personality>;

/** Messages a day that a bot may send; null without a cap. */
const dailyCap = z.number().int().min(1).max(1_000_000).nullable();
/** Caps that the owner may set: on all messages of the bot, on those of each Discord server and of each member. */
export const DailyCaps = z.object({
  perBot: dailyCap.default(null),
  perServer: dailyCap.default(null),
  perMember: dailyCap.default(null),
});
export type DailyCaps = z.infer<typeof DailyCaps>;

/** What a language model may use while it writes a reply; each is off until the owner switches it on (docs/decisions.md T18). */
export const BotTools = z.object({
  pages: z.boolean().default(false).describe('Reads a web page whose address stands in the message.'),
  calculator: z.boolean().default(false),
  dates: z.boolean().default(false).describe('Tells the time in any time zone, and counts between dates.'),
  dice: z.boolean().default(false),
  commands: z
    .boolean()
    .default(false)
    .describe('Runs the custom commands that the bot has learned, and of the catalogue dice, coin, 8-ball and reminders.'),
  servers: z.boolean().default(false).describe('Uses the allowed tools of the MCP servers of the bot.'),
});
export type BotTools = z.infer<typeof BotTools>;
export const BOT_TOOLS = Object.keys(BotTools.shape) as (keyof BotTools)[];

export const CONTEXT_RETENTIONS = ['minimal', 'standard', 'extended'] as const;
/** How much of a conversation, in tokens, a prompt holds besides the message itself; the owner's plan may allow less. */
export const HISTORY_TOKENS: Readonly<Record<(typeof CONTEXT_RETENTIONS)[number], number>> = {
  minimal: 2000,
  standard: 8000,
  extended: 16_000,
};
export const RESPONSE_PACES = ['instant', 'natural', 'slow'] as const;

export const Preferences = z.object({
  sendMedia: z.boolean().default(true),
  rememberInteractions: z.boolean().default(true),
  shareLinks: z.boolean().default(false),
  proactiveMessaging: z.boolean().default(false),
  learningMode: z.boolean().default(false),
  contextRetention: z.enum(CONTEXT_RETENTIONS).default('standard'),
  responseDelay: z.enum(RESPONSE_PACES).default('natural'),
  maxTokens: z.number().int().min(50).max(4000).default(1000),
});
export type Preferences = z.infer<typeof Preferences>;

/**
 * The settings of a bot: what its owner edits and what is stored as it was sent. A setting is declared here once; the schemas below, REST, GraphQL,
 * the service and the values of the form are derived from it. A new one also needs a column (services/bots) and a control (web).
 */
export const BOT_SETTINGS = {
  name: editable(nameText(100).min(3, 'Bot name must be at least 3 characters'), z.string(), ''),
  description: editableText(1000),
  avatarColor: editable(z.string().regex(/^#[0-9a-fA-F]{6}$/, 'Must be a colour like #5865F2'), z.string(), AVATAR_COLORS[0]),
  serverId: editable(optionalSnowflake, z.string().nullable(), null),
  /** What Discord shows below its name while it is online. */
  statusText: editableText(128),
  /** An `adult` bot answers in age-restricted channels only. */
  ageRating: editable(z.enum(AGE_RATINGS), z.enum(AGE_RATINGS), 'everyone'),
  /** Where it reads the clock: "today" in its answers, and times of day in reminders (docs/decisions.md C43). */
  timeZone: editable(TimeZone, z.string(), 'UTC'),
  instructions: editableText(8000),
  /** What it says before anybody has written: in an empty chat, and on Discord to a mention without a text. */
  greeting: editableText(2000),
  /** How it talks: exchanges whose lines begin with `{{user}}:` or `{{char}}:`, with `<START>` before each. */
  exampleDialogues: editableText(3000),
  model: editable(z.enum(MODELS), z.enum(MODELS), 'gpt-4o'),
  responseStyle: editable(z.enum(RESPONSE_STYLES), z.enum(RESPONSE_STYLES), 'balanced'),
  personality: editable(Personality, Personality, {}),
  preferences: editable(changesOf(Preferences), Preferences, Preferences.parse({})),
  channelSettings: editable(changesOf(ChannelSettings), ChannelSettings, ChannelSettings.parse({})),
  dailyCaps: editable(changesOf(DailyCaps), DailyCaps, DailyCaps.parse({})),
  tools: editable(changesOf(BotTools), BotTools, BotTools.parse({})),
};
export const BotSettings = z.object(outputsOf(BOT_SETTINGS));
export type BotSettings = z.infer<typeof BotSettings>;
export type BotSettingName = keyof BotSettings;
export const BOT_SETTING_NAMES = Object.keys(BOT_SETTINGS) as BotSettingName[];

/** The settings of a new bot, without a name. */
export const initialBotSettings = (): BotSettings => structuredClone(initialsOf(BOT_SETTINGS));
