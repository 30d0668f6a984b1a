import { useQuery } from '@apollo/client/react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { ALL_PAGES } from '../../lib/all-pages.js';
import { useHealed, useLiveState } from '../../lib/live-state.js';
import { POLL_MS, usePollMs } from '../../lib/poll.js';
import type { DashboardBotsQuery } from '../../gql/graphql.js';
import { DASHBOARD_BOTS, DASHBOARD_USAGE, RESOURCE_USAGE } from './dashboard.graphql.js';

// A poll that is under way changes nothing on the screen.
const QUIET = { fetchPolicy: 'cache-and-network', notifyOnNetworkStatusChange: false } as const;

/** The user's companions, all of them, and the reading of the machine. What one service cannot say takes nothing else with it. */
export function useDashboard() {
  const pollInterval = usePollMs();
  const isLost = useLiveState() === 'lost';
  const list = useQuery(DASHBOARD_BOTS, { ...QUIET, pollInterval, context: ALL_PAGES });
  usePersistence(list, pollInterval);
  // Nobody announces what the machine does (specification, part 1, section 7).
  const machine = useQuery(RESOURCE_USAGE, { ...QUIET, pollInterval: POLL_MS });
  const refresh = (): void => {
    for (const { refetch } of [list, machine]) void refetch().catch(() => undefined);
  };
  useHealed(refresh);
  useReturn(refresh);
  useFreshList(list, machine.data?.resourceUsage.usage);
  return {
    list: list.data?.bots,
    machine: machine.data?.resourceUsage,
    listError: list.error,
    // Where the connection is lost, the page says so already.
    staleError: isLost ? undefined : (list.error ?? machine.error),
    refresh,
  };
}

/** What is used today, told live or else asked for. */
export function useDashboardUsage() {
  const pollInterval = usePollMs();
  const isLost = useLiveState() === 'lost';
  const usage = useQuery(DASHBOARD_USAGE, { ...QUIET, pollInterval });
  usePersistence(usage, pollInterval);
  const refresh = (): void => void usage.refetch().catch(() => undefined);
  useHealed(refresh);
  useReturn(refresh);
  return { usage: usage.data?.usage, usageError: isLost ? undefined : usage.error };
}

type Persistent = Pick<ReturnType<typeof useQuery>, 'error' | 'startPolling' | 'stopPolling'>;

/** What could not be had is asked for until it can, also while the live connection stands: that tells changes only. */
function usePersistence({ error, startPolling, stopPolling }: Persistent, pollInterval: number): void {
  const hasFailed = error !== undefined;
  useEffect(() => {
    if (!hasFailed || pollInterval > 0) return;
    startPolling(POLL_MS);
    return stopPolling;
  }, [hasFailed, pollInterval, startPolling, stopPolling]);
}

interface Counted {
  readonly bots: { readonly total: number | null; readonly online: number | null };
  readonly activity: readonly { readonly count: number }[];
}
interface List {
  readonly data: DashboardBotsQuery | undefined;
  readonly refetch: () => Promise<unknown>;
}

/** Counts of messages are not told live, nor companions that are made elsewhere: where the counts differ, the list is asked for anew. */
function useFreshList({ data, refetch }: List, counted: Counted | undefined): void {
  const lastCount = useRef<number>(undefined);
  const compare = useEffectEvent(({ bots: { total, online }, activity }: Counted): void => {
    const count = activity.at(-1)?.count;
    const isCountNew = lastCount.current !== undefined && count !== undefined && count !== lastCount.current;
    lastCount.current = count ?? lastCount.current;
    if (!data) return;
    const { bots } = data;
    const isOther = total !== null && total !== bots.total;
    const isElsewhere = online !== null && online !== bots.bots.filter(({ status }) => status === 'online').length;
    if (isCountNew || isOther || isElsewhere) void refetch().catch(() => undefined);
  });
  useEffect(() => {
    if (counted) compare(counted);
  }, [counted]);
}

/** Calls back when somebody looks at this tab again: meanwhile it asked for nothing. */
function useReturn(onReturn: () => void): void {
  const returned = useEffectEvent(onReturn);
  useEffect(() => {
    const look = (): void => {
      if (!document.hidden) returned();
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
}
