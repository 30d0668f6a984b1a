import { ChannelSettings } from '@kith/proto';

export const NUMBERS = {
  responseDelay: { min: 0, max: 30 },
  maxMessagesPerMinute: { min: 1, max: 60 },
  directMessagesPerHour: { min: 0, max: 360 },
  warningThreshold: { min: 1, max: 10 },
  timeoutDuration: { min: 1, max: 1440 },
} as const;
export type NumberName = keyof typeof NUMBERS;

/** The values of the form: the settings, where an emptied number field is ''. */
export type ChannelValues = Omit<ChannelSettings, NumberName> & Record<NumberName, number | ''>;
export type Changes = Partial<ChannelSettings>;
type Name = keyof ChannelSettings;

/** The settings on the server, and the version of their bot. */
export interface Stored {
  readonly settings: ChannelSettings;
  readonly version: number;
}

export const DEFAULTS = ChannelSettings.parse({});
const NAMES = Object.keys(DEFAULTS) as Name[];

/** The fields that are visible only while moderation mode is on. */
export const MODERATION = [
  'profanityFilter',
  'spamDetection',
  'blockLinks',
  'blockInvites',
  'capsFilter',
  'autoDelete',
  'issueWarnings',
  'warningThreshold',
  'timeoutUsers',
  'timeoutDuration',
  'whitelistUsers',
  'blockedWords',
  'allowedLinkHosts',
  'moderationLogChannelId',
  'moderationDryRun',
] as const satisfies readonly Name[];

/** A choice that was not made yet is shown as what is in force. */
export function storedOf(bot: {
  readonly channelSettings: unknown;
  readonly serverId: string | null;
  readonly version: number;
}): Stored {
  const settings = ChannelSettings.parse(bot.channelSettings ?? {});
  const allowDirectMessages = settings.allowDirectMessages ?? bot.serverId === null;
  return { settings: { ...settings, allowDirectMessages }, version: bot.version };
}

/** What differs from the stored settings. Invalid values of hidden fields are left out, because the user could not correct them. */
export function changesBetween(stored: ChannelSettings, values: ChannelValues): Changes {
  const settings = complete(values);
  const hidden = hiddenIn(settings);
  const changed = NAMES.filter(
    (name) => !isSame(stored[name], settings[name]) && (!hidden.includes(name) || isValid(name, settings[name])),
  );
  return Object.fromEntries(changed.map((name) => [name, settings[name]]));
}

/** Replaces empty numbers by their defaults (docs/specification.md). */
export function complete(values: ChannelValues): ChannelSettings {
  const numbers = Object.keys(NUMBERS) as NumberName[];
  return {
    ...values,
    ...(Object.fromEntries(numbers.map((name) => [name, numberOr(values[name], DEFAULTS[name])])) as Record<NumberName, number>),
  };
}

const numberOr = (value: number | '', fallback: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : fallback;

const hiddenIn = ({ moderationMode, enableThreads }: ChannelSettings): readonly Name[] => [
  ...(moderationMode ? [] : MODERATION),
  ...(enableThreads ? [] : (['autoCreateThreads'] as const)),
];

const isValid = (name: Name, value: unknown): boolean => ChannelSettings.shape[name].safeParse(value).success;

const isSame = (one: unknown, other: unknown): boolean =>
  Array.isArray(one) && Array.isArray(other) ? JSON.stringify(one) === JSON.stringify(other) : one === other;
