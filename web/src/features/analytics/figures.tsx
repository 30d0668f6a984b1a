import { Activity, Clock, MessageSquare, Users, type LucideIcon } from 'lucide-react';
import { formatNumber } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import type { BotAnalytics } from './analytics.graphql.js';

/** The four cards: measured values, and no trend, as none is measured (decisions M9, N2). */
export function Figures({ analytics }: { readonly analytics: BotAnalytics }) {
  const { totalMessages, activeUsers, avgResponseTime, uptime } = analytics;
  return (
    <dl className="columns figures">
      <Figure
        icon={MessageSquare}
        label={t('analytics.totalMessages')}
        value={formatNumber(totalMessages)}
        note={t('analytics.last30Days')}
      />
      <Figure
        icon={Users}
        label={t('analytics.activeUsers')}
        value={formatNumber(activeUsers)}
        note={t('analytics.last30Days')}
      />
      <Figure
        icon={Clock}
        label={t('analytics.responseTime')}
        value={t('analytics.seconds', { value: formatNumber(avgResponseTime) })}
        note={t('analytics.last30Days')}
      />
      <Figure
        icon={Activity}
        label={t('analytics.uptime')}
        value={typeof uptime === 'number' ? t('analytics.percent', { value: roundedDown(uptime) }) : '—'}
        note={typeof uptime === 'number' ? t('analytics.last7Days') : t('analytics.unknown')}
      />
    </dl>
  );
}

interface FigureProps {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly value: string;
  readonly note: string;
}

const Figure = ({ icon: Icon, label, value, note }: FigureProps) => (
  <div className="card figure">
    <dt className="figure-label">
      <Icon size={16} aria-hidden="true" />
      {label}
    </dt>
    <dd className="figure-value">
      {value}
      <span className="figure-trend" title={t('analytics.noTrendWhy')}>
        {t('analytics.noTrend')}
      </span>
    </dd>
    <dd className="note">{note}</dd>
  </div>
);

/** 99.96 is not 100: an outage is not rounded away. */
const roundedDown = (percent: number): string => formatNumber(Math.floor(percent * 10) / 10);
