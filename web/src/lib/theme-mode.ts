import { useSyncExternalStore } from 'react';
import { PALETTES, type ThemeMode } from '../ui/theme.js';

const KEY = 'theme';
const listeners = new Set<() => void>();

/** The mode that public/theme.js put on the page before the first paint. */
const currentMode = (): ThemeMode => (document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light');

/** The mode of the page and a way to change it, remembered under the key `theme`. */
export function useThemeMode(): [ThemeMode, (mode: ThemeMode) => void] {
  return [useSyncExternalStore(subscribe, currentMode), setMode];
}

function setMode(mode: ThemeMode): void {
  document.documentElement.dataset['theme'] = mode;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', PALETTES[mode].bg);
  keepMode(mode);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function keepMode(mode: ThemeMode): void {
  try {
    localStorage.setItem(KEY, mode);
  } catch {
    // Storage is denied: the mode lasts as long as the page.
    return;
  }
}
