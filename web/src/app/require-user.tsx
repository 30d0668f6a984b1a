import { CloudOff } from 'lucide-react';
import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { t } from '../lib/i18n.js';
import { paths, VISITOR_ROUTES } from '../lib/paths.js';
import { useAuth } from '../shared/auth.js';
import { Button } from '../ui/button.js';
import { PageSpinner } from '../ui/indicators.js';
import { State } from '../ui/state.js';

/** Renders protected pages for signed-in users, and the pages about plans and models for visitors too. An unreachable server does not count as signed out. */
export function RequireUser() {
  const { state, reload } = useAuth();
  const { pathname, search, hash } = useLocation();
  switch (state.status) {
    case 'unknown':
      return <CheckSession onCheck={reload} />;
    case 'loading':
      return <PageSpinner />;
    case 'signedOut':
      if (VISITOR_ROUTES.includes(pathname)) return <Outlet />;
      // Whoever logs out is done with the page; the next user of this browser may be somebody else.
      return <Navigate to={paths.auth(undefined, state.isByChoice ? undefined : pathname + search + hash)} replace />;
    case 'signedIn':
      // The key remounts everything for another user, so that nothing loaded for the last one is kept.
      return <Outlet key={state.user.id} />;
    case 'unavailable':
      return (
        <main className="page-center">
          <State icon={CloudOff} tone="danger" heading="h1" title={t('auth.unavailable')} text={t('auth.unavailableText')}>
            <Button variant="primary" onClick={() => void reload()}>
              {t('common.tryAgain')}
            </Button>
          </State>
        </main>
      );
  }
}

/** No token is stored, but an HttpOnly cookie may hold a session: ask the server. */
function CheckSession({ onCheck }: { readonly onCheck: () => Promise<void> }) {
  useEffect(() => void onCheck(), [onCheck]);
  return <PageSpinner />;
}
