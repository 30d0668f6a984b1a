import { useRef, useState, type FormEvent } from 'react';
import { t } from '../../lib/i18n.js';
import { RequestError } from '../../lib/request.js';

export type FormState<V> = readonly [V, (values: V) => void];

interface FormOptions<V> {
  readonly initial: V;
  /** State of a parent, where the values must outlive the form. */
  readonly state?: FormState<V>;
  readonly check: (values: V) => Problems<V>;
  readonly submit: (values: V) => Promise<void>;
}

/** A small form without antd: problems appear after the first submit and update while typing; one submit at a time. */
export function useForm<V extends { readonly [K in keyof V]: string }>({ initial, state, check, submit }: FormOptions<V>) {
  const own = useState(initial);
  const [values, setValues] = state ?? own;
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const [serverProblems, setServerProblems] = useState<Problems<V>>({});
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const problems: Problems<V> = { ...serverProblems, ...(wasSubmitted && check(values)) };

  const onSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setWasSubmitted(true);
    const found = Object.keys(check(values))[0];
    if (found !== undefined) return form.current?.querySelector<HTMLInputElement>(`[name="${found}"]`)?.focus();
    if (isBusy) return;
    setBusy(true);
    // The auth context shows the toast; the form marks fields only.
    await submit(values)
      .catch((error: unknown) => setServerProblems(fieldsOf<V>(error)))
      .finally(() => setBusy(false));
  };

  const field = <K extends keyof V & string>(name: K) => ({
    name,
    value: values[name],
    error: problems[name],
    onChange: (event: { target: { value: string } }) => {
      setValues({ ...values, [name]: event.target.value });
      setServerProblems({});
    },
  });

  return { form, field, onSubmit, isBusy };
}

/** Which fields the server serverProblems. */
function fieldsOf<V>(error: unknown): Problems<V> {
  if (!(error instanceof RequestError)) return {};
  const taken = { USERNAME_TAKEN: { username: error.reason }, EMAIL_TAKEN: { email: error.reason } }[error.code ?? ''];
  return (taken ?? error.body.fields ?? {}) as Problems<V>;
}

const MIN_USERNAME = 3;
const MIN_PASSWORD = 6;
// The email pattern of zod, which the contract uses.
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

/** The rules of the contract, written by hand so that the first load does not need zod. A test compares them with the contract. */
export function loginProblems(values: LoginValues): Problems<LoginValues> {
  return compact({
    username: values.username.trim().length < MIN_USERNAME ? t('auth.rules.username') : undefined,
    password: passwordProblem(values.password),
  });
}

export function registerProblems(values: RegisterValues): Problems<RegisterValues> {
  return compact({ ...loginProblems(values), email: emailProblem(values.email), confirmPassword: confirmProblem(values) });
}

export const passwordProblem = (password: string): string | undefined =>
  password.length < MIN_PASSWORD ? t('auth.rules.password') : undefined;

export const emailProblem = (email: string): string | undefined => (EMAIL.test(email.trim()) ? undefined : t('auth.rules.email'));

const confirmProblem = ({ password, confirmPassword }: RegisterValues): string | undefined =>
  passwordProblem(confirmPassword) ?? (confirmPassword === password ? undefined : t('auth.rules.match'));

/** Without the fields that have no problem. */
export const compact = <V extends object>(problems: V): V =>
  Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem)) as V;
