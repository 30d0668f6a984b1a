const SECOND_MS = 1000;
const UNITS_MS: readonly (readonly [pattern: RegExp, ms: number])[] = [
  [/^(?:s|secs?|seconds?)$/, SECOND_MS],
  [/^(?:m|mins?|minutes?)$/, 60 * SECOND_MS],
  [/^(?:h|hrs?|hours?)$/, 3600 * SECOND_MS],
  [/^(?:d|days?)$/, 86_400 * SECOND_MS],
  [/^(?:w|weeks?)$/, 7 * 86_400 * SECOND_MS],
];
const DURATION_PART = /^(\d{1,6})\s*([a-z]{1,7})(?![a-z])[\s,]*(?:and\s+)?/i;
const USER = /^(?:<@!?(\d{17,20})>|(\d{17,20}))(?=\s|$)/;

/** A value at the beginning of a text, and the text behind it without white space around it. */
export interface Leading<T> {
  readonly value: T;
  readonly rest: string;
}

/** The duration in milliseconds at the beginning of the text: `10m`, `2 hours`, `1h30m`, `1 day and 2 hours`. */
export function leadingDuration(text: string): Leading<number> | null {
  let rest = text.trim();
  let value = 0;
  for (let part = DURATION_PART.exec(rest); part; part = DURATION_PART.exec(rest)) {
    const [whole, count = '', unit = ''] = part;
    const ms = UNITS_MS.find(([pattern]) => pattern.test(unit.toLowerCase()))?.[1];
    if (ms === undefined) break;
    value += Number(count) * ms;
    rest = rest.slice(whole.length);
  }
  return value === 0 ? null : { value, rest: rest.trim() };
}

/** The duration that the whole text is, in milliseconds. */
export function wholeDuration(text: string): number | null {
  const duration = leadingDuration(text);
  return duration?.rest === '' ? duration.value : null;
}

/** The id of the member whom the text mentions at its beginning. */
export function leadingUser(text: string): Leading<string> | null {
  const found = USER.exec(text.trim());
  const value = found?.[1] ?? found?.[2];
  return found && value !== undefined ? { value, rest: text.trim().slice(found[0].length).trim() } : null;
}

/** The whole number that the whole text is, within the bounds. */
export function wholeNumber(text: string, min: number, max: number): number | null {
  const value = /^\d{1,9}$/.test(text.trim()) ? Number(text.trim()) : Number.NaN;
  return value >= min && value <= max ? value : null;
}

/** `1 h 30 m` for a duration in milliseconds, in the two largest units. */
export function durationText(ms: number): string {
  const units: readonly (readonly [name: string, ms: number])[] = [
    ['d', 86_400_000],
    ['h', 3_600_000],
    ['m', 60_000],
    ['s', 1000],
  ];
  let left = ms;
  const parts = units.flatMap(([name, unitMs]) => {
    const count = Math.floor(left / unitMs);
    left -= count * unitMs;
    return count > 0 ? [`${count} ${name}`] : [];
  });
  return parts.slice(0, 2).join(' ') || '0 s';
}
