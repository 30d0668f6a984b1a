import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

/**
 * Whether the server tells what changes. `off`: it does not, and nobody is missing it: not yet, or not any more. `interrupted`: it did a
 * moment ago. `lost`: that moment is over, and the user hears of it.
 */
export type LiveState = 'off' | 'live' | 'interrupted' | 'lost';

let state: LiveState = 'off';
const listeners = new Set<() => void>();
const healings = new Set<() => void>();

export const liveState = (): LiveState => state;

export function setLiveState(next: LiveState): void {
  if (next === state) return;
  state = next;
  for (const listener of listeners) listener();
}

/** It is live again: what happened meanwhile was not told. */
export function tellHealed(): void {
  for (const healed of healings) healed();
}

export const useLiveState = (): LiveState => useSyncExternalStore(onLiveState, liveState);

/** Calls back when a connection that was lost is back. */
export function useHealed(onHealed: () => void): void {
  const healed = useEffectEvent(onHealed);
  useEffect(() => {
    const heard = (): void => healed();
    healings.add(heard);
    return () => {
      healings.delete(heard);
    };
  }, []);
}

function onLiveState(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How often status and usage are asked for (specification, part 1, section 9). */
export const POLL_MS = 5000;

/** How often to ask for what the live connection tells: not at all while it stands (decision M15). */
export const usePollMs = (): number => (useLiveState() === 'live' ? 0 : POLL_MS);

interface Polled {
  readonly error?: unknown;
  readonly startPolling: (ms: number) => void;
}

/** Has a query ask again; while the live connection stands only for what could not be had, for that tells changes only. */
export function usePolling({ error, startPolling }: Polled, isWanted = true): void {
  const untoldMs = usePollMs();
  const pollMs = isWanted ? untoldMs || (error ? POLL_MS : 0) : 0;
  useEffect(() => startPolling(pollMs), [startPolling, pollMs]);
}
