import { Activity, Bot, MessageSquare, Users, type LucideIcon } from 'lucide-react';
import { formatNumber } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import type { Stats } from './admin.graphql.js';

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
