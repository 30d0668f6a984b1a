import { CloudOff } from 'lucide-react';
import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { t } from '../lib/i18n.js';
import { paths } from '../lib/paths.js';
import { useAuth } from '../shared/auth.js';
import { Button } from '../ui/button.js';
import { PageSpinner } from '../ui/indicators.js';
import { State } from '../ui/state.js';

/** Lets only signed-in users through, and visitors to the prices (specification 1, section 6). An unreachable server is not the same as being signed out. */
export function RequireUser() {
  const { state, reload } = useAuth();
  const { pathname } = useLocation();
  switch (state.status) {
    case 'unknown':
      return <Ask onAsk={reload} />;
    case 'loading':
      return <PageSpinner />;
    case 'signedOut':
      return pathname === paths.pricing ? <Outlet /> : <Navigate to={paths.auth()} replace />;
    case 'signedIn':
      // Another user on the same screen starts anew: nothing that was loaded for the last one is kept.
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

/** Storage holds no bearer, but a cookie, which nobody can see here, may carry a session all the same. */
function Ask({ onAsk }: { readonly onAsk: () => Promise<void> }) {
  useEffect(() => void onAsk(), [onAsk]);
  return <PageSpinner />;
}
