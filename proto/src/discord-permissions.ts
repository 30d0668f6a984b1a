import type { Preferences } from './bot-settings.js';
import type { ChannelSettings } from './channel-settings.js';
import { DISCORD_PERMISSIONS, PERMISSION_BITS, type DiscordPermission } from './discord-permission-bits.js';
import { needsOfCommand, needsOfSetting } from './needs.js';
import { permissionsOfSystem, type SystemInUse } from './systems/discord-uses.js';

const ADMINISTRATOR = 1n << 3n;

/** What decides which permissions a bot needs. */
export interface BotAbilities {
  readonly channelSettings: ChannelSettings;
  readonly preferences: Pick<Preferences, 'sendMedia'>;
  /** The ids of the enabled commands of the catalogue. */
  readonly commandIds: readonly string[];
  /** The installed systems. */
  readonly systems: readonly SystemInUse[];
}

const ALWAYS: readonly DiscordPermission[] = ['view_channels', 'send_messages', 'read_history', 'embed_links'];

/** The fewest permissions with which everything that is switched on works, in the order of `DISCORD_PERMISSIONS`. */
export function neededPermissions(abilities: BotAbilities): DiscordPermission[] {
  const { channelSettings, preferences, commandIds, systems } = abilities;
  const needed = new Set<DiscordPermission>([
    ...ALWAYS,
    ...ofSettings(channelSettings),
    ...(preferences.sendMedia ? (['attach_files'] as const) : []),
    ...(channelSettings.allowCommands ? commandIds.flatMap((command) => needsOfCommand(command).permissions) : []),
    ...systems.flatMap(permissionsOfSystem),
  ]);
  return DISCORD_PERMISSIONS.filter((permission) => needed.has(permission));
}

function ofSettings(settings: ChannelSettings): readonly DiscordPermission[] {
  const { enableThreads, autoCreateThreads, moderationMode, moderationDryRun, autoDelete, timeoutUsers } = settings;
  const isPunishing = moderationMode && !moderationDryRun;
  const used: Partial<Record<keyof ChannelSettings, boolean>> = {
    enableThreads,
    autoCreateThreads: enableThreads && autoCreateThreads,
    autoDelete: isPunishing && autoDelete,
    timeoutUsers: isPunishing && timeoutUsers,
  };
  const names = Object.keys(used) as (keyof ChannelSettings)[];
  return names.filter((name) => used[name]).flatMap((name) => needsOfSetting(name).permissions);
}

/** What Discord grants for a whole server only, whatever the settings of a channel say. */
const OF_SERVERS: ReadonlySet<DiscordPermission> = new Set([
  'manage_roles',
  'manage_guild',
  'moderate_members',
  'manage_events',
  'create_events',
]);
/** Systems that act on messages of every channel; the others act where their settings say. */
const IN_EVERY_CHANNEL: readonly string[] = ['auto-moderation', 'ai-moderator'];

/** What a bot needs in a channel in which it answers. */
export const neededInChannel = (abilities: BotAbilities): DiscordPermission[] =>
  neededPermissions({
    ...abilities,
    systems: abilities.systems.filter(({ systemId }) => IN_EVERY_CHANNEL.includes(systemId)),
  }).filter((permission) => !OF_SERVERS.has(permission));

/** The same in a thread, where writing is a permission of its own and no further threads are created. */
export function neededInThread(needed: readonly DiscordPermission[]): DiscordPermission[] {
  const inThread = needed.filter(
    (permission) => permission !== 'create_public_threads' && permission !== 'create_private_threads',
  );
  return [...new Set(inThread.map((permission) => (permission === 'send_messages' ? 'send_in_threads' : permission)))];
}

/** The permissions as Discord writes them: the sum of their bits as a decimal number. */
export const permissionBits = (permissions: readonly DiscordPermission[]): string =>
  permissions.reduce((sum, permission) => sum | PERMISSION_BITS[permission], 0n).toString();

/** Those of `needed` that `granted`, a decimal number of Discord's, does not contain. An administrator has all of them. */
export function missingPermissions(granted: string, needed: readonly DiscordPermission[]): DiscordPermission[] {
  const bits = /^\d+$/.test(granted) ? BigInt(granted) : 0n;
  if ((bits & ADMINISTRATOR) !== 0n) return [];
  return needed.filter((permission) => (bits & PERMISSION_BITS[permission]) === 0n);
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
