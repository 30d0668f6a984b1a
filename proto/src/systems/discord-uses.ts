import type { DiscordPermission } from '../discord-permission-bits.js';
import type { InstalledSystem } from '../systems.js';
import { SYSTEMS } from './catalogue.js';

type Installed = Pick<InstalledSystem, 'systemId' | 'settings'>;

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

const settingsOf = ({ systemId, settings }: Installed) =>
  Object.entries(SYSTEMS.find(({ id }) => id === systemId)?.settings ?? {}).map(([name, setting]) => ({
    key: `${systemId}.${name}`,
    setting,
    value: String(settings[name] ?? setting.default),
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

/** The ids of the roles that the settings of a system have it give to members. */
export const rolesOfSystem = (installed: Installed): string[] =>
  settingsOf(installed).flatMap(({ key, value }) => (GIVEN_ROLES.includes(key) ? (value.match(SNOWFLAKE) ?? []) : []));
