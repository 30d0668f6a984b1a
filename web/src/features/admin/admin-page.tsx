import { useQuery } from '@apollo/client/react';
import { CircleAlert, Coins, UserRoundCog } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { useUser } from '../../shared/auth.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { StaleNotice } from '../../ui/load-error.js';
import { State } from '../../ui/state.js';
import { Tabs } from '../../ui/tabs.js';
import { AdminOnly } from './admin-only.js';
import { ADMIN_STATS } from './admin.graphql.js';
import { AnalyticsTab } from './analytics-tab.js';
import { StatsCards } from './stats-cards.js';
import { UsersTab } from './users-tab.js';
import './admin.css';

const TABS = ['users', 'analytics'] as const;
type Tab = (typeof TABS)[number];

export const AdminPage = () => (
  <AdminOnly allows="admin">
    <title>{`${t('admin.nav.dashboard')} · Kith`}</title>
    <Overview />
  </AdminOnly>
);

function Overview() {
  const { data, error, refetch } = useQuery(ADMIN_STATS);
  const [tab, setTab] = useState<Tab>('users');
  // What fails here shows as the error of the query.
  if (error && !data) return <LoadFailed onRetry={() => void refetch().catch(() => undefined)} />;
  const stats = data?.adminStats;
  return (
    <div className="page">
      <header className="page-head">
        <div>
          <h1>{t('admin.nav.dashboard')}</h1>
          <p>{t('admin.dashboard.lead')}</p>
        </div>
        <SuperAdminLinks />
      </header>
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
    </div>
  );
}

/** Only for the one whom the server lets in there (decision A3). */
function SuperAdminLinks() {
  if (useUser().role !== 'super_admin') return null;
  return (
    <div className="page-actions">
      <ButtonLink to={paths.adminCredits}>
        <Coins size={16} aria-hidden="true" />
        {t('admin.dashboard.manageCredits')}
      </ButtonLink>
      <ButtonLink to={paths.adminImpersonate}>
        <UserRoundCog size={16} aria-hidden="true" />
        {t('admin.dashboard.impersonation')}
      </ButtonLink>
    </div>
  );
}

const LoadFailed = ({ onRetry }: { readonly onRetry: () => void }) => (
  <div className="page-center" role="alert">
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
