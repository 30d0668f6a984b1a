import type { ComponentProps, ReactNode } from 'react';
import { paths } from '../lib/paths.js';
import { readError } from '../lib/read-error.js';
import { PageSpinner } from '../ui/indicators.js';
import { LoadError, StaleNotice } from '../ui/load-error.js';
import { BotNotFound } from './bot-not-found.js';

interface BotQueryProps<Data extends { readonly bot?: object | null }> {
  readonly query: { readonly data?: Data | undefined; readonly error?: unknown; readonly refetch: () => Promise<unknown> };
  /** Replaces the spinner. */
  readonly loading?: ReactNode;
  readonly notFound?: ComponentProps<typeof BotNotFound>['words'];
  readonly children: (data: Data & { readonly bot: NonNullable<Data['bot']> }) => ReactNode;
}

/** The page of a bot, or why it is not there: loading, not found, failed. A failed refresh shows above the page. */
export function BotQuery<Data extends { readonly bot?: object | null }>(props: BotQueryProps<Data>) {
  const { query, loading = <PageSpinner />, notFound, children } = props;
  const { data, error, refetch } = query;
  if (isBotMissing(query)) return <BotNotFound backPath={paths.dashboard} {...(notFound && { words: notFound })} />;
  if (!data?.bot) return error ? <LoadError error={error} onRetry={() => void refetch().catch(() => undefined)} /> : loading;
  return (
    <>
      {Boolean(error) && <StaleNotice error={error} />}
      {children({ ...data, bot: data.bot })}
    </>
  );
}

/** Whether the bot is missing, belongs to somebody else, or the id in the address is not an id at all (BAD_INPUT). */
export function isBotMissing({
  data,
  error,
}: {
  readonly data?: { readonly bot?: object | null } | undefined;
  readonly error?: unknown;
}) {
  const { code } = readError(error);
  return code === 'NOT_FOUND' || code === 'BAD_INPUT' || (data !== undefined && !data.bot);
}
