import type { RpcClient } from '@kith/kit';
import { bots } from '@kith/proto';

/** Whether a deleted bot still has a token: only while something of it is to be removed from Discord, and for an hour. */
export async function hasKeptToken(rpc: RpcClient, botId: string): Promise<boolean> {
  const { tokens } = await rpc.ask(bots.discordTokens, { botIds: [botId] });
  return typeof tokens[botId] === 'string';
}
