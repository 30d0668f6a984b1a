import { useEffect } from 'react';
import { Outlet, useLocation, useNavigationType } from 'react-router';
import { Toaster } from '../ui/toaster.js';

/** What every page has: toasts, and a start at its top (or at the part that the address names). */
export function Root() {
  const { pathname, hash } = useLocation();
  const type = useNavigationType();
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
