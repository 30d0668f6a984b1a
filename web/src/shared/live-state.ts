import { useEffect, useEffectEvent } from 'react';
import { createStore } from '../lib/store.js';

/**
 * State of the live connection. `off`: not connected, and not expected to be (not yet, or no longer). `interrupted`: broken a moment ago.
 * `lost`: broken for so long that the user is told.
 */
export type LiveState = 'off' | 'live' | 'interrupted' | 'lost';

/** Something that happens, and a hook that calls back when it does. */
function createSignal() {
  const listeners = new Set<() => void>();
  const notify = (): void => listeners.forEach((listener) => listener());
  const use = (onSignal: () => void): void => {
    const signalled = useEffectEvent(onSignal);
    useEffect(() => {
      const listener = (): void => signalled();
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    }, []);
  };
  return { notify, use };
}

export const { get: liveState, set: setLiveState, use: useLiveState } = createStore<LiveState>('off');

/** A broken connection is live again: changes that happened meanwhile were not sent. */
export const { notify: notifyReconnected, use: useReconnected } = createSignal();

/** Messages, credits or plan of the user changed, or a bot delivered a reply. */
export const { notify: notifyUsageChanged, use: useUsageChanged } = createSignal();

/** Poll interval of status and usage while there is no live connection (docs/specification.md). */
export const POLL_MS = 5000;

/** Poll interval for what the live connection sends: 0 while it is live (docs/decisions.md M15). */
export const usePollMs = (): number => (useLiveState() === 'live' ? 0 : POLL_MS);

interface Polled {
  readonly error?: unknown;
  readonly startPolling: (ms: number) => void;
}

/** Polls a query while there is no live connection, and while it has failed: the connection sends changes only, not the first value. */
export function usePolling({ error, startPolling }: Polled, isWanted = true): void {
  const intervalMs = usePollMs();
  const pollMs = isWanted ? intervalMs || (error ? POLL_MS : 0) : 0;
  useEffect(() => startPolling(pollMs), [startPolling, pollMs]);
}
