import { t } from '../../lib/i18n.js';

const MIN_USERNAME = 3;
const MIN_PASSWORD = 6;
// The rule of the contract (zod's own for an address), so that nothing passes here that the server refuses.
const EMAIL = /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

export interface LoginValues {
  readonly username: string;
  readonly password: string;
}
export interface RegisterValues extends LoginValues {
  readonly email: string;
  readonly confirmPassword: string;
}
export type Problems<V> = { readonly [K in keyof V]?: string };

/** The rules of section 5, by hand: the page that signs in does without zod. A test holds them against the contract. */
export function loginProblems(values: LoginValues): Problems<LoginValues> {
  return compact({
    username: values.username.trim().length < MIN_USERNAME ? t('auth.rules.username') : undefined,
    password: passwordProblem(values.password),
  });
}

export function registerProblems(values: RegisterValues): Problems<RegisterValues> {
  return compact({
    ...loginProblems(values),
    email: emailProblem(values.email),
    confirmPassword: confirmProblem(values),
  });
}

export const passwordProblem = (password: string): string | undefined =>
  password.length < MIN_PASSWORD ? t('auth.rules.password') : undefined;

export const emailProblem = (email: string): string | undefined => (EMAIL.test(email.trim()) ? undefined : t('auth.rules.email'));

const confirmProblem = ({ password, confirmPassword }: RegisterValues): string | undefined =>
  passwordProblem(confirmPassword) ?? (confirmPassword === password ? undefined : t('auth.rules.match'));

/** Only the problems that there are. */
export const compact = <V extends object>(problems: V): V =>
  Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem)) as V;
