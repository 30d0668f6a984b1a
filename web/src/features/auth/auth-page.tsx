import { lazy, Suspense, useState } from 'react';
import { Navigate, useLocation, useSearchParams, Link } from 'react-router';
import { t } from '../../lib/i18n.js';
import { publicPaths as paths } from '../../lib/public-paths.js';
import { returnPath } from '../../lib/return-path.js';
import { useAuth, useVisitor } from '../../shared/auth.js';
import { Button } from '../../ui/button.js';
import { Field } from '../../ui/field.js';
import { PageSpinner } from '../../ui/indicators.js';
import { Mark, Wordmark } from '../../ui/mark.js';
import { Tabs } from '../../ui/tabs.js';
import { ThemeSwitch } from '../../ui/theme-switch.js';
import { loginProblems, type LoginValues, useForm, type FormState, registerProblems, type RegisterValues } from './auth-form.js';
import './auth.css';

// Not part of the first load: most sign-ins need neither.
const DiscordButton = lazy(async () => ({ default: (await import('./discord-button.js')).DiscordButton }));
const PasswordReset = lazy(async () => ({ default: (await import('./password-reset.js')).PasswordReset }));

const TABS = ['login', 'register'] as const;
/** The parameter of `paths.auth` for the page to open after the sign-in. */
const RETURN = 'return';

export function AuthPage() {
  const { state } = useVisitor();
  const [params, setParams] = useSearchParams();
  // Kept here, so that switching tabs loses nothing.
  const login = useState(EMPTY_LOGIN);
  const registration = useState(EMPTY_REGISTRATION);
  const isReset = /^#(?:forgot$|reset=)/.test(useLocation().hash);
  if (state.status === 'loading') return <PageSpinner />;
  // The spinner stays until the next page is loaded.
  if (state.status === 'signedIn' && !isReset)
    return (
      <>
        <PageSpinner />
        <Navigate to={returnPath(params.get(RETURN)) ?? paths.dashboard} replace />
      </>
    );
  const tab = params.get('tab') === 'register' ? 'register' : 'login';
  const choose = (next: (typeof TABS)[number]): void =>
    setParams({ ...Object.fromEntries(params), tab: next }, { replace: true });
  return (
    <div className="auth">
      <title>{t('auth.title')}</title>
      <header className="bar bar-between auth-top">
        <Wordmark to={paths.landing} />
        <ThemeSwitch />
      </header>
      <main className="card auth-card">
        {isReset ? (
          <Suspense fallback={<PageSpinner />}>
            <PasswordReset />
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
            <Suspense>
              <DiscordButton returnTo={returnPath(params.get(RETURN))} />
            </Suspense>
          </>
        )}
      </main>
    </div>
  );
}

export const EMPTY_LOGIN: LoginValues = { username: '', password: '' };

export function LoginForm({ state }: { readonly state: FormState<LoginValues> }) {
  const { login } = useAuth();
  const { search } = useLocation();
  const { form, field, onSubmit, isBusy } = useForm({
    initial: EMPTY_LOGIN,
    state,
    check: loginProblems,
    submit: ({ username, password }) => login({ username: username.trim(), password }),
  });
  return (
    <form ref={form} className="auth-form" onSubmit={(event) => void onSubmit(event)} noValidate>
      <Field label={t('auth.username')} {...field('username')} autoComplete="username" autoCapitalize="none" spellCheck={false} />
      <Field label={t('auth.password')} {...field('password')} type="password" autoComplete="current-password" />
      <Button type="submit" variant="primary" size="lg" isBlock isBusy={isBusy}>
        {t(isBusy ? 'auth.busy' : 'auth.login')}
      </Button>
      <Link className="auth-forgot" to={paths.forgotPassword(search)}>
        {t('auth.forgot')}
      </Link>
    </form>
  );
}

export const EMPTY_REGISTRATION: RegisterValues = { username: '', email: '', password: '', confirmPassword: '' };

export function RegisterForm({ state }: { readonly state: FormState<RegisterValues> }) {
  const { register } = useAuth();
  const { form, field, onSubmit, isBusy } = useForm({
    initial: EMPTY_REGISTRATION,
    state,
    check: registerProblems,
    submit: ({ username, email, password }) => register({ username: username.trim(), email: email.trim(), password }),
  });
  return (
    <form ref={form} className="auth-form" onSubmit={(event) => void onSubmit(event)} noValidate>
      <Field label={t('auth.username')} {...field('username')} autoComplete="username" autoCapitalize="none" spellCheck={false} />
      <Field label={t('auth.email')} {...field('email')} type="email" autoComplete="email" />
      <Field label={t('auth.password')} {...field('password')} type="password" autoComplete="new-password" />
      <Field label={t('auth.confirmPassword')} {...field('confirmPassword')} type="password" autoComplete="new-password" />
      <Button type="submit" variant="primary" size="lg" isBlock isBusy={isBusy}>
        {t(isBusy ? 'auth.busy' : 'auth.registerSubmit')}
      </Button>
    </form>
  );
}
