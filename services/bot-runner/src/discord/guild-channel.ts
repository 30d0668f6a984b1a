import { Routes, type APIChannel } from 'discord-api-types/v10';
import { nullIfOutOfReach } from './refused.js';
import type { RestClients } from './rest-clients.js';

interface Server {
  readonly botId: string;
  readonly guildId: string;
}

/** A channel of the server as Discord has it now; null for one of another server, and for one that the bot cannot see or that is gone. */
export async function channelInGuild(
  clients: RestClients,
  { botId, guildId }: Server,
  channelId: string,
): Promise<APIChannel | null> {
  const channel = (await clients
    .use(botId, (rest) => rest.get(Routes.channel(channelId)))
    .catch(nullIfOutOfReach)) as APIChannel | null;
  return channel !== null && 'guild_id' in channel && channel.guild_id === guildId ? channel : null;
}
