import { DAY_MS } from '@kith/proto';
import { leadingDuration, wholeNumber } from './arguments.js';
import { instantOf, wallClockAt } from './wall-clock.js';

const MIN_AHEAD_MS = 5000;
const MAX_AHEAD_MS = 366 * DAY_MS;
export const MAX_REMINDER_CHARS = 500;
/** More than anybody has, so that a wrong number gets an answer. */
const MAX_NUMBER = 1000;

// Both end with the same time of day: hours, minutes, am or pm, and UTC where a member means that.
const DAY_AND_CLOCK = /^(?:(today|tomorrow)(?:\s+at)?|at)\s+(\d{1,2})(?::(\d{2}))?\s*(am|pm)?(?:\s*(utc|gmt|z))?(?=[\s,:]|$)/i;
const DATE_AND_CLOCK =
  /^(?:on\s+)?(\d{4})-(\d{2})-(\d{2})[\sT]+(?:at\s+)?(\d{1,2})(?::(\d{2}))?\s*(am|pm)?(?:\s*(utc|gmt|z))?(?=[\s,:]|$)/i;

/** What a member asks of the command `remind`. */
export type ReminderRequest =
  | { readonly kind: 'list' }
  | { readonly kind: 'cancel'; readonly number: number }
  | {
      readonly kind: 'set';
      readonly dueAtMs: number;
      /** In which the time of day was read; null for a span of time, which is the same everywhere. */
      readonly timeZone: string | null;
      readonly text: string;
    };

/**
 * Reads `in 10m tea`, `me in 2 hours to drink tea`, `tomorrow 9:00 tea`, `at 18:30 UTC tea`, `2027-01-31 9:00 tea`, `list` and `cancel 2`; times
 * of day are those of the time zone, unless UTC stands behind them. Returns a sentence when the time or the text cannot be, null when the text is no request.
 */
export function parseReminder(args: string, nowMs: number, timeZone: string): ReminderRequest | string | null {
  const text = args.trim().replace(/^me\s+/i, '');
  if (/^list$/i.test(text)) return { kind: 'list' };
  const cancelled = /^(?:cancel|delete|remove)\s+#?(\d+)$/i.exec(text);
  if (cancelled) {
    const number = wholeNumber(cancelled[1] ?? '', 1, MAX_NUMBER);
    return number === null ? null : { kind: 'cancel', number };
  }
  const time = timeIn(text, nowMs, timeZone);
  if (!time) return null;
  const about = time.rest
    .replace(/^[\s,:-]+/, '')
    .replace(/^(?:to|that|about)\s+/i, '')
    .trim();
  if (about === '') return 'What shall I remind you of? Write it behind the time.';
  if (about.length > MAX_REMINDER_CHARS) return `A reminder has at most ${MAX_REMINDER_CHARS} characters.`;
  if (time.dueAtMs < nowMs + MIN_AHEAD_MS) return isOver(time.timeZone ?? timeZone);
  if (time.dueAtMs > nowMs + MAX_AHEAD_MS) return 'A reminder can be at most a year away.';
  return { kind: 'set', dueAtMs: time.dueAtMs, timeZone: time.timeZone, text: about };
}

export const isOver = (timeZone: string): string => `That time is over already. Times of day are those of ${timeZone}.`;

/** A time in the future, in epoch ms, and what follows it. */
export interface Time {
  readonly dueAtMs: number;
  /** In which a time of day was read; null for a span of time. */
  readonly timeZone: string | null;
  readonly rest: string;
}

/** Reads the time at the beginning: `in 10m`, `tomorrow 9:00`, `2027-01-31 9:00`; null when there is none. */
export function timeIn(text: string, nowMs: number, timeZone: string): Time | null {
  const duration = leadingDuration(text.replace(/^in\s+/i, ''));
  if (duration) return { dueAtMs: nowMs + duration.value, timeZone: null, rest: duration.rest };
  return timeOfDay(text, nowMs, timeZone) ?? timeOfDate(text, nowMs, timeZone);
}

/** `tomorrow 9:00`, `today at 18:30`, `at 7 pm`; without a day the next time the clock shows it. */
function timeOfDay(text: string, nowMs: number, ownZone: string): Time | null {
  const match = DAY_AND_CLOCK.exec(text);
  const clockMs = match && msOfClock(match.slice(2));
  if (!match || clockMs === null) return null;
  const day = match[1]?.toLowerCase();
  const timeZone = match[5] === undefined ? ownZone : 'UTC';
  const midnightMs = Math.floor(wallClockAt(nowMs, timeZone) / DAY_MS) * DAY_MS;
  const inDays = (days: number): number => instantOf(midnightMs + days * DAY_MS + clockMs, timeZone, nowMs);
  const isTomorrow = day === 'tomorrow' || (day === undefined && inDays(0) <= nowMs);
  return { dueAtMs: inDays(isTomorrow ? 1 : 0), timeZone, rest: text.slice(match[0].length) };
}

function timeOfDate(text: string, nowMs: number, ownZone: string): Time | null {
  const match = DATE_AND_CLOCK.exec(text);
  const clockMs = match && msOfClock(match.slice(4));
  if (!match || clockMs === null) return null;
  const [year = 0, month = 0, day = 0] = match.slice(1, 4).map(Number);
  const date = new Date(Date.UTC(year, month - 1, day));
  // The 30th of February would become a day in March.
  if (date.getUTCMonth() !== month - 1) return null;
  const timeZone = match[7] === undefined ? ownZone : 'UTC';
  return { dueAtMs: instantOf(date.getTime() + clockMs, timeZone, nowMs), timeZone, rest: text.slice(match[0].length) };
}

/** Milliseconds since midnight; null for a time that no clock shows. */
function msOfClock([hourText, minuteText, half]: readonly (string | undefined)[]): number | null {
  const hour = Number(hourText);
  const minute = Number(minuteText ?? '0');
  if (minute > 59 || (half === undefined ? hour > 23 : hour < 1 || hour > 12)) return null;
  const hourOfDay = half === undefined ? hour : (hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
  return (hourOfDay * 60 + minute) * 60_000;
}
