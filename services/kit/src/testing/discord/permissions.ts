import { PERMISSION, type PermissionName } from './guilds.js';
import type { RestResponse } from './rest-types.js';
import { isThread } from './payloads.js';
import type { Channel, DiscordState } from './state.js';

export const missingAccess: RestResponse = { status: 403, body: { message: 'Missing Access', code: 50_001 } };
export const missingPermissions: RestResponse = { status: 403, body: { message: 'Missing Permissions', code: 50_013 } };
export const unknown = (what: string, code: number): RestResponse => ({
  status: 404,
  body: { message: `Unknown ${what}`, code },
});

/** Discord's refusal when a bot lacks one of the permissions in a channel; null when it has them. */
export function refusedInChannel(
  state: DiscordState,
  applicationId: string,
  channel: Channel,
  needed: readonly PermissionName[],
): RestResponse | null {
  const allowed = state.permissionsIn(channel, applicationId);
  if (allowed === 'all') return null;
  if (!(allowed & PERMISSION.viewChannel)) return missingAccess;
  return needed.every((name) => allowed & PERMISSION[name]) ? null : missingPermissions;
}

/** The permission that a message to the channel needs. */
export const sendPermission = (channel: Channel): PermissionName =>
  isThread(channel) ? 'sendMessagesInThreads' : 'sendMessages';
