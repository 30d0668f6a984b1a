import { useEffect } from 'react';
import { useLiveState } from './live-state.js';

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
