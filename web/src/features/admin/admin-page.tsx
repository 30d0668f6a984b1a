import { useQuery } from '@apollo/client/react';
import { CircleAlert, Coins, Trash2, UserCog, UserRoundCog } from 'lucide-react';
import { useId, useState } from 'react';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { useUser } from '../../shared/auth.js';
import { DownloadButton } from '../../shared/download-button.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { StaleNotice } from '../../ui/load-error.js';
import { Page } from '../../ui/page.js';
import { State } from '../../ui/state.js';
import { Tabs } from '../../ui/tabs.js';
import { AccountFinder } from './account-finder.js';
import { AdminOnly } from './admin-frame.js';
import { ADMIN_STATS, type Stats } from './admin.graphql.js';
import { StatsCards, StatsPanels } from './stats.js';

const TABS = ['users', 'analytics'] as const;
type Tab = (typeof TABS)[number];

export const AdminPage = () => (
  <AdminOnly allows="admin">
    <Dashboard />
  </AdminOnly>
);

function Dashboard() {
  const { data, error, refetch } = useQuery(ADMIN_STATS);
  const [tab, setTab] = useState<Tab>('users');
  const title = t('admin.nav.dashboard');
  // A failed refetch appears as the error of the query.
  if (error && !data) return <LoadFailed onRetry={() => void refetch().catch(() => undefined)} />;
  const stats = data?.adminStats;
  return (
    <Page title={title} heading={title} lead={t('admin.dashboard.lead')} actions={<SuperAdminLinks />}>
      {error && <StaleNotice error={error} />}
      <StatsCards stats={stats} />
      <Tabs
        label={t('admin.dashboard.tabs')}
        tabs={TABS.map((key) => ({ key, label: t(`admin.dashboard.tab.${key}`) }))}
        active={tab}
        onChange={setTab}
      >
        {tab === 'users' ? <UsersTab /> : <AnalyticsTab stats={stats} />}
      </Tabs>
    </Page>
  );
}

function SuperAdminLinks() {
  if (useUser().role !== 'super_admin') return null;
  return (
    <div className="page-actions">
      <ButtonLink icon={Coins} to={paths.adminCredits}>
        {t('admin.dashboard.manageCredits')}
      </ButtonLink>
      <ButtonLink icon={UserRoundCog} to={paths.adminImpersonate}>
        {t('admin.nav.impersonate')}
      </ButtonLink>
    </div>
  );
}

const LoadFailed = ({ onRetry }: { readonly onRetry: () => void }) => (
  <div className="page-center" role="alert">
    <title>{`${t('admin.nav.dashboard')} · Kith`}</title>
    <State
      icon={CircleAlert}
      tone="danger"
      heading="h1"
      title={t('admin.dashboard.failed')}
      text={t('admin.dashboard.failedText')}
    >
      <ButtonLink to={paths.dashboard} variant="primary">
        {t('admin.dashboard.return')}
      </ButtonLink>
      <Button onClick={onRetry}>{t('common.tryAgain')}</Button>
    </State>
  </div>
);

/** All users, read-only; changes are made on the user management page. */
function UsersTab() {
  const id = useId();
  return (
    <div className="stack">
      <div className="page-actions">
        <ButtonLink icon={UserCog} to={paths.adminUsers} variant="primary">
          {t('admin.dashboard.manageUsers')}
        </ButtonLink>
        <DownloadButton path="/api/admin/export/users.csv" fileName="users.csv" label={t('admin.dashboard.exportUsers')} />
        <Button icon={Trash2} disabled title={t('admin.dashboard.deleteSelectedWhy')} aria-describedby={id}>
          {t('admin.dashboard.deleteSelected')}
        </Button>
      </div>
      <p id={id} className="note">
        {t('admin.dashboard.deleteSelectedWhy')}
      </p>
      <AccountFinder label={t('admin.users')} failed={t('admin.management.allFailed')} />
    </div>
  );
}

const AnalyticsTab = ({ stats }: { readonly stats: Stats | undefined }) => (
  <div className="stack">
    <StatsPanels stats={stats} />
    <div className="row">
      <DownloadButton path="/api/admin/export/analytics.csv" fileName="analytics.csv" label={t('admin.dashboard.report')} />
      <p className="muted">{t('admin.dashboard.reportText')}</p>
    </div>
  </div>
);
