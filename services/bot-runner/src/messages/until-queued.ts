import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@kith/proto';

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 2000;

/**
 * Calls `add`, which puts what an event of Discord asks for into a queue, until it succeeds: Discord does not deliver a processed event again.
 * Resolves to false when the queue refuses the data. Never resolves once the connection is closed, so that the processed sequence stays before
 * the event and the next owner of the session receives it again.
 */
export async function untilQueued(closed: AbortSignal, add: () => Promise<void>): Promise<boolean> {
  for (let waitMs = FIRST_WAIT_MS; !closed.aborted; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
    try {
      await add();
      return true;
    } catch (error) {
      if (isInvalid(error)) return false;
      await sleep(waitMs, undefined, { ref: false });
    }
  }
  return new Promise(() => undefined);
}

/** Whether a queue refused the data of a job. */
export const isInvalid = (error: unknown): boolean => error instanceof AppError && error.code === 'BAD_INPUT';
