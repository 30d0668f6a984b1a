import { useMutation } from '@apollo/client/react';
import { useEffect, useId, useState } from 'react';
import { Link } from 'react-router';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { readError } from '../../lib/read-error.js';
import { usePending } from '../../lib/use-pending.js';
import { Button } from '../../ui/button.js';
import { Labelled, PasswordInput } from '../../ui/field.js';
import { Notice } from '../../ui/state.js';
import { CHECK_TOKEN, SAVE_CONNECTION } from './connect.graphql.js';
import { ExternalLink } from '../../shared/external-link.js';
import { botPage } from '../../shared/developer-portal.js';

/** After the last key: a token is pasted, and each check counts towards ten an hour. */
const PAUSE_MS = 500;
// The format of Discord's tokens; what has another one is not worth a check.
const TOKEN = /^(?:Bot\s+)?[\w-]{20,}\.[\w-]{5,}\.[\w-]{20,}$/i;

type Check =
  | { readonly state: 'none' | 'checking' | 'format' | 'invalid' | 'unreachable' }
  | { readonly state: 'found'; readonly name: string; readonly applicationId: string; readonly hasMessageContent: boolean }
  | { readonly state: 'failed'; readonly reason: string };

/** Asks Discord about what was typed, once it rests. */
function useTokenCheck(token: string): Check {
  const [check] = useMutation(CHECK_TOKEN);
  const [answer, setAnswer] = useState<{ readonly token: string; readonly check: Check }>();
  useEffect(() => {
    if (!TOKEN.test(token)) return;
    let isCurrent = true;
    const ask = async (): Promise<void> => {
      const found = await check({ variables: { token } }).then(
        ({ data }) => (data ? checkOf(data.checkDiscordToken) : ({ state: 'unreachable' } as const)),
        (error: unknown) => ({ state: 'failed', reason: readError(error).message ?? t('load.failedText') }) as const,
      );
      if (isCurrent) setAnswer({ token, check: found });
    };
    const timer = setTimeout(() => void ask(), PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [token, check]);
  if (token === '') return { state: 'none' };
  if (!TOKEN.test(token)) return { state: 'format' };
  return answer?.token === token ? answer.check : { state: 'checking' };
}

interface Answer {
  readonly verdict: string;
  readonly name: string | null;
  readonly applicationId: string | null;
  readonly hasMessageContent: boolean | null;
}

function checkOf({ verdict, name, applicationId, hasMessageContent }: Answer): Check {
  if (verdict === 'valid' && applicationId !== null)
    return { state: 'found', name: name ?? applicationId, applicationId, hasMessageContent: hasMessageContent ?? false };
  return { state: verdict === 'invalid' ? 'invalid' : 'unreachable' };
}

interface TokenStepProps {
  readonly botId: string;
  readonly applicationId: string | null;
  /** Whether the current version of the agreement is accepted already. */
  readonly hasAgreed: boolean;
  readonly onSaved: () => void;
}

/** Takes the token of the bot. What Discord says about it is shown before it is saved. */
export function TokenStep({ botId, applicationId, hasAgreed, onSaved }: TokenStepProps) {
  const [typed, setTyped] = useState('');
  const token = typed.trim();
  const check = useTokenCheck(token);
  const [isAgreed, setAgreed] = useState(hasAgreed);
  const [problem, setProblem] = useState<string>();
  const { run, isPending } = usePending();
  const [saveConnection] = useMutation(SAVE_CONNECTION);
  const save = (): Promise<void> =>
    run('save', async () => {
      setProblem(undefined);
      try {
        await saveConnection({ variables: { id: botId, input: { discordToken: token } } });
        onSaved();
      } catch (error) {
        setProblem(readError(error).message ?? t('connect.token.failed'));
      }
    });
  const isUsable = check.state === 'found' || check.state === 'unreachable';
  const canSave = isAgreed && isUsable;
  const name = check.state === 'found' ? check.name : undefined;
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (canSave) void save();
      }}
    >
      <p>{t('connect.token.text')}</p>
      <p>
        <ExternalLink to={botPage(check.state === 'found' ? check.applicationId : applicationId)}>
          {t('connect.openBotPage')}
        </ExternalLink>
      </p>
      <Labelled label={t('connect.token.label')} error={problem ?? errorOf(check)}>
        {(aria) => (
          <PasswordInput
            {...aria}
            words={{ show: t('connect.token.show'), hide: t('connect.token.hide') }}
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value);
              setProblem(undefined);
            }}
          />
        )}
      </Labelled>
      <CheckResult check={check} />
      {!hasAgreed && <Agreement isAgreed={isAgreed} onChange={setAgreed} />}
      {isUsable && !isAgreed && <p className="note">{t('connect.token.agreeFirst')}</p>}
      <p>
        <Button type="submit" variant="primary" disabled={!canSave} isBusy={isPending('save')}>
          {name === undefined ? t('connect.token.save') : t('connect.token.connect', { name })}
        </Button>
      </p>
    </form>
  );
}

function errorOf(check: Check): string | undefined {
  if (check.state === 'failed') return check.reason;
  return check.state === 'format' || check.state === 'invalid' ? t(`connect.token.${check.state}`) : undefined;
}

/** The live region is always rendered, so that its changes are announced. */
const CheckResult = ({ check }: { readonly check: Check }) => (
  <div role="status" className="connect-found">
    {check.state === 'none' && <span className="note">{t('connect.token.stored')}</span>}
    {check.state === 'checking' && <span className="note">{t('connect.token.checking')}</span>}
    {check.state === 'found' && (
      <strong className="connect-joined">
        {t(check.hasMessageContent ? 'connect.token.found' : 'connect.token.foundContentOff', { name: check.name })}
      </strong>
    )}
    {check.state === 'unreachable' && <Notice tone="warning">{t('connect.token.unreachable')}</Notice>}
  </div>
);

function Agreement({ isAgreed, onChange }: { readonly isAgreed: boolean; readonly onChange: (isAgreed: boolean) => void }) {
  const id = useId();
  return (
    <div className="connect-check">
      <input id={id} type="checkbox" checked={isAgreed} onChange={({ target }) => onChange(target.checked)} />
      <p>
        <label htmlFor={id}>{t('connect.token.agree')}</label>{' '}
        <Link to={`${paths.terms}#serviceProvider`} target="_blank">
          {t('connect.token.agreement')}
        </Link>
      </p>
    </div>
  );
}
