import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';

const HEADING = 'main h1';
/** A page that has no heading by then keeps the focus as a whole. */
const PATIENCE_MS = 10_000;

/** A new page is announced: the focus goes to its heading, as soon as it has one. */
export function useFocusOnNavigation(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  // Together with the page: moved any later, it would take the first letters from somebody who types at once.
  useLayoutEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (focus(HEADING)) return;
    const main = focus('main');
    const watch = new MutationObserver(() => {
      // Whoever has gone elsewhere meanwhile is left alone.
      const { activeElement } = document;
      const isWaiting = activeElement === document.body || activeElement === main;
      if (!isWaiting || focus(HEADING)) watch.disconnect();
    });
    watch.observe(document.body, { childList: true, subtree: true });
    const timer = setTimeout(() => watch.disconnect(), PATIENCE_MS);
    return () => {
      watch.disconnect();
      clearTimeout(timer);
    };
  }, [pathname]);
}

function focus(selector: string): HTMLElement | null {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) return null;
  found.tabIndex = -1;
  found.focus({ preventScroll: true });
  return found;
}
