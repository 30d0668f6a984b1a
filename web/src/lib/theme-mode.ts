import { useSyncExternalStore } from 'react';
import type { ThemeMode } from './theme.js';

const KEY = 'theme';

/** The mode of the page and a way to change it, remembered under the key `theme`. */
export function useThemeMode(): [ThemeMode, (mode: ThemeMode) => void] {
  return [useSyncExternalStore(onModeChange, currentMode), setMode];
}

// The attribute is the truth: public/theme.js writes it before the first paint, and the style sheet reads it.
const currentMode = (): ThemeMode => (document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light');

function onModeChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

function setMode(mode: ThemeMode): void {
  show(mode);
  try {
    localStorage.setItem(KEY, mode);
  } catch {
    // Storage is denied: the mode lasts as long as the page.
    return;
  }
}

function show(mode: ThemeMode): void {
  const page = document.documentElement;
  page.dataset['theme'] = mode;
  // The colour of the browser's own frame.
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute('content', getComputedStyle(page).getPropertyValue('--color-bg'));
}

// What theme.js could not do before there was a style sheet, and what another tab has chosen since.
show(currentMode());
addEventListener('storage', ({ key, newValue }) => {
  if (key === KEY || key === null) show(newValue === 'dark' ? 'dark' : 'light');
});
