import { useQuery } from '@apollo/client/react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { ALL_PAGES } from '../../lib/all-pages.js';
import { useHealed, useLiveState } from '../../lib/live-state.js';
import { POLL_MS, usePolling } from '../../lib/poll.js';
import type { DashboardBotsQuery } from '../../gql/graphql.js';
import { DASHBOARD_BOTS, DASHBOARD_USAGE, RESOURCE_USAGE } from './dashboard.graphql.js';

// A poll that is under way changes nothing on the screen.
const QUIET = { fetchPolicy: 'cache-and-network', notifyOnNetworkStatusChange: false } as const;

/** The user's companions, all of them, and the reading of the machine. What one service cannot say takes nothing else with it. */
export function useDashboard() {
  const isLost = useLiveState() === 'lost';
  const list = useQuery(DASHBOARD_BOTS, { ...QUIET, context: ALL_PAGES });
  usePolling(list);
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
  const isLost = useLiveState() === 'lost';
  const usage = useQuery(DASHBOARD_USAGE, QUIET);
  usePolling(usage);
  const refresh = (): void => void usage.refetch().catch(() => undefined);
  useHealed(refresh);
  useReturn(refresh);
  return { usage: usage.data?.usage, usageError: isLost ? undefined : usage.error };
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
