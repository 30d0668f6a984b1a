import { randomInt } from 'node:crypto';
import {
  AVATAR_COLORS,
  ChannelSettings,
  hasTrait,
  Preferences,
  type UpdateBotInput,
  type CreateBotInput,
  type Personality,
  type Plan,
} from '@kith/proto';
import type { z } from 'zod';
import type { BotEntity } from './bot.entity.js';

type Creation = z.output<typeof CreateBotInput>;
type Changes = z.output<typeof UpdateBotInput>;
type Fields = Pick<
  BotEntity,
  | 'name'
  | 'description'
  | 'avatarColor'
  | 'serverId'
  | 'instructions'
  | 'model'
  | 'responseStyle'
  | 'personality'
  | 'preferences'
  | 'channelSettings'
>;

/** The settings of a new companion: what is not named gets the specification's default. */
export function newFields(creation: Creation): Fields {
  return {
    name: creation.name,
    description: creation.description ?? null,
    avatarColor: creation.avatarColor ?? AVATAR_COLORS[randomInt(AVATAR_COLORS.length)] ?? AVATAR_COLORS[0],
    serverId: creation.serverId ?? null,
    instructions: creation.instructions ?? null,
    model: creation.model ?? 'gpt-4o',
    responseStyle: creation.responseStyle ?? 'balanced',
    personality: creation.personality ?? {},
    preferences: Preferences.parse(creation.preferences ?? {}),
    channelSettings: channelSettings(ChannelSettings.parse({}), creation),
  };
}

/** The settings of `bot` after a save: fields that are not named stay, and so do keys that a named object leaves out. */
export function changedFields(bot: BotEntity, changes: Changes): Fields {
  return {
    name: changes.name ?? bot.name,
    description: changes.description === undefined ? bot.description : changes.description,
    avatarColor: changes.avatarColor ?? bot.avatarColor,
    serverId: changes.serverId === undefined ? bot.serverId : changes.serverId,
    instructions: changes.instructions === undefined ? bot.instructions : changes.instructions,
    model: changes.model ?? bot.model,
    responseStyle: changes.responseStyle ?? bot.responseStyle,
    personality: changes.personality ?? bot.personality,
    preferences: { ...bot.preferences, ...changes.preferences },
    channelSettings: channelSettings(bot.channelSettings, changes),
  };
}

// One value under two names: the form's field of its own wins over the same key of the channel settings.
function channelSettings(
  before: ChannelSettings,
  changes: Pick<Changes, 'channelSettings' | 'dedicatedChannelId'>,
): ChannelSettings {
  const merged = { ...before, ...changes.channelSettings };
  return changes.dedicatedChannelId === undefined ? merged : { ...merged, dedicatedChannelId: changes.dedicatedChannelId ?? '' };
}

/** Splits off the traits that the plan does not unlock (decision M2). */
export function allowedTraits(plan: Plan, personality: Personality): { personality: Personality; droppedTraits: string[] } {
  const traits = Object.entries(personality);
  return {
    personality: Object.fromEntries(traits.filter(([trait]) => hasTrait(plan, trait))),
    droppedTraits: traits.flatMap(([trait]) => (hasTrait(plan, trait) ? [] : [trait])),
  };
}
