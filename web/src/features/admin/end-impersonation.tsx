import { LogOut } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { t } from '../../lib/i18n.js';
import { onSessionEnd } from '../../lib/session.js';
import { Spinner } from '../../ui/indicators.js';
import { useEndImpersonation } from './use-impersonation.js';
import './end-impersonation.css';

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
