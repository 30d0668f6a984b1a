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

/** Button of the red banner. When the impersonation expires, it is ended without a click, once. */
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

/** Starts an impersonation: the session of the user replaces that of the super-admin. */
export function useImpersonate() {
  const switchSession = useSwitchSession();
  const { run, isPending } = usePending();
  const impersonate = (userId: string): Promise<void> =>
    run('start', async () => {
      try {
        const { username } = await switchSession(`/api/admin/impersonate/${encodeURIComponent(userId)}`, paths.dashboard);
        toast.success(t('admin.impersonation.started'), { text: t('admin.impersonation.startedText', { username }) });
      } catch (error) {
        const { code, reason } = error instanceof RequestError ? error : {};
        if (code === 'CANNOT_IMPERSONATE') showCannotImpersonate();
        else toast.error(t('admin.impersonation.failed'), { text: reason ?? t('admin.somethingWrong') });
      }
    });
  return { impersonate, isStarting: isPending('start') };
}

export const showCannotImpersonate = (): void =>
  toast.error(t('admin.impersonation.cannot'), { text: t('admin.impersonation.cannotText') });

function useEndImpersonation() {
  const { forget } = useAuth();
  const switchSession = useSwitchSession();
  const { run, isPending } = usePending();
  const end = (isExpired: boolean): Promise<void> =>
    run('end', async () => {
      try {
        const { username } = await switchSession('/api/admin/end-impersonation', paths.admin);
        const text = t(isExpired ? 'admin.impersonation.expiredText' : 'admin.impersonation.endedText', { username });
        toast.success(t('admin.impersonation.ended'), { text });
      } catch (error) {
        const { code, reason } = error instanceof RequestError ? error : {};
        toast.error(t('admin.impersonation.endFailed'), {
          text: reason ? t('admin.impersonation.endFailedReason', { reason }) : t('admin.impersonation.endFailedText'),
        });
        // The super-admin's own session has ended too: a new sign-in is needed.
        if (code === 'UNAUTHENTICATED') forget();
      }
    });
  return { end, isEnding: isPending('end') };
}

/** Continues with the session that the call returns, on another page. Uses REST because it accepts an expired impersonation. */
function useSwitchSession() {
  const navigate = useNavigate();
  const { changeUser } = useAuth();
  return async (call: string, path: string): Promise<User> => {
    const { token, user } = await request<{ readonly token: string; readonly user: User }>('POST', call);
    storeToken(token);
    changeUser(user);
    await navigate(path);
    return user;
  };
}
