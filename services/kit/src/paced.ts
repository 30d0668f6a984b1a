import { setTimeout as wait } from 'node:timers/promises';

const MAX_PAUSE_MS = 250;

interface Pace {
  /** How many times as long as the step the pause is; 1 by default. */
  readonly pauses?: number;
  /** Ends the pause at once. */
  readonly signal?: AbortSignal;
}

/**
 * Runs a step of long work that may take its time, such as a page of an export or the deletion of one bot, and then pauses for as long as the step
 * took, at most 250 ms: one after the other such steps keep a process and its stores busy for at most half of the time, and what others ask comes
 * between. While much is to be done steps take longer, and so do the pauses.
 */
export async function paced<T>(step: () => Promise<T>, { pauses = 1, signal }: Pace = {}): Promise<T> {
  const startedAt = performance.now();
  try {
    return await step();
  } finally {
    const pauseMs = Math.min(pauses * (performance.now() - startedAt), MAX_PAUSE_MS);
    await wait(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}
