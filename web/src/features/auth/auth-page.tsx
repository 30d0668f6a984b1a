import { lazy, Suspense, useState } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { useAuth } from '../../shared/auth.js';
import { PageSpinner } from '../../ui/indicators.js';
import { Mark, Wordmark } from '../../ui/mark.js';
import { Tabs } from '../../ui/tabs.js';
import { ThemeSwitch } from '../../ui/theme-switch.js';
import { EMPTY_LOGIN, LoginForm } from './login-form.js';
import { EMPTY_REGISTRATION, RegisterForm } from './register-form.js';
import './auth.css';

// Few forget their password: these forms are no part of the first load.
const Reset = lazy(async () => ({ default: (await import('./reset.js')).Reset }));

const TABS = ['login', 'register'] as const;

export function AuthPage() {
  const { state } = useAuth();
  const [params, setParams] = useSearchParams();
  // Kept here, so that a look at the other tab loses nothing.
  const login = useState(EMPTY_LOGIN);
  const registration = useState(EMPTY_REGISTRATION);
  const isReset = /^#(?:forgot$|reset=)/.test(useLocation().hash);
  if (state.status === 'loading') return <PageSpinner />;
  if (state.status === 'signedIn' && !isReset) return <Navigate to={paths.dashboard} replace />;
  const tab = params.get('tab') === 'register' ? 'register' : 'login';
  const choose = (next: (typeof TABS)[number]): void => setParams({ tab: next }, { replace: true });
  return (
    <div className="auth">
      <title>{t('auth.title')}</title>
      <header className="auth-top">
        <Wordmark to={paths.landing} />
        <ThemeSwitch />
      </header>
      <main className="card auth-card">
        {isReset ? (
          <Suspense fallback={<PageSpinner />}>
            <Reset />
          </Suspense>
        ) : (
          <>
            <div className="auth-head">
              <Mark size={40} />
              <h1>{t('auth.heading')}</h1>
              <p className="muted">{t('auth.lead')}</p>
            </div>
            <Tabs
              label={t('auth.tabs')}
              tabs={TABS.map((key) => ({ key, label: t(`auth.${key}`) }))}
              active={tab}
              onChange={choose}
            >
              {tab === 'login' ? <LoginForm state={login} /> : <RegisterForm state={registration} />}
            </Tabs>
          </>
        )}
      </main>
    </div>
  );
}
