import { useQuery } from '@apollo/client/react';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { DashboardBotsQuery } from '../../gql/graphql.js';
import { ALL_PAGES } from '../../lib/all-pages.js';
import { useReconnected, useLiveState, POLL_MS, usePolling } from '../../shared/live-state.js';
import { DASHBOARD_BOTS, DASHBOARD_USAGE, RESOURCE_USAGE } from './dashboard.graphql.js';

// A running poll must not cause a render.
const QUIET = { notifyOnNetworkStatusChange: false } as const;

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
  readonly activity: readonly { readonly count: number }[];
}
interface List {
  readonly data: DashboardBotsQuery | undefined;
  readonly refetch: () => Promise<unknown>;
}

/** Message counts and bots created elsewhere are not sent live: the list is loaded again when the polled counts differ from it. */
function useFreshList({ data, refetch }: List, counts: Counts | undefined): void {
  const lastCount = useRef<number>(undefined);
  const compare = useEffectEvent(({ bots: { total, online }, activity }: Counts): void => {
    const count = activity.at(-1)?.count;
    const isCountNew = lastCount.current !== undefined && count !== undefined && count !== lastCount.current;
    lastCount.current = count ?? lastCount.current;
    if (!data) return;
    const { bots } = data;
    const isTotalNew = total !== null && total !== bots.total;
    const isOnlineNew = online !== null && online !== bots.bots.filter(({ status }) => status === 'online').length;
    if (isCountNew || isTotalNew || isOnlineNew) void refetch().catch(() => undefined);
  });
  useEffect(() => {
    if (counts) compare(counts);
  }, [counts]);
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
