import { useQuery } from '@apollo/client/react';
import { LogOut, Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { formatMoment } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { toast } from '../../lib/toast.js';
import { useAuth } from '../../shared/auth.js';
import { useToastMutation } from '../../shared/use-toast-mutation.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/dialog.js';
import { Badge, Skeleton } from '../../ui/indicators.js';
import { LoadError } from '../../ui/load-error.js';
import { Section } from '../../ui/section.js';
import { END_ALL_SESSIONS, END_SESSION, SESSIONS, type SessionRow } from './settings.graphql.js';

const PLACEHOLDERS = [1, 2];

/** The user's sessions; each can be ended, or all at once (docs/decisions.md A15). */
export function Sessions() {
  const { data, error, refetch } = useQuery(SESSIONS);
  return (
    <Section title={t('settings.sessions.heading')} lead={t('settings.sessions.lead')} className="card card-body">
      {error && !data ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <ul className="divided">
          {data
            ? data.sessions.map((session) => <Session key={session.id} session={session} />)
            : PLACEHOLDERS.map((key) => (
                <li key={key} className="bar gap-sm session" aria-hidden="true">
                  <Skeleton height={44} />
                </li>
              ))}
        </ul>
      )}
      <div className="row">
        <SignOutEverywhere />
      </div>
    </Section>
  );
}

function Session({ session: { id, userAgent, ip, isCurrent, lastUsedAt, createdAt } }: { readonly session: SessionRow }) {
  const name = deviceName(userAgent);
  const Icon = isHandheld(userAgent) ? Smartphone : Monitor;
  return (
    <li className="bar gap-sm session">
      <span className="icon-box icon-box-quiet" aria-hidden="true">
        <Icon size={20} />
      </span>
      <div className="grow breakable">
        <p className="row medium" title={userAgent}>
          {name} {isCurrent && <Badge tone="success">{t('settings.sessions.current')}</Badge>}
        </p>
        <p className="note">
          {`${ip} · ${t('settings.sessions.lastUsed', { at: formatMoment(lastUsedAt) })} · ${t('settings.sessions.signedIn', { at: formatMoment(createdAt) })}`}
        </p>
      </div>
      {!isCurrent && <EndSession id={id} name={name} />}
    </li>
  );
}

function EndSession({ id, name }: { readonly id: string; readonly name: string }) {
  const { send, isBusy } = useToastMutation(END_SESSION, {
    // Removes the session from every list in the cache.
    update: (cache) => void cache.evict({ id: cache.identify({ __typename: 'Session', id }) }),
    done: () => toast.success(t('settings.sessions.ended')),
    failed: t('settings.sessions.endFailed'),
  });
  return (
    <Button size="sm" isBusy={isBusy} aria-label={t('settings.sessions.endOf', { name })} onClick={() => void send({ id })}>
      {t('settings.sessions.end')}
    </Button>
  );
}

function SignOutEverywhere() {
  const { forget } = useAuth();
  const [isConfirming, setConfirming] = useState(false);
  const close = (): void => setConfirming(false);
  const { send, isBusy } = useToastMutation(END_ALL_SESSIONS, {
    done: () => {
      toast.success(t('settings.sessions.endAllDone'));
      forget();
    },
    failed: t('settings.sessions.endAllFailed'),
    onFailed: close,
  });
  return (
    <>
      <Button icon={LogOut} onClick={() => setConfirming(true)}>
        {t('settings.sessions.endAll')}
      </Button>
      {isConfirming && (
        <ConfirmDialog
          title={t('settings.sessions.endAll')}
          text={t('settings.sessions.endAllText')}
          confirm={t('settings.sessions.endAll')}
          isBusy={isBusy}
          onConfirm={() => void send({})}
          onCancel={close}
        />
      )}
    </>
  );
}

// In this order, because Edge and Opera also name Chrome, Chrome also names Safari, and Android also names Linux.
const BROWSERS = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|HeadlessChrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;
const SYSTEMS = [
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
] as const;

const MAX_LENGTH = 40;

/** For example 'Firefox on macOS'; for other programs, the name at the start of their user agent. */
export function deviceName(userAgent: string): string {
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1];
  if (browser && system) return t('settings.sessions.on', { browser, system });
  return browser ?? (userAgent.trim().split(/[\s/]/)[0]?.slice(0, MAX_LENGTH) || t('settings.sessions.unknown'));
}

/** True for phones and tablets. */
const isHandheld = (userAgent: string): boolean => /iPhone|iPad|iPod|Android|Mobile/.test(userAgent);
