import { randomInt } from 'node:crypto';
import {
  AppError,
  AVATAR_COLORS,
  BOT_SETTING_NAMES,
  hasTrait,
  initialBotSettings,
  type AgeRating,
  type BotSettings,
  type ChannelSettings,
  type CreateBotInput,
  type Personality,
  type Plan,
  type UpdateBotInput,
} from '@kith/proto';
import type { z } from 'zod';

type Creation = z.output<typeof CreateBotInput>;
type Changes = z.output<typeof UpdateBotInput>;

const CONFIRM_ADULT = 'Please confirm that you are 18 or older';

/** The settings among the fields of `source`: each has a column of its own. */
export const settingsOf = (source: BotSettings): BotSettings => pickSettings(source) as unknown as BotSettings;

/** The settings of a new bot: those that are not named get their initial value, the colour a random one. */
export function newSettings(creation: Creation): BotSettings {
  const avatarColor = AVATAR_COLORS[randomInt(AVATAR_COLORS.length)] ?? AVATAR_COLORS[0];
  return changedSettings({ ...initialBotSettings(), avatarColor }, creation);
}

/** The settings after a save: those that are not named stay, and so do keys that a named object leaves out. */
export function changedSettings(before: BotSettings, changes: Changes): BotSettings {
  return {
    ...settingsOf(before),
    ...pickSettings(changes),
    preferences: { ...before.preferences, ...changes.preferences },
    channelSettings: channelSettingsOf(before.channelSettings, changes),
    dailyCaps: { ...before.dailyCaps, ...changes.dailyCaps },
    tools: { ...before.tools, ...changes.tools },
  };
}

/** What is stored when the owner confirms to be an adult, which rating a bot so takes (docs/decisions.md C40). Else BAD_INPUT. */
export function adultConfirmation(before: AgeRating, { ageRating, confirmsAdult }: Changes): { adultConfirmedAt?: Date } {
  if (ageRating !== 'adult' || before === 'adult') return {};
  if (confirmsAdult) return { adultConfirmedAt: new Date() };
  throw new AppError('BAD_INPUT', CONFIRM_ADULT, { fields: { confirmsAdult: CONFIRM_ADULT } });
}

function pickSettings(source: Partial<Record<keyof BotSettings, unknown>>): Partial<BotSettings> {
  const named = BOT_SETTING_NAMES.filter((name) => source[name] !== undefined);
  return Object.fromEntries(named.map((name) => [name, source[name]]));
}

// One value under two names: the field of the bot wins over the same key of the channel settings.
function channelSettingsOf(before: ChannelSettings, { channelSettings, dedicatedChannelId }: Changes): ChannelSettings {
  const merged = { ...before, ...channelSettings };
  return dedicatedChannelId === undefined ? merged : { ...merged, dedicatedChannelId: dedicatedChannelId ?? '' };
}

/** The traits that the plan unlocks. */
export const allowedTraits = (plan: Plan, personality: Personality): Personality =>
  Object.fromEntries(Object.entries(personality).filter(([trait]) => hasTrait(plan, trait)));

/**
 * The traits after a save. Those above the plan stay as they are stored, whatever was sent (docs/decisions.md B14); `droppedTraits` names
 * the ones among them that were sent with another value.
 */
export function savedTraits(
  plan: Plan,
  sent: Personality,
  stored: Personality,
): { personality: Personality; droppedTraits: string[] } {
  const inactive = new Map(Object.entries(stored).filter(([trait]) => !hasTrait(plan, trait)));
  const dropped = Object.entries(sent).filter(([trait, value]) => !hasTrait(plan, trait) && inactive.get(trait) !== value);
  return {
    personality: { ...allowedTraits(plan, sent), ...Object.fromEntries(inactive) },
    droppedTraits: dropped.map(([trait]) => trait),
  };
}
