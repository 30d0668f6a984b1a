import { z } from 'zod';
import { Actor } from './actor.js';
import { BotSettings, type BotSettingName } from './bot-settings.js';
import { SavedBot } from './bots.js';
import { area } from './contract.js';
import { id, isoTime, paging } from './fields.js';

/** The settings that make the character of a bot: what a version keeps. */
export const CHARACTER_SETTINGS = [
  'name',
  'description',
  'instructions',
  'greeting',
  'exampleDialogues',
  'timeZone',
  'model',
  'responseStyle',
  'personality',
  'preferences',
] as const satisfies readonly BotSettingName[];
export type CharacterSetting = (typeof CHARACTER_SETTINGS)[number];

/** How many versions are kept of a bot, the newest ones. */
export const MAX_BOT_VERSIONS = 50;

export const Character = BotSettings.pick({
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
} satisfies Record<CharacterSetting, true>);
export type Character = z.infer<typeof Character>;

/** What a save of a bot's character changed. */
export const BotVersion = z.object({
  version: z.number().int().describe('The `version` of the bot after the save.'),
  savedAt: isoTime,
  isByAdministrator: z.boolean().describe('Saved by an administrator who acted as the owner.'),
  fields: z.array(z.enum(CHARACTER_SETTINGS)).describe('The settings that changed; all that were set for a new bot.'),
  restoredFrom: z.number().int().nullable().describe('The version that this save brought back.'),
});
export type BotVersion = z.infer<typeof BotVersion>;

const byId = { actor: Actor, botId: id };
const version = z.number().int().min(1).max(2_147_483_647);

export const botVersions = area('bots', 'botVersions', {
  /** The versions of a bot, the latest first. NOT_FOUND. */
  list: {
    input: z.object({ ...byId, ...paging }),
    output: z.object({ versions: z.array(BotVersion), total: z.number().int() }),
    isRead: true,
    repeatable: true,
  },
  /** The character of a version, and the one before it as far as it is kept. NOT_FOUND. */
  get: {
    input: z.object({ ...byId, version }),
    output: z.object({ version: BotVersion, character: Character, before: Character.nullable() }),
    isRead: true,
    repeatable: true,
  },
  /**
   * Saves the character of a version again. What the plan does not have stays as it is and is named in `droppedTraits` and `warnings`. NOT_FOUND,
   * VERSION_CONFLICT when the bot was saved since `expectedVersion`.
   */
  restore: {
    input: z.object({ ...byId, version, expectedVersion: z.number().int() }),
    output: SavedBot,
    timeoutMs: 20_000,
  },
});
