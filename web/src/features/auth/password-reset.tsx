import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { addMessages, t } from '../../lib/i18n.js';
import { resetMessages } from '../../lib/messages/en-reset.js';
import { paths } from '../../lib/paths.js';
import { request, RequestError } from '../../lib/request.js';
import { toast } from '../../lib/toast.js';
import { useAuth } from '../../shared/auth.js';
import { Button } from '../../ui/button.js';
import { Field } from '../../ui/field.js';
import { Mark } from '../../ui/mark.js';
import { Notice } from '../../ui/state.js';
import { compact, emailProblem, passwordProblem, useForm } from './auth-form.js';

addMessages(resetMessages);

const LINK = '#reset=';

/** Requests a reset link by mail, or sets a new password when opened by that link (docs/decisions.md A15). */
export function PasswordReset() {
  const { hash, search } = useLocation();
  return (
    <>
      <title>{t('reset.title')}</title>
      {hash.startsWith(LINK) ? <NewPassword key={hash} token={hash.slice(LINK.length)} /> : <RequestLink />}
      <Link className="auth-back" to={paths.auth('login', new URLSearchParams(search).get('return') ?? undefined)}>
        {t('reset.back')}
      </Link>
    </>
  );
}

function RequestLink() {
  const isMailDisabled = useIsMailDisabled();
  const [sent, setSent] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const { form, field, onSubmit, isBusy } = useForm({
    initial: { email: '' },
    check: ({ email }) => compact({ email: emailProblem(email) }),
    submit: async ({ email }) => {
      setProblem(undefined);
      try {
        const { message } = await request<{ message: string }>('POST', '/api/auth/password-reset/request', {
          email: email.trim(),
        });
        setSent(message);
      } catch (error) {
        setProblem(codeOf(error) === 'NOT_CONFIGURED' ? t('reset.notConfigured') : textOf(error));
        toast.error(t('reset.requestFailed'), { text: textOf(error) });
        throw error;
      }
    },
  });
  const text = isMailDisabled ? t('reset.notConfigured') : problem;
  if (sent !== undefined) {
    return (
      <div role="status">
        <Head title={t('reset.sentHeading')} lead={sent} />
      </div>
    );
  }
  return (
    <>
      <Head title={t('reset.requestHeading')} lead={t('reset.requestLead')} />
      <form ref={form} className="auth-form" onSubmit={(event) => void onSubmit(event)} noValidate>
        <Field label={t('auth.email')} {...field('email')} type="email" autoComplete="email" />
        {text !== undefined && <Problem text={text} />}
        <Button type="submit" variant="primary" size="lg" isBlock isBusy={isBusy} disabled={isMailDisabled}>
          {t(isBusy ? 'reset.sending' : 'reset.send')}
        </Button>
      </form>
    </>
  );
}

/** True once the server has answered that it sends no mail; until then a link can be requested. */
function useIsMailDisabled(): boolean {
  const [isMailDisabled, setMailDisabled] = useState(false);
  useEffect(() => {
    request<{ passwordReset: boolean }>('GET', '/api/auth/options')
      .then(({ passwordReset }) => setMailDisabled(!passwordReset))
      .catch(() => undefined);
  }, []);
  return isMailDisabled;
}

function NewPassword({ token }: { readonly token: string }) {
  const { forget } = useAuth();
  const { search } = useLocation();
  const navigate = useNavigate();
  const [problem, setProblem] = useState<{ readonly text: string; readonly isLinkInvalid: boolean }>();
  const { form, field, onSubmit, isBusy } = useForm({
    initial: { password: '', confirmPassword: '' },
    check: ({ password, confirmPassword }) =>
      compact({
        password: passwordProblem(password),
        confirmPassword: confirmPassword === password ? undefined : t('reset.mismatch'),
      }),
    submit: async ({ password }) => {
      setProblem(undefined);
      try {
        const { message } = await request<{ message: string }>('POST', '/api/auth/password-reset', { token, password });
        // The server has ended all sessions of the user, also one in this browser.
        forget();
        await navigate(paths.auth('login'), { replace: true });
        toast.success(t('reset.done'), { text: message });
      } catch (error) {
        const isFieldError = error instanceof RequestError && error.body.fields?.['password'] !== undefined;
        const isInvalid = !isFieldError && isLinkInvalid(error);
        const text = isInvalid ? t('reset.linkOver') : textOf(error);
        if (!isFieldError) setProblem({ text, isLinkInvalid: isInvalid });
        toast.error(t('reset.failed'), { text });
        throw error;
      }
    },
  });
  return (
    <>
      <Head title={t('reset.heading')} lead={t('reset.lead')} />
      <form ref={form} className="auth-form" onSubmit={(event) => void onSubmit(event)} noValidate>
        <Field label={t('reset.password')} {...field('password')} type="password" autoComplete="new-password" />
        <Field label={t('reset.confirm')} {...field('confirmPassword')} type="password" autoComplete="new-password" />
        {problem && <Problem text={problem.text} />}
        {problem?.isLinkInvalid && <Link to={paths.forgotPassword(search)}>{t('reset.again')}</Link>}
        <Button type="submit" variant="primary" size="lg" isBlock isBusy={isBusy}>
          {t(isBusy ? 'reset.saving' : 'reset.save')}
        </Button>
      </form>
    </>
  );
}

const Head = ({ title, lead }: { readonly title: string; readonly lead: string }) => (
  <div className="auth-head">
    <Mark size={40} />
    <h1>{title}</h1>
    <p className="muted">{lead}</p>
  </div>
);

const Problem = ({ text }: { readonly text: string }) => (
  <div role="alert">
    <Notice tone="danger">{text}</Notice>
  </div>
);

const codeOf = (error: unknown): string | undefined => (error instanceof RequestError ? error.code : undefined);
const textOf = (error: unknown): string => (error instanceof RequestError ? error.reason : String(error));

/** The link was used, has expired or is malformed (a truncated token is refused as BAD_INPUT). */
const isLinkInvalid = (error: unknown): boolean => ['RESET_INVALID', 'BAD_INPUT'].includes(codeOf(error) ?? '');
