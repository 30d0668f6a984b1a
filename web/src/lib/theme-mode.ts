import { useSyncExternalStore } from 'react';
import { writeItem } from './storage.js';
import type { ThemeMode } from './theme.js';

const KEY = 'theme';

/** The theme of the page and its setter; stored under the key `theme`. */
export function useThemeMode(): [ThemeMode, (mode: ThemeMode) => void] {
  return [useSyncExternalStore(onModeChange, currentMode), setMode];
}

// Read from the attribute that public/theme.js sets before the first paint and that the style sheet uses.
const currentMode = (): ThemeMode => (document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light');

function onModeChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

function setMode(mode: ThemeMode): void {
  show(mode);
  writeItem('localStorage', KEY, mode);
}

function show(mode: ThemeMode): void {
  const page = document.documentElement;
  page.dataset['theme'] = mode;
  // Colour of the browser's own toolbar.
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute('content', getComputedStyle(page).getPropertyValue('--color-bg'));
}

// theme.js runs before the style sheet has loaded, so the toolbar colour is set here; another tab may change the theme later.
show(currentMode());
addEventListener('storage', ({ key, newValue }) => {
  if (key === KEY || key === null) show(newValue === 'dark' ? 'dark' : 'light');
});
