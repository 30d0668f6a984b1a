import { AVATAR_COLORS, FORM_TRAITS, hasTrait, Personality, Preferences, type Plan } from '@kith/proto';
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
  /** Switches or 0-100; a slider that is off has no value. */
  personality: Record<string, boolean | number | undefined>;
  preferences: Preferences;
}

/** A new companion, with switches: the traits that the sliders have above the middle are on. */
export const newBot = (random: () => number): BotValues => ({
  name: '',
  description: '',
  // A random one of the twelve (decision M6).
  avatarColor: AVATAR_COLORS[Math.floor(random() * AVATAR_COLORS.length)] ?? AVATAR_COLORS[0],
  instructions: '',
  model: 'gpt-4o',
  responseStyle: 'balanced',
  discordToken: '',
  clearDiscordToken: false,
  serverId: '',
  dedicatedChannelId: '',
  personality: Object.fromEntries(FORM_TRAITS.map(({ name }) => [name, name in SLIDER_DEFAULTS])),
  preferences: Preferences.parse({}),
});

/** The four sliders of every plan, and where they begin (specification 1, section 2). */
export const SLIDER_DEFAULTS: Readonly<Record<string, number>> = { friendliness: 75, humor: 60, helpfulness: 85, creativity: 70 };

/** What a switch is on the scale: what is on is worth 75 (decision M1). */
const ON = 75;
const OFF = 25;

/** The same traits for the sliders. One that nobody touched begins where a slider begins. */
export function asSliders(values: BotValues, start: BotValues): BotValues {
  const personality = Object.entries(values.personality).map(([name, value]) => [name, sliderOf(name, value, start)] as const);
  return { ...values, personality: Object.fromEntries(personality) };
}

function sliderOf(name: string, value: boolean | number | undefined, start: BotValues): boolean | number | undefined {
  const begin = SLIDER_DEFAULTS[name];
  if (typeof value === 'number') return value;
  if (begin === undefined) return value === true ? (isDial(name) ? ON : true) : undefined;
  return value === start.personality[name] ? begin : value === true ? ON : OFF;
}

/** The same traits for the switches, which show a number as on from 50. */
export function asSwitches(values: BotValues, start: BotValues): BotValues {
  const untouched = Object.keys(SLIDER_DEFAULTS).filter((name) => values.personality[name] === start.personality[name]);
  const switches = FORM_TRAITS.map(({ name }) => [name, values.personality[name] ?? false] as const);
  return {
    ...values,
    personality: {
      ...values.personality,
      ...Object.fromEntries(switches),
      ...Object.fromEntries(untouched.map((name) => [name, true])),
    },
  };
}

/** The sliders that may be left off, as the live preview reads them (specification 2, section 3). */
export const DIALS = [
  'enthusiasm',
  'emojis',
  'formality',
  'verbosity',
  'roleplay',
  'memoryStrength',
  'topicSwitching',
  'empathy',
  'mediaGeneration',
] as const;
const isDial = (name: string): boolean => (DIALS as readonly string[]).includes(name);

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
    return [name, before !== undefined && isOn(before) === isOn(on) ? before : on] as const;
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

function allowed(personality: BotValues['personality'], plan: Plan): Personality {
  const traits = Object.entries(personality).flatMap(([name, value]) =>
    value !== undefined && hasTrait(plan, name) ? [[name, value] as const] : [],
  );
  return Object.fromEntries(traits);
}

const orNull = (value: string): string | null => value.trim() || null;
