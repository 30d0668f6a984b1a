import { once } from 'node:events';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import type { Repeatable } from '../../test/availability/load.js';
import { ACTIONS, type Person, type Stop } from './greedy-connections.js';

// What the large user does, in a thread of its own: the times of the small user are not those in which this process reads the answers of both.

export interface Work {
  readonly action: keyof typeof ACTIONS;
  readonly person: Person;
  readonly requests: readonly Repeatable[];
}

/** Begins it; what is returned ends it, and throws what went wrong. */
export function begin(work: Work): Stop {
  const thread = new Worker(new URL(import.meta.url), { workerData: work });
  const ended = once(thread, 'exit');
  // Whoever ends it is told.
  ended.catch(() => undefined);
  return async () => {
    thread.postMessage('stop');
    await ended;
  };
}

if (!isMainThread) {
  const { action, person, requests } = workerData as Work;
  const stop = ACTIONS[action](person, requests);
  parentPort?.once('message', () => void stop());
}
