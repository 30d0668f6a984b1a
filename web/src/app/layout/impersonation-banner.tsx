import { EndImpersonation } from '../../features/admin/end-impersonation.js';
import { useUser } from '../../lib/auth.js';
import { t } from '../../lib/i18n.js';
import './impersonation.css';

/** While a super-admin acts as somebody else, every page says so (decision A5). */
export function ImpersonationBanner() {
  const { username, impersonatedBy } = useUser();
  if (!impersonatedBy) return null;
  return (
    <div className="impersonation">
      <span role="status">{t('nav.impersonating', { username, admin: impersonatedBy.username })}</span>
      <EndImpersonation />
    </div>
  );
}
