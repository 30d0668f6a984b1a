import { useEffect, useLayoutEffect, useRef } from 'react';
import { Outlet, useLocation, useNavigationType } from 'react-router';
import { Toaster } from '../ui/toaster.js';

/** Around every page: toasts, focus and scroll position after navigation. */
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
/** After this long without a heading the focus stays on the main element. */
const HEADING_TIMEOUT_MS = 10_000;

/** Moves the focus to the heading of a new page, so that screen readers announce it. */
export function useFocusOnNavigation(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  // In a layout effect: a later move would take the focus from a field that the user types into already.
  useLayoutEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (focus(HEADING)) return;
    const main = focus('main');
    const observer = new MutationObserver(() => {
      // Do not take the focus when the user has moved it meanwhile.
      const { activeElement } = document;
      const isWaiting = activeElement === document.body || activeElement === main;
      if (!isWaiting || focus(HEADING)) observer.disconnect();
    });
    observer.observe(document.body, { childList: true, subtree: true });
    const timer = setTimeout(() => observer.disconnect(), HEADING_TIMEOUT_MS);
    return () => {
      observer.disconnect();
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
