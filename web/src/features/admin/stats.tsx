import { PLAN_CATALOGUE } from '@kith/proto';
import { Activity, Bot, MessageSquare, Users } from 'lucide-react';
import { formatNumber } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { Figure } from '../../shared/figure.js';
import { Meter, Skeleton } from '../../ui/indicators.js';
import { Section } from '../../ui/section.js';
import type { Stats } from './admin.graphql.js';

interface StatsProps {
  /** Undefined until they are loaded. */
  readonly stats: Stats | undefined;
}

/** Measured values only (docs/decisions.md M9). */
export function StatsCards({ stats }: StatsProps) {
  const format = (value: number | undefined) => (value === undefined ? undefined : formatNumber(value));
  const paying = stats && t('admin.dashboard.paying', { count: stats.users.standard + stats.users.premium });
  return (
    <dl className="columns fours" aria-label={t('admin.dashboard.stats')} aria-busy={stats === undefined || undefined}>
      <Figure icon={Users} label={t('admin.dashboard.totalUsers')} value={format(stats?.users.total)} note={paying} />
      <Figure icon={Bot} label={t('admin.dashboard.totalBots')} value={format(stats?.bots.total)} />
      <Figure
        icon={Activity}
        label={t('admin.dashboard.activeBots')}
        value={format(stats?.bots.active)}
        note={t('admin.dashboard.activeNote')}
      />
      <Figure
        icon={MessageSquare}
        label={t('admin.dashboard.messages')}
        value={format(stats?.messages)}
        note={t('admin.dashboard.messagesNote')}
      />
    </dl>
  );
}

export function StatsPanels({ stats }: StatsProps) {
  if (!stats) return <Skeleton height={220} />;
  const { users, bots, messages, careAnswers } = stats;
  return (
    <div className="columns admin-panels">
      <Section title={t('admin.dashboard.plans')} className="card card-body">
        <Share label={PLAN_CATALOGUE.free.label} count={users.free} of={users.total} />
        <Share label={PLAN_CATALOGUE.basic.label} count={users.standard} of={users.total} />
        <Share label={PLAN_CATALOGUE.premium.label} count={users.premium} of={users.total} />
      </Section>
      <Section title={t('admin.dashboard.companions')} className="card card-body">
        <Share label={t('admin.dashboard.onlineNow')} count={bots.active} of={bots.total} />
        <Share label={t('admin.dashboard.offline')} count={bots.total - bots.active} of={bots.total} />
      </Section>
      <Section title={t('admin.dashboard.averages')} className="card card-body">
        <Average label={t('admin.dashboard.botsPerUser')} sum={bots.total} by={users.total} />
        <Average label={t('admin.dashboard.messagesPerBot')} sum={messages} by={bots.total} />
      </Section>
      <Section title={t('admin.dashboard.care')} lead={t('admin.dashboard.careText')} className="card card-body">
        <p className="row row-between">
          <span>{t('admin.dashboard.careAnswers')}</span>
          <strong>{formatNumber(careAnswers)}</strong>
        </p>
      </Section>
    </div>
  );
}

function Share({ label, count, of }: { readonly label: string; readonly count: number; readonly of: number }) {
  const percent = of === 0 ? 0 : Math.round((count / of) * 100);
  return (
    <div>
      <p className="row row-between">
        <span>{label}</span>
        <span className="muted">{t('admin.dashboard.share', { count: formatNumber(count), percent })}</span>
      </p>
      <Meter value={count} max={of} label={label} />
    </div>
  );
}

/** With one decimal; a dash when the divisor is 0. */
const Average = ({ label, sum, by }: { readonly label: string; readonly sum: number; readonly by: number }) => (
  <p className="row row-between">
    <span>{label}</span>
    <strong>{by === 0 ? '—' : formatNumber(Math.round((sum / by) * 10) / 10)}</strong>
  </p>
);
