import { useEffect, useEffectEvent } from 'react';
import type { LiveProblemsChange, LiveServersChange } from './live.graphql.js';

/** Changes of bots that arrive over the live connection, and a hook that calls back at those of one bot. */
function createBotSignal<Change extends { readonly botId: string }>() {
  const listeners = new Set<(change: Change) => void>();
  const notify = (change: Change): void => listeners.forEach((listener) => listener(change));
  const use = (botId: string, onChange: (change: Change) => void): void => {
    const changed = useEffectEvent(onChange);
    useEffect(() => {
      const listener = (change: Change): void => {
        if (change.botId === botId) changed(change);
      };
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    }, [botId]);
  };
  return { notify, use };
}

/** A bot of the user joined or left a server. */
export const { notify: notifyServersChanged, use: useServersChanged } = createBotSignal<LiveServersChange>();

/** Discord refuses something new to a bot of the user, or no longer does. */
export const { notify: notifyProblemsChanged, use: useProblemsChanged } = createBotSignal<LiveProblemsChange>();
