import { useEffect, useEffectEvent } from 'react';
import type { LiveServersChange } from './live.graphql.js';

type Listener = (change: LiveServersChange) => void;
const listeners = new Set<Listener>();

/** A bot of the user joined or left a server. */
export const notifyServersChanged = (change: LiveServersChange): void => listeners.forEach((listener) => listener(change));

/** Calls back when this bot joins or leaves a server. */
export function useServersChanged(botId: string, onChange: Listener): void {
  const changed = useEffectEvent(onChange);
  useEffect(() => {
    const listener: Listener = (change) => change.botId === botId && changed(change);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, [botId]);
}
