import { Link } from 'react-router';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { useAuth } from '../../shared/auth.js';
import { Button } from '../../ui/button.js';
import { Field } from '../../ui/field.js';
import { loginProblems, type LoginValues } from './rules.js';
import { useForm, type FormState } from './use-form.js';

export const EMPTY_LOGIN: LoginValues = { username: '', password: '' };

export function LoginForm({ state }: { readonly state: FormState<LoginValues> }) {
  const { login } = useAuth();
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
        {t(isBusy ? 'auth.busy' : 'auth.loginSubmit')}
      </Button>
      <Link className="auth-forgot" to={paths.forgotPassword}>
        {t('auth.forgot')}
      </Link>
    </form>
  );
}
