import { NEW_VALUES, type TourValues } from './tour-values.js';

const keyOf = (userId: string): string => `kith.tour.${userId}`;

/** What was answered before the tour was closed or the page reloaded; else the defaults. */
export function readDraft(userId: string): TourValues {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(userId)) ?? 'null');
    return typeof stored === 'object' && stored !== null ? { ...NEW_VALUES, ...fitting(stored) } : NEW_VALUES;
  } catch {
    return NEW_VALUES;
  }
}

/** Keeps the answers, but never the token; with null, forgets them. */
export function keepDraft(userId: string, values: TourValues | null): void {
  try {
    if (values === null) sessionStorage.removeItem(keyOf(userId));
    else sessionStorage.setItem(keyOf(userId), JSON.stringify({ ...values, discordToken: '' }));
  } catch {
    // Storage is denied or full: the answers last as long as the tour is open.
    return;
  }
}

/** Only what has the form of an answer: storage is not ours alone. */
const fitting = (stored: object): Partial<TourValues> =>
  Object.fromEntries(
    Object.entries(stored).filter(([field, value]) =>
      field === 'personality' ? isFlags(value) : field in NEW_VALUES && typeof value === 'string',
    ),
  );

const isFlags = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(NEW_VALUES.personality).every((trait) => typeof (value as Record<string, unknown>)[trait] === 'boolean');
