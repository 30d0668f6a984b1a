import { useApolloClient, useQuery } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { useServersChanged } from './bot-changes.js';
import {
  DISCORD_CHANNELS,
  DISCORD_CONNECTION,
  DISCORD_ROLES,
  type Category,
  type Channel,
  type Connection,
  type Role,
  type Server,
} from './discord.graphql.js';
import { useReconnected } from './live-state.js';

/** The connection of a bot to Discord, read again when it joins or leaves a server; `pollMs` while something is awaited. */
export function useDiscordConnection(botId: string, { pollMs = 0, isSkipped = false } = {}) {
  const query = useQuery(DISCORD_CONNECTION, {
    variables: { botId },
    pollInterval: pollMs,
    skip: isSkipped,
    fetchPolicy: 'cache-and-network',
  });
  const reload = (): void => void query.refetch().catch(() => undefined);
  useServersChanged(botId, reload);
  useReconnected(() => {
    if (!isSkipped) reload();
  });
  const connection: Connection | undefined = query.data?.discordConnection;
  return { connection, isLoading: query.loading && !connection, error: connection ? undefined : query.error, reload };
}

/** A channel of a server that a bot is in. */
export interface KnownChannel extends Channel {
  readonly server: Pick<Server, 'id' | 'name'>;
}

/** A category of a server that a bot is in. */
export interface KnownCategory extends Category {
  readonly server: Pick<Server, 'id' | 'name'>;
}

/** Of more servers the channels are not loaded by themselves: each is a request to Discord. */
const MAX_SERVERS = 10;

/** A role of a server that a bot is in. */
export interface KnownRole extends Role {
  readonly server: Pick<Server, 'id' | 'name'>;
}

type OfServer<T> = (variables: { readonly botId: string; readonly serverId: string }) => Promise<readonly T[]>;

/**
 * The channels of a bot's servers, of one server when it is locked to one. Empty while Discord cannot be reached: ids are shown and typed then.
 */
export function useKnownChannels(botId: string | undefined, serverId: string | null): readonly KnownChannel[] {
  const client = useApolloClient();
  return useOfServers<Channel>(botId, serverId, async (variables) => {
    const { data } = await client.query({ query: DISCORD_CHANNELS, variables });
    return data?.discordChannels.channels ?? [];
  });
}

/** The categories of a bot's servers, as `useKnownChannels`. */
export function useKnownCategories(botId: string | undefined, serverId: string | null): readonly KnownCategory[] {
  const client = useApolloClient();
  return useOfServers<Category>(botId, serverId, async (variables) => {
    const { data } = await client.query({ query: DISCORD_CHANNELS, variables });
    return data?.discordChannels.categories ?? [];
  });
}

/** The roles of a bot's servers, as `useKnownChannels`. */
export function useKnownRoles(botId: string | undefined, serverId: string | null): readonly KnownRole[] {
  const client = useApolloClient();
  return useOfServers<Role>(botId, serverId, async (variables) => {
    const { data } = await client.query({ query: DISCORD_ROLES, variables });
    return data?.discordChannels.roles ?? [];
  });
}

function useOfServers<T>(botId: string | undefined, serverId: string | null, read: OfServer<T>) {
  const { connection } = useDiscordConnection(botId ?? '', { isSkipped: botId === undefined });
  const [known, setKnown] = useState<readonly (T & { readonly server: Server })[]>([]);
  const servers = connection?.servers.filter(({ id }) => serverId === null || id === serverId).slice(0, MAX_SERVERS) ?? [];
  const key = servers.map(({ id }) => id).join();
  useEffect(() => {
    let isCurrent = true;
    const load = async (server: Server) => {
      const found = await read({ botId: botId ?? '', serverId: server.id }).catch(() => []);
      return found.map((one) => ({ ...one, server }));
    };
    void Promise.all(servers.map(load)).then((found) => {
      const all = found.flat();
      if (isCurrent && (all.length > 0 || known.length > 0)) setKnown(all);
    });
    return () => {
      isCurrent = false;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `key` has the ids of the servers
  }, [botId, key]);
  return known;
}
