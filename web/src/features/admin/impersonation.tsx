import type { User } from '@kith/proto';
import { LogOut } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate } from 'react-router';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { request, RequestError } from '../../lib/request.js';
import { onSessionEnd, storeToken } from '../../lib/session.js';
import { toast } from '../../lib/toast.js';
import { usePending } from '../../lib/use-pending.js';
import { useAuth } from '../../shared/auth.js';
import { Spinner } from '../../ui/indicators.js';
import './impersonation.css';

/** The way back to the super-admin, for the red banner. When the 30 minutes are over it is taken by itself, once. */
export function EndImpersonation() {
  const { end, isEnding } = useEndImpersonation();
  const hasExpired = useRef(false);
  const expire = useEffectEvent(() => {
    if (!hasExpired.current) void end(true);
    hasExpired.current = true;
  });
  useEffect(() => onSessionEnd(() => expire()), []);
  return (
    <button
      type="button"
      className="end-impersonation"
      aria-label={t('admin.impersonation.end')}
      disabled={isEnding}
      aria-busy={isEnding || undefined}
      onClick={() => void end(hasExpired.current)}
    >
      {isEnding ? <Spinner /> : <LogOut size={14} aria-hidden="true" />}
      <span className="end-impersonation-long">{t('admin.impersonation.end')}</span>
      <span className="end-impersonation-short">{t('admin.impersonation.endShort')}</span>
    </button>
  );
}

interface Acting {
  readonly message: string;
  readonly token: string;
  readonly user: User;
}

/** Begins to act as a user: their session takes the place of the super-admin's (specification 2, section 4). */
export function useImpersonate() {
  const navigate = useNavigate();
  const { changeUser } = useAuth();
  const { run, isPending } = usePending();
  const impersonate = (userId: string): Promise<void> =>
    run('start', async () => {
      try {
        const { token, user } = await request<Acting>('POST', `/api/admin/impersonate/${encodeURIComponent(userId)}`);
        storeToken(token);
        changeUser(user);
        await navigate(paths.dashboard);
        toast.success(t('admin.impersonation.started'), {
          text: t('admin.impersonation.startedText', { username: user.username }),
        });
      } catch (error) {
        if (codeOf(error) === 'CANNOT_IMPERSONATE') refuseAdmin();
        else toast.error(t('admin.impersonation.failed'), { text: reasonOf(error) ?? t('admin.somethingWrong') });
      }
    });
  return { impersonate, isStarting: isPending('start') };
}

export const refuseAdmin = (): void =>
  toast.error(t('admin.impersonation.cannot'), { text: t('admin.impersonation.cannotText') });

/** Ends it and becomes the super-admin again; over REST, which takes the session also when its time is over. */
export function useEndImpersonation() {
  const navigate = useNavigate();
  const { changeUser, forget } = useAuth();
  const { run, isPending } = usePending();
  const end = (isExpired: boolean): Promise<void> =>
    run('end', async () => {
      try {
        const { token, user } = await request<Acting>('POST', '/api/admin/end-impersonation');
        storeToken(token);
        changeUser(user);
        await navigate(paths.admin);
        toast.success(t('admin.impersonation.ended'), {
          text: t(isExpired ? 'admin.impersonation.expiredText' : 'admin.impersonation.endedText', { username: user.username }),
        });
      } catch (error) {
        const reason = reasonOf(error);
        toast.error(t('admin.impersonation.endFailed'), {
          text: reason ? t('admin.impersonation.endFailedReason', { reason }) : t('admin.impersonation.endFailedText'),
        });
        // Neither session is there any more: only a new sign-in leads on.
        if (codeOf(error) === 'UNAUTHENTICATED') forget();
      }
    });
  return { end, isEnding: isPending('end') };
}

const codeOf = (error: unknown): string | undefined => (error instanceof RequestError ? error.code : undefined);
const reasonOf = (error: unknown): string | undefined => (error instanceof RequestError ? error.reason : undefined);
