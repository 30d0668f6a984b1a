import { z } from 'zod';

/** Names only: newer engines also take offsets such as `+02:00`, which know no daylight saving time. */
const isTimeZone = (name: string): boolean => {
  try {
    return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

/** An IANA name. */
export const TimeZone = z.string().max(60).refine(isTimeZone, { error: 'Must be a time zone like Europe/Berlin' });
