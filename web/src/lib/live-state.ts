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
