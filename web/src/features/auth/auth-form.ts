import { useRef, useState, type FormEvent } from 'react';
import { t } from '../../lib/i18n.js';
import { RequestError } from '../../lib/request.js';

export type FormState<V> = readonly [V, (values: V) => void];

interface FormOptions<V> {
  readonly initial: V;
  /** Where the values live when they outlast the form. */
  readonly state?: FormState<V>;
  readonly check: (values: V) => Problems<V>;
  readonly submit: (values: V) => Promise<void>;
}

/** A small form: problems show after the first try and go away as they are mended; one submit at a time. */
export function useForm<V extends { readonly [K in keyof V]: string }>({ initial, state, check, submit }: FormOptions<V>) {
  const own = useState(initial);
  const [values, setValues] = state ?? own;
  const [isTried, setTried] = useState(false);
  const [refused, setRefused] = useState<Problems<V>>({});
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const problems: Problems<V> = { ...refused, ...(isTried && check(values)) };

  const onSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setTried(true);
    const found = Object.keys(check(values))[0];
    if (found !== undefined) return form.current?.querySelector<HTMLInputElement>(`[name="${found}"]`)?.focus();
    if (isBusy) return;
    setBusy(true);
    // The toast of the failure is shown by the auth layer (section 2); the form only marks fields.
    await submit(values)
      .catch((error: unknown) => setRefused(fieldsOf<V>(error)))
      .finally(() => setBusy(false));
  };

  const field = <K extends keyof V & string>(name: K) => ({
    name,
    value: values[name],
    error: problems[name],
    onChange: (event: { target: { value: string } }) => {
      setValues({ ...values, [name]: event.target.value });
      setRefused({});
    },
  });

  return { form, field, onSubmit, isBusy };
}

/** Which fields the server refused. */
function fieldsOf<V>(error: unknown): Problems<V> {
  if (!(error instanceof RequestError)) return {};
  const taken = { USERNAME_TAKEN: { username: error.reason }, EMAIL_TAKEN: { email: error.reason } }[error.code ?? ''];
  return (taken ?? error.body.fields ?? {}) as Problems<V>;
}

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
