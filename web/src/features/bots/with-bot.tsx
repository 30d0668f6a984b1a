import { useQuery } from '@apollo/client/react';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { paths } from '../../app/paths.js';
import { readError } from '../../lib/graphql-error.js';
import { useHealed } from '../../lib/live-state.js';
import { BotNotFound } from '../../ui/bot-not-found.js';
import { LoadError, Stale } from '../../ui/load-error.js';
import { PageSpinner } from '../../ui/spinner.js';
import { BOT, type BotDetails } from './bots.graphql.js';

interface WithBotProps {
  /** Asks again every so many milliseconds. */
  readonly pollMs?: number;
  /** Waits for the state on the server: for forms, which must not change while somebody types. */
  readonly isFresh?: boolean;
  readonly children: (bot: BotDetails) => ReactNode;
}

/** The companion of the address, with the states before it is there: loading, missing or foreign, failed. */
export function WithBot(props: WithBotProps) {
  const { id = '' } = useParams();
  return <OfBot key={id} id={id} {...props} />;
}

function OfBot({ id, pollMs, isFresh, children }: WithBotProps & { readonly id: string }) {
  const { data, error, refetch } = useQuery(BOT, {
    variables: { id },
    pollInterval: pollMs ?? 0,
    fetchPolicy: isFresh ? 'network-only' : 'cache-and-network',
  });
  const refresh = (): void => void refetch().catch(() => undefined);
  useHealed(() => {
    if (pollMs !== undefined) refresh();
  });
  const code = readError(error).code;
  // An address that is no id at all is a missing companion too.
  if (code === 'NOT_FOUND' || code === 'BAD_INPUT' || data?.bot === null) return <BotNotFound backPath={paths.dashboard} />;
  if (data?.bot) {
    return (
      <>
        {error && <Stale error={error} />}
        {children(data.bot)}
      </>
    );
  }
  return error ? <LoadError error={error} onRetry={refresh} /> : <PageSpinner />;
}
