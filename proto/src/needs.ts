import type { ChannelSettings } from './channel-settings.js';
import type { DiscordPermission } from './discord-permission-bits.js';
import { SYSTEMS } from './systems/catalogue.js';
import { permissionsOfSystem } from './systems/discord-uses.js';
import type { CapabilityNeed } from './systems/system.js';

/** What a command, a system or a setting of channels does not work without. */
export interface Needs {
  readonly capabilities: readonly CapabilityNeed[];
  /** Beside those that every bot needs. */
  readonly permissions: readonly DiscordPermission[];
  /** Needed besides only with some of its settings, or with roles that it gives. */
  readonly possiblePermissions: readonly DiscordPermission[];
}

const NOTHING: Needs = { capabilities: [], permissions: [], possiblePermissions: [] };
const MODEL: CapabilityNeed = { name: 'model' };
const MESSAGE_CONTENT: CapabilityNeed = { name: 'message_content' };

/** By the id of the command of the catalogue. */
const OF_COMMANDS: Readonly<Record<string, Partial<Needs>>> = {
  summarize: { capabilities: [MODEL, MESSAGE_CONTENT] },
  translate: { capabilities: [MODEL] },
  poll: { permissions: ['send_polls'] },
  purge: { permissions: ['manage_messages'] },
  slowmode: { permissions: ['manage_channels'] },
  timeout: { permissions: ['moderate_members'] },
};

const OF_SETTINGS: Readonly<Partial<Record<keyof ChannelSettings, Partial<Needs>>>> = {
  autoReply: { capabilities: [MESSAGE_CONTENT] },
  customPrefix: { capabilities: [{ name: 'message_content', for: 'commands by prefix' }] },
  enableThreads: { permissions: ['send_in_threads'] },
  autoCreateThreads: { permissions: ['create_public_threads'] },
  moderationMode: { capabilities: [MESSAGE_CONTENT] },
  autoDelete: { permissions: ['manage_messages'] },
  timeoutUsers: { permissions: ['moderate_members'] },
  proactiveMessages: { capabilities: [{ name: 'model', for: 'messages that are written anew each time' }] },
};

export const needsOfCommand = (commandId: string): Needs => ({ ...NOTHING, ...OF_COMMANDS[commandId] });

export const needsOfSetting = (setting: keyof ChannelSettings): Needs => ({ ...NOTHING, ...OF_SETTINGS[setting] });

/** What an installed system needs with its settings; without them, what one needs that is installed now, and what it can need. */
export function needsOfSystem(systemId: string, settings?: Readonly<Record<string, unknown>>): Needs {
  const system = SYSTEMS.find(({ id }) => id === systemId);
  if (!system) return NOTHING;
  const permissions = permissionsOfSystem({ systemId, settings: settings ?? {}, givesUnnamedRoles: false });
  const possible = settings ? permissionsOfSystem({ systemId, settings }) : system.permissions;
  const possiblePermissions = possible.filter((permission) => !permissions.includes(permission));
  return { capabilities: system.needs, permissions, possiblePermissions };
}
