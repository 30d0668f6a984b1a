import { useMutation, useQuery } from '@apollo/client/react';
import { LogOut, Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { formatMoment } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { readError } from '../../lib/read-error.js';
import { toast } from '../../lib/toast.js';
import { useAuth } from '../../shared/auth.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Badge, Skeleton } from '../../ui/indicators.js';
import { LoadError } from '../../ui/load-error.js';
import { Section } from '../../ui/section.js';
import { END_ALL_SESSIONS, END_SESSION, SESSIONS, type SessionRow } from './settings.graphql.js';

const PLACEHOLDERS = [1, 2];

/** The user's sessions; each can be ended, or all at once (docs/decisions.md A15). */
export function Sessions() {
  const { data, error, refetch } = useQuery(SESSIONS);
  return (
    <Section title={t('settings.sessions.heading')} lead={t('settings.sessions.lead')} className="card setting-card">
      {error && !data ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <ul>
          {data
            ? data.sessions.map((session) => <Session key={session.id} session={session} />)
            : PLACEHOLDERS.map((key) => (
                <li key={key} className="session" aria-hidden="true">
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
    <li className="session">
      <span className="icon-box session-icon" aria-hidden="true">
        <Icon size={20} />
      </span>
      <div className="session-facts">
        <p className="row session-name" title={userAgent}>
          {name} {isCurrent && <Badge tone="success">{t('settings.sessions.current')}</Badge>}
        </p>
        <p className="muted">
          {`${ip} · ${t('settings.sessions.lastUsed', { at: formatMoment(lastUsedAt) })} · ${t('settings.sessions.signedIn', { at: formatMoment(createdAt) })}`}
        </p>
      </div>
      {!isCurrent && <EndSession id={id} name={name} />}
    </li>
  );
}

function EndSession({ id, name }: { readonly id: string; readonly name: string }) {
  const [endSession, { loading }] = useMutation(END_SESSION, {
    variables: { id },
    // Removes the session from every list in the cache.
    update: (cache) => void cache.evict({ id: cache.identify({ __typename: 'Session', id }) }),
  });
  const end = async (): Promise<void> => {
    try {
      await endSession();
      toast.success(t('settings.sessions.ended'));
    } catch (error) {
      toast.error(t('settings.sessions.endFailed'), { text: readError(error).message ?? t('load.failedText') });
    }
  };
  return (
    <Button size="sm" isBusy={loading} aria-label={t('settings.sessions.endOf', { name })} onClick={() => void end()}>
      {t('settings.sessions.end')}
    </Button>
  );
}

function SignOutEverywhere() {
  const { forget } = useAuth();
  const [endAll, { loading }] = useMutation(END_ALL_SESSIONS);
  const [isConfirming, setConfirming] = useState(false);
  const close = (): void => setConfirming(false);
  const confirm = async (): Promise<void> => {
    try {
      await endAll();
      toast.success(t('settings.sessions.endAllDone'));
      forget();
    } catch (error) {
      close();
      toast.error(t('settings.sessions.endAllFailed'), { text: readError(error).message ?? t('load.failedText') });
    }
  };
  return (
    <>
      <Button onClick={() => setConfirming(true)}>
        <LogOut size={16} aria-hidden="true" />
        {t('settings.sessions.endAll')}
      </Button>
      {isConfirming && (
        <Dialog title={t('settings.sessions.endAll')} onClose={close}>
          <p className="muted">{t('settings.sessions.endAllText')}</p>
          <div className="dialog-foot">
            <Button onClick={close}>{t('common.cancel')}</Button>
            <Button variant="danger" isBusy={loading} onClick={() => void confirm()}>
              {t('settings.sessions.endAll')}
            </Button>
          </div>
        </Dialog>
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
