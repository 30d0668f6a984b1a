import type { Preferences } from './bot-settings.js';
import type { ChannelSettings } from './channel-settings.js';
import { SYSTEMS } from './systems/catalogue.js';

/** The permissions that a bot of Kith can need, with their bits as Discord documents them. */
const BITS = {
  view_channels: 1n << 10n,
  send_messages: 1n << 11n,
  send_in_threads: 1n << 38n,
  read_history: 1n << 16n,
  embed_links: 1n << 14n,
  attach_files: 1n << 15n,
  add_reactions: 1n << 6n,
  send_polls: 1n << 49n,
  create_public_threads: 1n << 35n,
  create_private_threads: 1n << 36n,
  manage_threads: 1n << 34n,
  manage_messages: 1n << 13n,
  manage_channels: 1n << 4n,
  manage_roles: 1n << 28n,
  manage_guild: 1n << 5n,
  moderate_members: 1n << 40n,
  manage_events: 1n << 33n,
  create_events: 1n << 44n,
  connect: 1n << 20n,
  speak: 1n << 21n,
} as const;
const ADMINISTRATOR = 1n << 3n;

export type DiscordPermission = keyof typeof BITS;
export const DISCORD_PERMISSIONS = Object.keys(BITS) as [DiscordPermission, ...DiscordPermission[]];

/** What decides which permissions a bot needs. */
export interface BotAbilities {
  readonly channelSettings: ChannelSettings;
  readonly preferences: Pick<Preferences, 'sendMedia'>;
  /** The ids of the enabled commands of the catalogue. */
  readonly commandIds: readonly string[];
  /** The ids of the installed systems. */
  readonly systemIds: readonly string[];
}

const ALWAYS: readonly DiscordPermission[] = ['view_channels', 'send_messages', 'read_history', 'embed_links'];

const OF_COMMANDS: Readonly<Record<string, readonly DiscordPermission[]>> = {
  poll: ['send_polls'],
  purge: ['manage_messages'],
  slowmode: ['manage_channels'],
  timeout: ['moderate_members'],
};

/** The fewest permissions with which everything that is switched on works, in the order of `DISCORD_PERMISSIONS`. */
export function neededPermissions(abilities: BotAbilities): DiscordPermission[] {
  const { channelSettings, preferences, commandIds, systemIds } = abilities;
  const needed = new Set<DiscordPermission>([
    ...ALWAYS,
    ...ofSettings(channelSettings),
    ...(preferences.sendMedia ? (['attach_files'] as const) : []),
    ...(channelSettings.allowCommands ? commandIds.flatMap((command) => OF_COMMANDS[command] ?? []) : []),
    ...SYSTEMS.flatMap(({ id, permissions }) => (systemIds.includes(id) ? permissions : [])),
  ]);
  return DISCORD_PERMISSIONS.filter((permission) => needed.has(permission));
}

function ofSettings(settings: ChannelSettings): DiscordPermission[] {
  const { enableThreads, autoCreateThreads, moderationMode, autoDelete, timeoutUsers } = settings;
  return [
    ...(enableThreads ? (['send_in_threads'] as const) : []),
    ...(enableThreads && autoCreateThreads ? (['create_public_threads'] as const) : []),
    ...(moderationMode && autoDelete ? (['manage_messages'] as const) : []),
    ...(moderationMode && timeoutUsers ? (['moderate_members'] as const) : []),
  ];
}

/** The permissions as Discord writes them: the sum of their bits as a decimal number. */
export const permissionBits = (permissions: readonly DiscordPermission[]): string =>
  permissions.reduce((sum, permission) => sum | BITS[permission], 0n).toString();

/** Those of `needed` that `granted`, a decimal number of Discord's, does not contain. An administrator has all of them. */
export function missingPermissions(granted: string, needed: readonly DiscordPermission[]): DiscordPermission[] {
  const bits = /^\d+$/.test(granted) ? BigInt(granted) : 0n;
  if ((bits & ADMINISTRATOR) !== 0n) return [];
  return needed.filter((permission) => (bits & BITS[permission]) === 0n);
}

/**
 * Discord's page on which the owner of a server adds the application to it with these permissions. With `serverId` the server is chosen
 * already, for a server that the bot is in and that has to grant it more.
 */
export function inviteUrl(applicationId: string, permissions: readonly DiscordPermission[], serverId?: string): string {
  const query = new URLSearchParams({
    client_id: applicationId,
    scope: 'bot applications.commands',
    permissions: permissionBits(permissions),
    ...(serverId !== undefined && { guild_id: serverId, disable_guild_select: 'true' }),
  });
  return `https://discord.com/oauth2/authorize?${query}`;
}
