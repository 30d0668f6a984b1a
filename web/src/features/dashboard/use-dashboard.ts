import { useApolloClient, useQuery } from '@apollo/client/react';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import type { DashboardBotsQuery } from '../../gql/graphql.js';
import { ALL_PAGES } from '../../lib/all-pages.js';
import { POLL_MS, useLiveState, usePolling, usePollMs, useReconnected, useUsageChanged } from '../../shared/live-state.js';
import { DASHBOARD_BOTS, DASHBOARD_USAGE, RESOURCE_USAGE } from './dashboard.graphql.js';
import { useShownBots } from './use-shown-bots.js';

// A running poll must not cause a render.
const QUIET = { notifyOnNetworkStatusChange: false } as const;
/** A busy bot replies many times a second: all replies of this time are one reason to ask again. */
const COUNTS_DELAY_MS = 2000;

/** All bots of the user and the usage of the server. The two fail independently. */
export function useDashboard() {
  const isLost = useLiveState() === 'lost';
  const list = useQuery(DASHBOARD_BOTS, { ...QUIET, context: ALL_PAGES });
  // Once it has been loaded, what is shown of it is asked for again, below.
  usePolling(list, list.data === undefined || list.error !== undefined);
  // Server usage is not part of the live connection.
  const machine = useQuery(RESOURCE_USAGE, { ...QUIET, pollInterval: POLL_MS });
  const refresh = (): void => {
    for (const { refetch } of [list, machine]) void refetch().catch(() => undefined);
  };
  useReconnected(refresh);
  useVisible(refresh);
  useFreshList(list, machine.data?.resourceUsage.usage);
  const { onShown, askAgain } = useFreshBots(list);
  useFreshCounts(askAgain);
  return {
    list: list.data?.bots,
    onShown,
    machine: machine.data?.resourceUsage,
    listError: list.error,
    // While the connection is lost, a message about that is on the page already.
    staleError: isLost ? undefined : (list.error ?? machine.error),
    refresh,
  };
}

/** Today's usage; polled while the live connection is down. */
export function useDashboardUsage() {
  const isLost = useLiveState() === 'lost';
  const usage = useQuery(DASHBOARD_USAGE, QUIET);
  usePolling(usage);
  const refresh = (): void => void usage.refetch().catch(() => undefined);
  useReconnected(refresh);
  useVisible(refresh);
  return { usage: usage.data?.usage, usageError: isLost ? undefined : usage.error };
}

interface Counts {
  readonly bots: { readonly total: number | null; readonly online: number | null };
}
interface List {
  readonly data: DashboardBotsQuery | undefined;
  readonly refetch: () => Promise<unknown>;
}

/** Bots created elsewhere are not sent live: the list is loaded again when the polled counts differ from it. */
function useFreshList({ data, refetch }: List, counts: Counts | undefined): void {
  const compare = useEffectEvent(({ bots: { total, online } }: Counts): void => {
    if (!data) return;
    const { bots } = data;
    const isTotalNew = total !== null && total !== bots.total;
    const isOnlineNew = online !== null && online !== bots.bots.filter(({ status }) => status === 'online').length;
    if (isTotalNew || isOnlineNew) void refetch().catch(() => undefined);
  });
  useEffect(() => {
    if (counts) compare(counts);
  }, [counts]);
}

/** Bots that are on the screen can be asked for again, and are while there is no live connection; all of them where that fails, or finds another number. */
function useFreshBots({ data, refetch }: List) {
  const client = useApolloClient();
  const bots = data?.bots;
  const ids = useMemo(() => (bots?.bots ?? []).map(({ id }) => id), [bots]);
  const { onShown, askAgain } = useShownBots(ids, async (range) => {
    const answered = await client
      .query({ query: DASHBOARD_BOTS, variables: range, fetchPolicy: 'network-only' })
      .catch(() => undefined);
    if (answered?.data?.bots.total !== bots?.total) await refetch();
  });
  const pollMs = usePollMs();
  useEffect(() => {
    if (pollMs === 0) return undefined;
    const timer = setInterval(askAgain, pollMs);
    return () => clearInterval(timer);
  }, [pollMs, askAgain]);
  return { onShown, askAgain };
}

/** How often each bot replied is not sent live: the shown bots are asked for again when a reply was delivered. */
function useFreshCounts(askAgain: () => void): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useUsageChanged(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      // A hidden tab loads the list when it becomes visible.
      askAgain();
    }, COUNTS_DELAY_MS);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
}

/** Calls back when this tab becomes visible again, as hidden tabs do not poll. */
function useVisible(onVisible: () => void): void {
  const visible = useEffectEvent(onVisible);
  useEffect(() => {
    const check = (): void => {
      if (!document.hidden) visible();
    };
    document.addEventListener('visibilitychange', check);
    return () => document.removeEventListener('visibilitychange', check);
  }, []);
}
