const DAY_MS = 86_400_000;

/** The UTC day of a moment, `YYYY-MM-DD` (decision B6). */
export const utcDay = (at: Date): string => at.toISOString().slice(0, 10);

/** The next 00:00 UTC after a moment, ISO: when the daily count starts again. */
export const nextReset = (at: Date): string => new Date((Math.floor(at.getTime() / DAY_MS) + 1) * DAY_MS).toISOString();
