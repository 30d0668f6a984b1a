import { useQuery } from '@apollo/client/react';
import {
  Activity,
  Bot,
  CircleAlert,
  Coins,
  Download,
  type LucideIcon,
  MessageSquare,
  Trash2,
  UserCog,
  UserRoundCog,
  Users,
} from 'lucide-react';
import { useId, useState } from 'react';
import { formatNumber } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { useUser } from '../../shared/auth.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { StaleNotice } from '../../ui/load-error.js';
import { State } from '../../ui/state.js';
import { Tabs } from '../../ui/tabs.js';
import { AccountFinder, useAccounts } from './account-finder.js';
import { AdminOnly } from './admin-only.js';
import { ADMIN_STATS, type Stats } from './admin.graphql.js';
import { AnalyticsTab } from './analytics-tab.js';
import { useDownload } from './use-download.js';
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

/** Everybody at a glance; what changes an account lies on a page of its own. */
export function UsersTab() {
  const id = useId();
  const accounts = useAccounts();
  const { download, isBusy } = useDownload('/api/admin/export/users.csv', 'users.csv');
  return (
    <div className="stack">
      <div className="page-actions">
        <ButtonLink to={paths.adminUsers} variant="primary">
          <UserCog size={16} aria-hidden="true" />
          {t('admin.dashboard.manageUsers')}
        </ButtonLink>
        <Button isBusy={isBusy} onClick={download}>
          {!isBusy && <Download size={16} aria-hidden="true" />}
          {t('admin.dashboard.exportUsers')}
        </Button>
        <Button disabled title={t('admin.dashboard.deleteSelectedWhy')} aria-describedby={id}>
          <Trash2 size={16} aria-hidden="true" />
          {t('admin.dashboard.deleteSelected')}
        </Button>
      </div>
      <p id={id} className="note">
        {t('admin.dashboard.deleteSelectedWhy')}
      </p>
      <AccountFinder label={t('admin.users')} accounts={accounts} failed={t('admin.management.allFailed')} />
    </div>
  );
}

/** Measured values only (decision M9); what is not known yet is a dash. */
export function StatsCards({ stats }: { readonly stats: Stats | undefined }) {
  const paying = stats && stats.users.standard + stats.users.premium;
  return (
    <dl className="columns admin-figures" aria-label={t('admin.dashboard.stats')} aria-busy={stats === undefined || undefined}>
      <StatCard
        icon={Users}
        label={t('admin.dashboard.totalUsers')}
        value={stats?.users.total}
        note={paying === undefined ? undefined : t('admin.dashboard.paying', { count: paying })}
      />
      <StatCard icon={Bot} label={t('admin.dashboard.totalBots')} value={stats?.bots.total} />
      <StatCard
        icon={Activity}
        label={t('admin.dashboard.activeBots')}
        value={stats?.bots.active}
        note={t('admin.dashboard.activeNote')}
      />
      <StatCard
        icon={MessageSquare}
        label={t('admin.dashboard.messages')}
        value={stats?.messages}
        note={t('admin.dashboard.messagesNote')}
      />
    </dl>
  );
}

interface StatCardProps {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly value: number | undefined;
  readonly note?: string | undefined;
}

const StatCard = ({ icon: Icon, label, value, note }: StatCardProps) => (
  <div className="card figure">
    <dt className="figure-label">
      <Icon size={16} aria-hidden="true" />
      {label}
    </dt>
    <dd className="figure-value">{value === undefined ? '—' : formatNumber(value)}</dd>
    {note !== undefined && <dd className="note">{note}</dd>}
  </div>
);
