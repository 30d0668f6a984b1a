import { useEffect, useState, type Dispatch, type SetStateAction } from 'react';
import { useLocation } from 'react-router';

/** By page and entry of the browser's history, until the app is loaded anew or somebody signs in or out. */
const kept = new Map<string, unknown>();

export const forgetKept = (): void => kept.clear();

/**
 * A state, such as the page of a list, that is as it was left when one goes back to this page by the browser's history. `name` tells the
 * states of one page apart.
 */
export function useKept<T>(name: string, initial: T): [T, Dispatch<SetStateAction<T>>] {
  const { key, pathname } = useLocation();
  // All entries that links to a part of a page make, such as the one that skips the navigation, have the same key.
  const place = `${key} ${pathname} ${name}`;
  const [value, setValue] = useState(() => (kept.has(place) ? (kept.get(place) as T) : initial));
  useEffect(() => {
    kept.set(place, value);
  }, [place, value]);
  return [value, setValue];
}
