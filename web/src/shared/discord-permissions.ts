import { DISCORD_PERMISSIONS, type DiscordPermission } from '@kith/proto';
import { t } from '../lib/i18n.js';

export const isPermission = (name: string): name is DiscordPermission =>
  (DISCORD_PERMISSIONS as readonly string[]).includes(name);

/** The names of permissions as Discord's settings show them. The page adds `connectMessages`. */
export const permissionNames = (permissions: readonly string[]): string =>
  permissions
    .filter(isPermission)
    .map((name) => t(`connect.permission.${name}.name`))
    .join(', ');
