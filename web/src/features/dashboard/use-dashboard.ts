import { useQuery } from '@apollo/client/react';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { DashboardBotsQuery } from '../../gql/graphql.js';
import { ALL_PAGES } from '../../lib/all-pages.js';
import { POLL_MS, useLiveState, usePolling, useReconnected, useUsageChanged } from '../../shared/live-state.js';
import { DASHBOARD_BOTS, DASHBOARD_USAGE, RESOURCE_USAGE } from './dashboard.graphql.js';

// A running poll must not cause a render.
const QUIET = { notifyOnNetworkStatusChange: false } as const;
/** A busy bot replies many times a second: all replies of this time are one reason to load the list again. */
const COUNTS_DELAY_MS = 2000;

/** All bots of the user and the usage of the server. The two fail independently. */
export function useDashboard() {
  const isLost = useLiveState() === 'lost';
  const list = useQuery(DASHBOARD_BOTS, { ...QUIET, context: ALL_PAGES });
  usePolling(list);
  // Server usage is not part of the live connection.
  const machine = useQuery(RESOURCE_USAGE, { ...QUIET, pollInterval: POLL_MS });
  const refresh = (): void => {
    for (const { refetch } of [list, machine]) void refetch().catch(() => undefined);
  };
  useReconnected(refresh);
  useVisible(refresh);
  useFreshList(list, machine.data?.resourceUsage.usage);
  useFreshCounts(list);
  return {
    list: list.data?.bots,
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

/** How often each bot replied is not sent live: the list is loaded again when a reply was delivered. */
function useFreshCounts({ refetch }: List): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useUsageChanged(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      // A hidden tab loads the list when it becomes visible.
      if (!document.hidden) void refetch().catch(() => undefined);
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
