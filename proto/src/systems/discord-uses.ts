import type { DiscordPermission } from '../discord-permission-bits.js';
import { SYSTEMS } from './catalogue.js';

interface Installed {
  readonly systemId: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** An installed system with what decides which permissions it needs. */
export interface SystemInUse extends Installed {
  /** Whether it gives roles that no setting names, those of a shop for example. Absent while that is not known, which counts as yes. */
  readonly givesUnnamedRoles?: boolean;
}

/** A channel that a system writes in, as its settings name it. */
export interface SystemChannel {
  readonly channelId: string;
  readonly needs: readonly DiscordPermission[];
}

const TO_WRITE: readonly DiscordPermission[] = ['view_channels', 'send_messages'];
const SNOWFLAKE = /\b\d{17,20}\b/g;

/** What systems need besides, by system and setting; null while another setting keeps the channel from being used. */
const OF_SETTINGS: Readonly<Record<string, (settings: Installed['settings']) => readonly DiscordPermission[] | null>> = {
  'event-manager.announcementChannel': () => ['embed_links'],
  'leveling-xp.announceChannel': ({ announce }) => (announce === 'One channel' ? [] : null),
  'support-tickets.logChannel': () => ['attach_files'],
  'welcome-messages.channel': ({ picture }) => (picture === false ? [] : ['attach_files']),
};

/** The settings that name roles which a system gives to members. */
const GIVEN_ROLES: readonly string[] = ['welcome-messages.role', 'leveling-xp.roles'];

const describedSettings = (systemId: string) => SYSTEMS.find(({ id }) => id === systemId)?.settings ?? {};

const valueOf = ({ systemId, settings }: Installed, name: string): unknown =>
  settings[name] ?? describedSettings(systemId)[name]?.default;

const settingsOf = (system: Installed) =>
  Object.entries(describedSettings(system.systemId)).map(([name, setting]) => ({
    key: `${system.systemId}.${name}`,
    setting,
    value: String(valueOf(system, name)),
  }));

/** The channels that the settings of a system name, and what it needs there. */
export function channelsOfSystem(installed: Installed): SystemChannel[] {
  return settingsOf(installed).flatMap(({ key, setting, value }) => {
    const [channelId] = setting.type === 'text' && setting.format === 'channel' ? (value.match(SNOWFLAKE) ?? []) : [];
    if (channelId === undefined) return [];
    const besides = OF_SETTINGS[key]?.(installed.settings) ?? (key in OF_SETTINGS ? null : []);
    return besides === null ? [] : [{ channelId, needs: [...TO_WRITE, ...besides] }];
  });
}

/** For permissions that a system does not need with all of its settings, whether it needs them, by system. */
const NEEDED_IF: Readonly<Record<string, Partial<Record<DiscordPermission, (system: SystemInUse) => boolean>>>> = {
  'auto-moderation': { manage_messages: isLive, moderate_members: isLive, manage_guild: isLive },
  'ai-moderator': { manage_messages: isLive, moderate_members: isLive },
  'leveling-xp': { manage_roles: givesNamedRoles },
  'economy-system': { manage_roles: ({ givesUnnamedRoles }) => givesUnnamedRoles !== false },
  'welcome-messages': { manage_roles: givesNamedRoles, attach_files: greetsWithPicture },
  'support-tickets': { attach_files: (system) => channelsOfSystem(system).length > 0 },
};

/** What a system needs with its settings, beside what every bot needs. */
export function permissionsOfSystem(system: SystemInUse): DiscordPermission[] {
  const known = SYSTEMS.find(({ id }) => id === system.systemId);
  return known?.permissions.filter((permission) => NEEDED_IF[known.id]?.[permission]?.(system) ?? true) ?? [];
}

function isLive(system: Installed): boolean {
  return valueOf(system, 'dryRun') === false;
}

function givesNamedRoles(system: Installed): boolean {
  return rolesOfSystem(system).length > 0;
}

function greetsWithPicture(system: Installed): boolean {
  return valueOf(system, 'picture') !== false && String(valueOf(system, 'greeting')).trim() !== '';
}

/** The ids of the roles that the settings of a system have it give to members. */
export const rolesOfSystem = (installed: Installed): string[] =>
  settingsOf(installed).flatMap(({ key, value }) => (GIVEN_ROLES.includes(key) ? (value.match(SNOWFLAKE) ?? []) : []));
