import { AVATAR_COLORS, Personality, Preferences, type Plan, FORM_TRAITS, planRank } from '@kith/proto';
import { isOn } from '../../lib/traits.js';
import type { BotDetails } from './bots.graphql.js';

/** What the fields of the form hold. */
export interface BotValues {
  name: string;
  description: string;
  avatarColor: string;
  instructions: string;
  model: string;
  responseStyle: string;
  discordToken: string;
  clearDiscordToken: boolean;
  serverId: string;
  dedicatedChannelId: string;
  personality: Record<string, boolean>;
  preferences: Preferences;
}

const ON_AT_FIRST = ['friendliness', 'humor', 'helpfulness', 'creativity'];

/** A new companion: a random colour of the twelve (decision M6), the traits that the sliders have above the middle. */
export function newBot(random: () => number): BotValues {
  return {
    name: '',
    description: '',
    avatarColor: AVATAR_COLORS[Math.floor(random() * AVATAR_COLORS.length)] ?? AVATAR_COLORS[0],
    instructions: '',
    model: 'gpt-4o',
    responseStyle: 'balanced',
    discordToken: '',
    clearDiscordToken: false,
    serverId: '',
    dedicatedChannelId: '',
    personality: Object.fromEntries(FORM_TRAITS.map(({ name }) => [name, ON_AT_FIRST.includes(name)])),
    preferences: Preferences.parse({}),
  };
}

/** A stored companion as the form shows it. */
export function valuesOf(bot: BotDetails): BotValues {
  const traits = storedTraits(bot);
  return {
    name: bot.name,
    description: bot.description ?? '',
    avatarColor: bot.avatarColor,
    instructions: bot.instructions ?? '',
    model: bot.model,
    responseStyle: bot.responseStyle,
    discordToken: '',
    clearDiscordToken: false,
    serverId: bot.serverId ?? '',
    dedicatedChannelId: bot.dedicatedChannelId ?? '',
    personality: Object.fromEntries(FORM_TRAITS.map(({ name }) => [name, isOn(traits[name])])),
    preferences: Preferences.parse(bot.preferences ?? {}),
  };
}

/** What is sent on create: empty optional fields as null (section 5), and only traits that the plan allows. */
export function creationOf(values: BotValues, plan: Plan) {
  return {
    name: values.name.trim(),
    description: orNull(values.description),
    avatarColor: values.avatarColor,
    instructions: orNull(values.instructions),
    model: values.model,
    responseStyle: values.responseStyle,
    discordToken: orNull(values.discordToken),
    serverId: orNull(values.serverId),
    dedicatedChannelId: orNull(values.dedicatedChannelId),
    personality: allowed(values.personality, plan),
    preferences: values.preferences,
  };
}

/** What is sent on edit. Traits that the form does not show, and 0-100 values that still mean the same, stay as they are. */
export function changesOf(values: BotValues, bot: BotDetails, plan: Plan) {
  const stored = storedTraits(bot);
  const chosen = Object.entries(allowed(values.personality, plan)).map(([name, on]) => {
    const before = stored[name];
    return [name, before !== undefined && isOn(before) === on ? before : on] as const;
  });
  return {
    ...creationOf(values, plan),
    personality: { ...stored, ...Object.fromEntries(chosen) },
    ...(values.clearDiscordToken && { clearDiscordToken: true }),
    expectedVersion: bot.version,
  };
}

function storedTraits(bot: BotDetails): Personality {
  const parsed = Personality.safeParse(bot.personality);
  return parsed.success ? parsed.data : {};
}

function allowed(personality: Record<string, boolean>, plan: Plan): Record<string, boolean> {
  const names = FORM_TRAITS.filter((trait) => planRank(plan) >= planRank(trait.plan)).map(({ name }) => name);
  return Object.fromEntries(names.map((name) => [name, personality[name] ?? false]));
}

const orNull = (value: string): string | null => value.trim() || null;
