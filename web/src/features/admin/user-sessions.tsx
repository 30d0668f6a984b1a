import { useQuery } from '@apollo/client/react';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { formatMoment } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { toast } from '../../lib/toast.js';
import { useUser } from '../../shared/auth.js';
import { useToastMutation } from '../../shared/use-toast-mutation.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/dialog.js';
import { Skeleton } from '../../ui/indicators.js';
import { LoadError } from '../../ui/load-error.js';
import type { Account } from './account-list.js';
import { END_USER_SESSIONS, USER_SESSIONS } from './admin.graphql.js';

/** Where the user is signed in. Administrators do not see the sessions of each other. */
export function UserSessions({ user }: { readonly user: Account }) {
  const own = useUser();
  const isVisible = !user.isAdmin || own.role === 'super_admin' || own.id === user.id;
  return isVisible ? <Sessions user={user} /> : <p className="note">{t('admin.userPage.sessionsHidden')}</p>;
}

function Sessions({ user: { id: userId, username } }: { readonly user: Account }) {
  const [isAsking, setAsking] = useState(false);
  const { data, error, refetch } = useQuery(USER_SESSIONS, { variables: { userId } });
  const end = useToastMutation(END_USER_SESSIONS, {
    refetchQueries: [USER_SESSIONS],
    failed: t('admin.userPage.signOutFailed'),
    done: ({ endUserSessions }) => {
      toast.success(t('admin.userPage.signedOut'), { text: endUserSessions.message });
      setAsking(false);
    },
    onFailed: () => setAsking(false),
  });
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch().catch(() => undefined)} />;
  if (!data) return <Skeleton height={80} />;
  const sessions = data.userSessions;
  if (sessions.length === 0) return <p className="muted">{t('admin.userPage.noSessions')}</p>;
  return (
    <>
      <ul className="divided admin-rows" aria-label={t('admin.userPage.sessions')}>
        {sessions.map(({ id, userAgent, ip, lastUsedAt }) => (
          <li key={id} className="admin-row">
            <p className="truncate" title={userAgent}>
              {userAgent || '—'}
            </p>
            <p className="note">
              {ip} · {t('admin.userPage.lastUsed', { moment: formatMoment(lastUsedAt) })}
            </p>
          </li>
        ))}
      </ul>
      <div>
        <Button icon={LogOut} onClick={() => setAsking(true)}>
          {t('admin.userPage.signOut')}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t('admin.userPage.signOutOf', { username })}
          text={t('admin.userPage.signOutText', { username })}
          confirm={t('admin.userPage.signOut')}
          isBusy={end.isBusy}
          onConfirm={() => void end.send({ userId })}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}
