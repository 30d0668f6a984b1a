import { useQuery } from '@apollo/client/react';
import { BOT_ABILITIES } from './abilities.graphql.js';
import { DISCORD_CONNECTION } from './discord.graphql.js';

/** What a companion can do now; what is not known is undefined. */
export interface Abilities {
  readonly hasModel: boolean | undefined;
  readonly hasMessageContent: boolean | undefined;
  readonly hasServerMembers: boolean | undefined;
  readonly servers: readonly { readonly name: string; readonly missingPermissions: readonly string[] }[];
}

/** Discord is asked once: what the other pages of the companion learned from it is used again. */
export function useAbilities(botId: string): Abilities {
  const { data } = useQuery(BOT_ABILITIES, { variables: { botId }, fetchPolicy: 'cache-and-network' });
  const isConnected = data?.bot?.hasDiscordToken === true;
  const found = useQuery(DISCORD_CONNECTION, { variables: { botId }, skip: !isConnected, fetchPolicy: 'cache-first' });
  const connection = found.data?.discordConnection;
  return {
    hasModel: data && data.chatEngine.engine !== 'builtin',
    hasMessageContent: connection?.account?.hasMessageContent,
    hasServerMembers: connection?.account?.hasServerMembers,
    servers: connection?.servers ?? [],
  };
}
