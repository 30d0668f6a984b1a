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

/** A forgotten password: asks for the mail, and where its link led here sets a new one (decision A15). */
export function Reset() {
  const { hash } = useLocation();
  return (
    <>
      <title>{t('reset.title')}</title>
      {hash.startsWith(LINK) ? <NewPassword key={hash} token={hash.slice(LINK.length)} /> : <AskForLink />}
      <Link className="auth-back" to={paths.auth('login')}>
        {t('reset.back')}
      </Link>
    </>
  );
}

function AskForLink() {
  const hasNoMail = useNoMail();
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
        setProblem(codeOf(error) === 'NOT_CONFIGURED' ? t('reset.notConfigured') : wordsOf(error));
        toast.error(t('reset.requestFailed'), { text: wordsOf(error) });
        throw error;
      }
    },
  });
  const words = hasNoMail ? t('reset.notConfigured') : problem;
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
        <Field label={t('reset.email')} {...field('email')} type="email" autoComplete="email" />
        {words !== undefined && <Problem words={words} />}
        <Button type="submit" variant="primary" size="lg" isBlock isBusy={isBusy} disabled={hasNoMail}>
          {t(isBusy ? 'reset.sending' : 'reset.send')}
        </Button>
      </form>
    </>
  );
}

/** True once the server has said that it cannot send a link; while it has not, one can be asked for. */
function useNoMail(): boolean {
  const [hasNoMail, setNoMail] = useState(false);
  useEffect(() => {
    request<{ passwordReset: boolean }>('GET', '/api/auth/options')
      .then(({ passwordReset }) => setNoMail(!passwordReset))
      .catch(() => undefined);
  }, []);
  return hasNoMail;
}

function NewPassword({ token }: { readonly token: string }) {
  const { forget } = useAuth();
  const navigate = useNavigate();
  const [problem, setProblem] = useState<{ readonly words: string; readonly isLinkOver: boolean }>();
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
        // All sessions have ended, one that this browser may have had too.
        forget();
        await navigate(paths.auth('login'), { replace: true });
        toast.success(t('reset.done'), { text: message });
      } catch (error) {
        const isOfField = error instanceof RequestError && error.body.fields?.['password'] !== undefined;
        const isOver = !isOfField && isLinkOver(error);
        const words = isOver ? t('reset.linkOver') : wordsOf(error);
        if (!isOfField) setProblem({ words, isLinkOver: isOver });
        toast.error(t('reset.failed'), { text: words });
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
        {problem && <Problem words={problem.words} />}
        {problem?.isLinkOver && <Link to={paths.forgotPassword}>{t('reset.again')}</Link>}
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

const Problem = ({ words }: { readonly words: string }) => (
  <div role="alert">
    <Notice tone="danger">{words}</Notice>
  </div>
);

const codeOf = (error: unknown): string | undefined => (error instanceof RequestError ? error.code : undefined);
const wordsOf = (error: unknown): string => (error instanceof RequestError ? error.reason : String(error));

/** Used, too old, or no link of ours: a token that was cut off on the way is refused as bad input. */
const isLinkOver = (error: unknown): boolean => ['RESET_INVALID', 'BAD_INPUT'].includes(codeOf(error) ?? '');
