import { useMutation, useQuery } from '@apollo/client/react';
import { Monitor, Smartphone } from 'lucide-react';
import { formatMoment } from '../../lib/format.js';
import { readError } from '../../lib/graphql-error.js';
import { t } from '../../lib/i18n.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { LoadError } from '../../ui/load-error.js';
import { Skeleton } from '../../ui/skeleton.js';
import { toast } from '../../ui/toast.js';
import { deviceName, isHandheld } from './device-name.js';
import { Section } from './section.js';
import { END_SESSION, SESSIONS, type SessionRow } from './settings.graphql.js';
import { SignOutEverywhere } from './sign-out-everywhere.js';

const PLACEHOLDERS = [1, 2];

/** Where the user is signed in, each to be ended, or all at once (decision A15). */
export function Sessions() {
  const { data, error, refetch } = useQuery(SESSIONS, { fetchPolicy: 'cache-and-network' });
  return (
    <Section title={t('settings.sessions.heading')} lead={t('settings.sessions.lead')}>
      {error && !data ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <ul className="session-list">
          {data
            ? data.sessions.map((session) => <Session key={session.id} session={session} />)
            : PLACEHOLDERS.map((key) => (
                <li key={key} className="session" aria-hidden="true">
                  <Skeleton height={44} />
                </li>
              ))}
        </ul>
      )}
      <div className="setting-actions">
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
      <span className="session-icon" aria-hidden="true">
        <Icon size={20} />
      </span>
      <div className="session-facts">
        <p className="session-name" title={userAgent}>
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
    refetchQueries: ['Sessions'],
    awaitRefetchQueries: true,
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
