import { RESTJSONErrorCodes } from 'discord-api-types/v10';
import type { GuildAccess, GuildPlace } from './guild-access.js';

/**
 * The permission for the lack of which Discord refused a post with this code, in the words of its settings; null where it does not follow. Discord
 * itself names none.
 */
export async function missingToPost(
  access: Pick<GuildAccess, 'channel'>,
  place: Pick<GuildPlace, 'botId' | 'channelId'>,
  code: number | string,
): Promise<string | null> {
  if (code === RESTJSONErrorCodes.MissingAccess) return 'View Channel';
  if (code !== RESTJSONErrorCodes.MissingPermissions) return null;
  const channel = await access.channel(place).catch(() => null);
  if (channel === null) return null;
  return channel.parentId === null ? 'Send Messages' : 'Send Messages in Threads';
}
