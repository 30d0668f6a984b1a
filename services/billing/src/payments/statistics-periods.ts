import { DAY_MS } from '@kith/proto';
/** A span of whole UTC days; the last one may still be running. */
export interface Period {
  /** `2026-11`; null for the last 30 days. */
  readonly month: string | null;
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
}

const MONTHS = 12;
const LAST_DAYS = 30;

/** The last 30 days, today included, then the present month and the 11 before it; all end tomorrow at 00:00 UTC at the latest. */
export function statisticsPeriods(now: Date): Period[] {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const tomorrow = new Date(Date.UTC(year, month, now.getUTCDate() + 1));
  const months = Array.from({ length: MONTHS }, (_, ago) => {
    const from = new Date(Date.UTC(year, month - ago, 1));
    const end = new Date(Date.UTC(year, month - ago + 1, 1));
    return { month: from.toISOString().slice(0, 7), from, to: end < tomorrow ? end : tomorrow };
  });
  return [{ month: null, from: new Date(tomorrow.getTime() - LAST_DAYS * DAY_MS), to: tomorrow }, ...months];
}
