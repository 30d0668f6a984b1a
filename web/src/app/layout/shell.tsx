import { Menu } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { EndImpersonation } from '../../features/admin/impersonation.js';
import { Bell, NotificationFeed } from '../../features/notifications/bell.js';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { useAuth, useUser } from '../../shared/auth.js';
import { TourProvider } from '../../shared/tour-state.js';
import { ButtonLink, IconButton } from '../../ui/button.js';
import { Wordmark } from '../../ui/mark.js';
import { ThemeSwitch } from '../../ui/theme-switch.js';
import { AppProviders } from '../providers.js';
import { PaymentMonitor } from './payment-monitor.js';
import { LiveUpdates } from './live-updates.js';
import { Overlays } from './overlays.js';
import { Sidebar } from './sidebar.js';
import '../../ui/inputs.css';
import '../../ui/page.css';
import './shell.css';

/** Providers and frame of all pages except the public ones. */
export function Shell() {
  const { user } = useAuth().state;
  return (
    <AppProviders>
      {user ? (
        <TourProvider>
          <Frame />
        </TourProvider>
      ) : (
        <VisitorFrame />
      )}
    </AppProviders>
  );
}

/** The frame of the signed-in part: side navigation on wide screens, a top bar with a drawer on small ones. */
function Frame() {
  const { impersonatedBy } = useUser();
  const drawer = useRef<HTMLDialogElement>(null);
  // Bound to one history entry, so that going back closes it too.
  const { key: page } = useLocation();
  const [openOn, setOpenOn] = useState<string | null>(null);
  const isOpen = openOn === page;
  const close = (): void => setOpenOn(null);

  useEffect(() => {
    // A native modal brings the focus trap, Escape and the backdrop.
    if (isOpen) drawer.current?.showModal();
    else drawer.current?.close();
  }, [isOpen]);

  return (
    <>
      <PaymentMonitor />
      <LiveUpdates />
      <NotificationFeed />
      <a className="skip-link" href="#main">
        {t('common.skipToContent')}
      </a>
      {impersonatedBy && <ImpersonationBanner />}
      <div className="shell">
        <div className="shell-side">
          <Sidebar />
        </div>
        <header className="bar shell-top">
          <IconButton icon={Menu} size="md" label={t('nav.open')} aria-expanded={isOpen} onClick={() => setOpenOn(page)} />
          <Wordmark to={paths.dashboard} />
          <Bell />
        </header>
        <dialog
          ref={drawer}
          className="shell-drawer"
          aria-label={t('nav.menu')}
          onClose={close}
          onClick={(event) => event.target === drawer.current && close()}
        >
          <Sidebar onNavigate={close} />
        </dialog>
        <main id="main" tabIndex={-1} className="shell-main">
          <Outlet />
        </main>
      </div>
      <Overlays />
    </>
  );
}

/** The frame of app pages that visitors may see too. */
export const VisitorFrame = () => (
  <>
    <a className="skip-link" href="#main">
      {t('common.skipToContent')}
    </a>
    <header className="bar bar-between sticky-top visitor-top">
      <Wordmark to={paths.landing} />
      <nav className="bar" aria-label={t('nav.menu')}>
        <ThemeSwitch />
        <ButtonLink to={paths.auth('login')} variant="ghost" className="visitor-login">
          {t('landing.logIn')}
        </ButtonLink>
        <ButtonLink to={paths.auth('register')} variant="primary">
          {t('landing.getStarted')}
        </ButtonLink>
      </nav>
    </header>
    <main id="main" tabIndex={-1}>
      <Outlet />
    </main>
  </>
);

/** On every page while a super-admin impersonates a user (docs/decisions.md A5). */
export function ImpersonationBanner() {
  const { username, impersonatedBy } = useUser();
  if (!impersonatedBy) return null;
  return (
    <div className="bar sticky-top impersonation">
      <span role="status" className="two-lines">
        {t('nav.impersonating', { username, admin: impersonatedBy.username })}
      </span>
      <EndImpersonation />
    </div>
  );
}
