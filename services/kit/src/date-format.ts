import { growingCache } from './growing-cache.js';

// Some hundred zones in some languages; what is used is a few of them.
const known = growingCache<Intl.DateTimeFormat>(1000);

/** A formatter of dates. Kept, because to make one takes a hundred times as long as to use it. Throws RangeError for an unknown time zone. */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options]);
  const format = known.get(key) ?? new Intl.DateTimeFormat(locale, options);
  known.set(key, format);
  return format;
}
