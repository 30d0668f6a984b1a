import { HOUR_MS, DAY_MS } from '@kith/proto';

/** The UTC day of a moment, `YYYY-MM-DD` (docs/decisions.md B6). */
export const utcDay = (at: Date): string => at.toISOString().slice(0, 10);

/** The next 00:00 UTC after a moment: when the daily count starts again. */
export const nextReset = (at: Date): Date => new Date((Math.floor(at.getTime() / DAY_MS) + 1) * DAY_MS);

/**
 * When the daily limit is reached at the average pace of the day so far; null when the messages last until the reset, when the limit is
 * reached already, and without a limit (null). The first hour counts as a whole one: a few messages just after midnight are no pace.
 */
export function runsOutAt(now: Date, used: number, limit: number | null): Date | null {
  if (limit === null || used <= 0 || used >= limit) return null;
  const elapsedMs = Math.max(HOUR_MS, now.getTime() % DAY_MS);
  const atMs = now.getTime() + ((limit - used) * elapsedMs) / used;
  return atMs < nextReset(now).getTime() ? new Date(atMs) : null;
}
