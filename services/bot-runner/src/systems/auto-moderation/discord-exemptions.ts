import { createHash } from 'node:crypto';
import type { RunnableBot } from '@kith/proto';
import { PermissionFlagsBits, type APIRole } from 'discord-api-types/v10';
import { hasAnyOf } from '../../discord/guild-access.js';
import { exemptMembers } from '../../moderation/compiled-settings.js';

/** Of Discord, for one rule. */
const MAX_ROLES = 20;
const MAX_CHANNELS = 50;

type Settings = Pick<RunnableBot, 'channelSettings'>;

/** Whom and what a rule of Discord's AutoMod leaves alone. */
export interface DiscordExemptions {
  readonly exempt_roles: readonly string[];
  readonly exempt_channels: readonly string[];
}

/** What of a bot's settings its rules on Discord depend on, as a short text that changes with it. */
export function exemptionState({ channelSettings }: Settings): string {
  const { restrictedChannels, whitelistUsers } = channelSettings;
  return createHash('sha256')
    .update(JSON.stringify([restrictedChannels, whitelistUsers]))
    .digest('base64url')
    .slice(0, 12);
}

/** Whether the owner exempted single members, which Discord's AutoMod cannot do. */
export const exemptsMembers = ({ channelSettings }: Settings): boolean => exemptMembers(channelSettings).size > 0;

/**
 * Members who manage messages, the roles of the rule and the channels in which the bot does nothing are left alone, as by Kith itself.
 * Null when Discord cannot leave so many alone. `channelIds`: of the server.
 */
export function discordExemptions(
  { channelSettings }: Settings,
  {
    roles,
    channelIds,
  }: { readonly roles: readonly Pick<APIRole, 'id' | 'permissions'>[]; readonly channelIds: readonly string[] },
  { exemptRoleIds }: { readonly exemptRoleIds: readonly string[] },
): DiscordExemptions | null {
  const isExempt = ({ id, permissions }: Pick<APIRole, 'id' | 'permissions'>): boolean =>
    exemptRoleIds.includes(id) || hasAnyOf(permissions, PermissionFlagsBits.ManageMessages);
  const exempt_roles = roles.filter(isExempt).map(({ id }) => id);
  const exempt_channels = channelSettings.restrictedChannels.filter((id) => channelIds.includes(id));
  return exempt_roles.length > MAX_ROLES || exempt_channels.length > MAX_CHANNELS ? null : { exempt_roles, exempt_channels };
}
