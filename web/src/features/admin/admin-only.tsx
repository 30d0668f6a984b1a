import { ShieldX } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { toast } from '../../lib/toast.js';
import { useUser } from '../../shared/auth.js';
import { State } from '../../ui/state.js';

interface AdminOnlyProps {
  /** Credits, impersonation and the audit log are the super-admin's alone (decision A3). */
  readonly allows: 'admin' | 'super_admin';
  readonly children: ReactNode;
}

/** Leads everybody else away with the words of the specification (part 2, section 6). The server refuses them anyway. */
export function AdminOnly({ allows, children }: AdminOnlyProps) {
  const user = useUser();
  const isAllowed = allows === 'admin' ? user.isAdmin : user.role === 'super_admin';
  const [wasAllowed] = useState(isAllowed);
  if (isAllowed) return children;
  // Whoever has just begun to act as a user, or has given up the right, is no intruder.
  if (wasAllowed || user.impersonatedBy) return <Navigate to={paths.dashboard} replace />;
  return <Denied text={t(allows === 'admin' ? 'admin.adminsOnly' : 'admin.notPermitted')} />;
}

function Denied({ text }: { readonly text: string }) {
  const navigate = useNavigate();
  useEffect(() => {
    toast.error(t('admin.accessDenied'), { text });
    void navigate(paths.landing, { replace: true });
  }, [navigate, text]);
  return (
    <div className="page-center">
      <State icon={ShieldX} tone="danger" heading="h1" title={t('admin.accessDenied')} text={text} />
    </div>
  );
}
