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

interface SignedIn {
  readonly token: string;
  readonly user: User;
}
/** Without a session when the impersonation had expired. */
type EndedImpersonation = { readonly [K in keyof SignedIn]: SignedIn[K] | null };

/** Button of the red banner. When the impersonation expires, it is ended without a click, once. */
export function EndImpersonation() {
  const { end, isEnding } = useEndImpersonation();
  const hasExpired = useRef(false);
  const expire = useEffectEvent(() => {
    if (!hasExpired.current) void end();
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
      onClick={() => void end()}
    >
      {isEnding ? <Spinner /> : <LogOut size={14} aria-hidden="true" />}
      <span className="end-impersonation-long">{t('admin.impersonation.end')}</span>
      <span className="end-impersonation-short">{t('admin.impersonation.endShort')}</span>
    </button>
  );
}

/** Starts an impersonation: the session of the user replaces that of the super-admin. */
export function useImpersonate() {
  const continueAs = useContinueAs();
  const { run, isPending } = usePending();
  const impersonate = (userId: string): Promise<void> =>
    run('start', async () => {
      try {
        const started = await request<SignedIn>('POST', `/api/admin/impersonate/${encodeURIComponent(userId)}`);
        await continueAs(started, paths.dashboard);
        const text = t('admin.impersonation.startedText', { username: started.user.username });
        toast.success(t('admin.impersonation.started'), { text });
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
  const continueAs = useContinueAs();
  const { run, isPending } = usePending();
  const end = (): Promise<void> =>
    run('end', async () => {
      try {
        // REST, because it accepts an expired impersonation.
        const { token, user } = await request<EndedImpersonation>('POST', '/api/admin/end-impersonation');
        if (token !== null && user) {
          await continueAs({ token, user }, paths.admin);
          toast.success(t('admin.impersonation.ended'), {
            text: t('admin.impersonation.endedText', { username: user.username }),
          });
        } else {
          // It had expired, which opens no session.
          forget();
          toast.info(t('admin.impersonation.ended'), { text: t('admin.impersonation.expiredText') });
        }
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

/** Continues in this browser with another session, on another page. */
function useContinueAs() {
  const navigate = useNavigate();
  const { changeUser } = useAuth();
  return async ({ token, user }: SignedIn, path: string): Promise<void> => {
    storeToken(token);
    changeUser(user);
    await navigate(path);
  };
}
