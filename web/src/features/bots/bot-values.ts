import {
  AVATAR_COLORS,
  BOT_SETTING_NAMES,
  BOT_SETTINGS,
  FORM_TRAITS,
  hasTrait,
  initialBotSettings,
  Personality,
  type BotSettings,
  type Plan,
} from '@kith/proto';
import { ownTimeZone } from '../../shared/time-zones.js';
import { isOn } from '../../shared/traits.js';
import type { BotDetails } from './bots.graphql.js';

/** The channel settings have a page of their own; the form holds the traits in another shape. */
type FormSetting = Exclude<keyof BotSettings, 'channelSettings' | 'personality'>;
const FORM_SETTINGS = BOT_SETTING_NAMES.filter(
  (name): name is FormSetting => name !== 'channelSettings' && name !== 'personality',
);
type SettingValues = { [K in FormSetting]: NonNullable<BotSettings[K]> };

/** The values of the form's fields; text that is null on the server is empty here. */
export interface BotValues extends SettingValues {
  discordToken: string;
  clearDiscordToken: boolean;
  confirmsAdult: boolean;
  dedicatedChannelId: string;
  /** Switches or numbers from 0 to 100; a slider that is off has no value. */
  personality: Record<string, boolean | number | undefined>;
}

/** A new bot, in the time zone of the browser, with switches: the traits whose sliders start above the middle are on. */
export const newBot = (random: () => number): BotValues => ({
  ...settingValues(initialBotSettings()),
  timeZone: ownTimeZone(),
  avatarColor: AVATAR_COLORS[Math.floor(random() * AVATAR_COLORS.length)] ?? AVATAR_COLORS[0],
  discordToken: '',
  clearDiscordToken: false,
  confirmsAdult: false,
  dedicatedChannelId: '',
  personality: Object.fromEntries(FORM_TRAITS.map(({ name }) => [name, name in SLIDER_DEFAULTS])),
});

/** A stored bot as the form shows it. */
export function valuesOf(bot: BotDetails): BotValues {
  const traits = storedTraits(bot);
  return {
    ...settingValues(bot),
    discordToken: '',
    clearDiscordToken: false,
    confirmsAdult: bot.ageRating === 'adult',
    dedicatedChannelId: bot.dedicatedChannelId ?? '',
    personality: Object.fromEntries(FORM_TRAITS.map(({ name }) => [name, isOn(traits[name])])),
  };
}

/** The input of a creation: empty optional fields are null, and only traits that the plan allows are sent. */
export const creationOf = (values: BotValues, plan: Plan) => ({
  ...settingsOf(values),
  discordToken: orNull(values.discordToken),
  confirmsAdult: values.confirmsAdult,
  dedicatedChannelId: orNull(values.dedicatedChannelId),
  personality: allowedTraits(values.personality, plan),
});

/** The input of an edit. Traits that the form does not show, and numbers that mean the same as the switch, are sent as they are stored. */
export function changesOf(values: BotValues, bot: BotDetails, plan: Plan) {
  const stored = storedTraits(bot);
  const chosen = Object.entries(allowedTraits(values.personality, plan)).map(([name, on]) => {
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

// Parsing removes what Apollo adds (__typename) and fills in preferences that are missing.
function settingValues(source: Readonly<Partial<Record<FormSetting, unknown>>>): SettingValues {
  const valueOf = (name: FormSetting): unknown => {
    const parsed = BOT_SETTINGS[name].output.safeParse(source[name]);
    return (parsed.success ? parsed.data : source[name]) ?? '';
  };
  return Object.fromEntries(FORM_SETTINGS.map((name) => [name, valueOf(name)])) as unknown as SettingValues;
}

function settingsOf(values: BotValues): Pick<BotSettings, FormSetting> {
  const settingOf = (name: FormSetting): unknown => {
    const value = values[name];
    if (typeof value !== 'string') return value;
    return BOT_SETTINGS[name].initial === null ? orNull(value) : value.trim();
  };
  return Object.fromEntries(FORM_SETTINGS.map((name) => [name, settingOf(name)])) as unknown as Pick<BotSettings, FormSetting>;
}

const orNull = (value: string): string | null => value.trim() || null;

function storedTraits(bot: BotDetails): Personality {
  const parsed = Personality.safeParse(bot.personality);
  return parsed.success ? parsed.data : {};
}

function allowedTraits(personality: BotValues['personality'], plan: Plan): Personality {
  const traits = Object.entries(personality).flatMap(([name, value]) =>
    value !== undefined && hasTrait(plan, name) ? [[name, value] as const] : [],
  );
  return Object.fromEntries(traits);
}

/** The four sliders of every plan with their initial values (docs/specification.md). */
export const SLIDER_DEFAULTS: Readonly<Record<string, number>> = { friendliness: 75, humor: 60, helpfulness: 85, creativity: 70 };

/** The sliders that may be left off. */
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

/** The number that a switch stands for (docs/decisions.md M1). */
const ON = 75;
const OFF = 25;

/** The same traits for the form with sliders; an untouched slider has its initial value. */
export function asSliders(values: BotValues, start: BotValues): BotValues {
  const personality = Object.entries(values.personality).map(([name, value]) => [name, sliderOf(name, value, start)] as const);
  return { ...values, personality: Object.fromEntries(personality) };
}

function sliderOf(name: string, value: boolean | number | undefined, start: BotValues): boolean | number | undefined {
  const initial = SLIDER_DEFAULTS[name];
  if (typeof value === 'number') return value;
  if (initial === undefined) return value === true ? (isDial(name) ? ON : true) : undefined;
  return value === start.personality[name] ? initial : value === true ? ON : OFF;
}

/** The same traits for the form with switches, which show a number from 50 as on. */
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

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Whether two forms hold the same values; an undefined value equals a missing one. */
export function isSame(one: unknown, other: unknown): boolean {
  if (!isRecord(one) || !isRecord(other)) return one === other;
  return Object.keys({ ...one, ...other }).every((key) => isSame(one[key], other[key]));
}

/** Applies what was changed from `start` to `typed` to the `latest` values, key by key in objects too. */
export function rebase<T extends object>(typed: T, start: T, latest: T): T {
  const changed = (Object.keys({ ...typed, ...latest }) as (keyof T)[]).filter((key) => !isSame(typed[key], start[key]));
  const valueOf = (key: keyof T): unknown => {
    const [mine, before, theirs] = [typed[key], start[key], latest[key]];
    return isRecord(mine) && isRecord(before) && isRecord(theirs) ? rebase(mine, before, theirs) : mine;
  };
  return { ...latest, ...Object.fromEntries(changed.map((key) => [key, valueOf(key)])) };
}
