import { useEffect } from 'react';
import { Outlet, useLocation, useNavigationType } from 'react-router';
import { Toaster } from '../ui/toaster.js';
import { useFocusOnNavigation } from './use-focus-on-navigation.js';

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
