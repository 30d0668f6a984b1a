import { useEffect, useLayoutEffect, useRef } from 'react';
import { Outlet, useLocation, useNavigationType } from 'react-router';
import { Toaster } from '../ui/toaster.js';

/** What every page has: toasts, and a start at its top (or at the part that the address names). */
export function Root() {
  const { pathname, hash } = useLocation();
  const type = useNavigationType();
  useFocusOnNavigation();
  useEffect(() => {
    if (type === 'POP' && !hash) return;
    const target = hash ? document.getElementById(hash.slice(1)) : null;
    if (target) target.scrollIntoView();
    else scrollTo(0, 0);
  }, [pathname, hash, type]);
  return (
    <>
      <Outlet />
      <Toaster />
    </>
  );
}

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
