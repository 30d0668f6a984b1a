import { ShieldX } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { toast } from '../../lib/toast.js';
import { useUser } from '../../shared/auth.js';
import { Page } from '../../ui/page.js';
import { State } from '../../ui/state.js';
import './admin.css';

interface AdminOnlyProps {
  /** Credits, impersonation and the audit log are for the super-admin only (docs/decisions.md A3). */
  readonly allows: 'admin' | 'super_admin';
  readonly children: ReactNode;
}

interface AdminFrameProps extends AdminOnlyProps {
  readonly title: string;
  readonly lead: string;
}

/** Frame of the pages below the admin dashboard. */
export const AdminFrame = ({ allows, title, lead, children }: AdminFrameProps) => (
  <AdminOnly allows={allows}>
    <Page title={title} heading={title} lead={lead} back={{ to: paths.admin, label: t('admin.nav.dashboard') }}>
      {children}
    </Page>
  </AdminOnly>
);

/** Sends everybody else to the start page with an error toast. The server refuses them anyway. */
export function AdminOnly({ allows, children }: AdminOnlyProps) {
  const user = useUser();
  const isAllowed = allows === 'admin' ? user.isAdmin : user.role === 'super_admin';
  const [wasAllowed] = useState(isAllowed);
  if (isAllowed) return children;
  // No error for somebody who has just started an impersonation or given up the admin rights.
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
