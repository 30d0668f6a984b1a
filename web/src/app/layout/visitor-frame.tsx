import { Outlet } from 'react-router';
import { t } from '../../lib/i18n.js';
import { ButtonLink } from '../../ui/button.js';
import { Wordmark } from '../../ui/mark.js';
import { ThemeSwitch } from '../../ui/theme-switch.js';
import { paths } from '../paths.js';

/** Around the pages of the app that a visitor may see too. */
export const VisitorFrame = () => (
  <>
    <a className="skip-link" href="#main">
      {t('common.skipToContent')}
    </a>
    <header className="visitor-top">
      <Wordmark to={paths.landing} />
      <nav className="visitor-actions" aria-label={t('nav.menu')}>
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
