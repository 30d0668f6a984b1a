import { useEffect, useEffectEvent } from 'react';
import { createStore } from '../lib/store.js';

/**
 * State of the live connection. `off`: not connected, and not expected to be (not yet, or no longer). `interrupted`: broken a moment ago.
 * `lost`: broken for so long that the user is told.
 */
export type LiveState = 'off' | 'live' | 'interrupted' | 'lost';

const reconnectListeners = new Set<() => void>();

export const { get: liveState, set: setLiveState, use: useLiveState } = createStore<LiveState>('off');

/** Call when the connection is back: changes that happened meanwhile were not sent. */
export function notifyReconnected(): void {
  for (const listener of reconnectListeners) listener();
}

/** Calls back when a broken connection is live again. */
export function useReconnected(onReconnected: () => void): void {
  const reconnected = useEffectEvent(onReconnected);
  useEffect(() => {
    const listener = (): void => reconnected();
    reconnectListeners.add(listener);
    return () => {
      reconnectListeners.delete(listener);
    };
  }, []);
}

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
