import { useQuery } from '@apollo/client/react';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { BotQuery } from '../../shared/bot-query.js';
import { useReconnected } from '../../shared/live-state.js';
import { BOT, type BotDetails } from './bots.graphql.js';

interface WithBotProps {
  /** Interval at which the bot is loaded again. */
  readonly pollMs?: number;
  /** Ignores the cache: a form must not change while somebody types. */
  readonly isFresh?: boolean;
  readonly children: (bot: BotDetails) => ReactNode;
}

/** Loads the bot of the address and shows the states loading, not found and failed. */
export function WithBot(props: WithBotProps) {
  const { id = '' } = useParams();
  return <BotById key={id} id={id} {...props} />;
}

function BotById({ id, pollMs, isFresh, children }: WithBotProps & { readonly id: string }) {
  const query = useQuery(BOT, {
    variables: { id },
    pollInterval: pollMs ?? 0,
    fetchPolicy: isFresh ? 'network-only' : 'cache-and-network',
  });
  useReconnected(() => {
    if (pollMs !== undefined) void query.refetch().catch(() => undefined);
  });
  return <BotQuery query={query}>{({ bot }) => children(bot)}</BotQuery>;
}
