import { useQuery } from '@apollo/client/react';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { paths } from '../../lib/paths.js';
import { readError } from '../../lib/read-error.js';
import { BotNotFound } from '../../shared/bot-not-found.js';
import { useReconnected } from '../../shared/live-state.js';
import { PageSpinner } from '../../ui/indicators.js';
import { LoadError, StaleNotice } from '../../ui/load-error.js';
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
  const { data, error, refetch } = useQuery(BOT, {
    variables: { id },
    pollInterval: pollMs ?? 0,
    fetchPolicy: isFresh ? 'network-only' : 'cache-and-network',
  });
  const refresh = (): void => void refetch().catch(() => undefined);
  useReconnected(() => {
    if (pollMs !== undefined) refresh();
  });
  const code = readError(error).code;
  // BAD_INPUT: the id in the address is not an id at all.
  if (code === 'NOT_FOUND' || code === 'BAD_INPUT' || data?.bot === null) return <BotNotFound backPath={paths.dashboard} />;
  if (data?.bot) {
    return (
      <>
        {error && <StaleNotice error={error} />}
        {children(data.bot)}
      </>
    );
  }
  return error ? <LoadError error={error} onRetry={refresh} /> : <PageSpinner />;
}
