import { t } from '../../lib/i18n.js';
import { useAuth } from '../../shared/auth.js';
import { Button } from '../../ui/button.js';
import { Field } from '../../ui/field.js';
import { registerProblems, type RegisterValues } from './rules.js';
import { useForm, type FormState } from './use-form.js';

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
