import { JobPostponed } from '@kith/kit';
import { AppError, HOUR_MS } from '@kith/proto';

const MIN_WAIT_MS = 1000;
const MAX_WAIT_MS = 60_000;

/**
 * Runs `work`, an attempt of a job that was added at `addedAtMs`. What another attempt may overcome postpones the job until it is an hour old,
 * however many attempts that takes: the attempts of the queue end with a longer outage.
 */
export async function retriedForAnHour(addedAtMs: number, work: () => Promise<void>, now = Date.now): Promise<void> {
  try {
    await work();
  } catch (error) {
    const ageMs = now() - addedAtMs;
    const isFinal = error instanceof AppError && error.status < 500 && error.code !== 'RATE_LIMITED';
    if (error instanceof JobPostponed || isFinal || ageMs >= HOUR_MS) throw error;
    // Waits as long again as it has waited already.
    throw new JobPostponed(Math.min(Math.max(ageMs, MIN_WAIT_MS), MAX_WAIT_MS));
  }
}
