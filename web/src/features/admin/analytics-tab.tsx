import { PLAN_CATALOGUE } from '@kith/proto';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatNumber } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { Button } from '../../ui/button.js';
import { Meter, Skeleton } from '../../ui/indicators.js';
import type { Stats } from './admin.graphql.js';
import { useDownload } from './use-download.js';

export function AnalyticsTab({ stats }: { readonly stats: Stats | undefined }) {
  const { download, isBusy } = useDownload('/api/admin/export/analytics.csv', 'analytics.csv');
  return (
    <div className="stack">
      {stats ? <Panels stats={stats} /> : <Skeleton height={220} />}
      <div className="report">
        <Button isBusy={isBusy} onClick={download}>
          {!isBusy && <Download size={16} aria-hidden="true" />}
          {t('admin.dashboard.report')}
        </Button>
        <p className="muted">{t('admin.dashboard.reportText')}</p>
      </div>
    </div>
  );
}

function Panels({ stats: { users, bots, messages } }: { readonly stats: Stats }) {
  return (
    <div className="columns platform-panels">
      <Panel title={t('admin.dashboard.plans')}>
        <Share label={PLAN_CATALOGUE.free.label} count={users.free} of={users.total} />
        <Share label={PLAN_CATALOGUE.basic.label} count={users.standard} of={users.total} />
        <Share label={PLAN_CATALOGUE.premium.label} count={users.premium} of={users.total} />
      </Panel>
      <Panel title={t('admin.dashboard.companions')}>
        <Share label={t('admin.dashboard.onlineNow')} count={bots.active} of={bots.total} />
        <Share label={t('admin.dashboard.offline')} count={bots.total - bots.active} of={bots.total} />
      </Panel>
      <Panel title={t('admin.dashboard.averages')}>
        <Average label={t('admin.dashboard.botsPerUser')} sum={bots.total} by={users.total} />
        <Average label={t('admin.dashboard.messagesPerBot')} sum={messages} by={bots.total} />
      </Panel>
    </div>
  );
}

const Panel = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className="card card-body platform-panel">
    <h2>{title}</h2>
    {children}
  </section>
);

function Share({ label, count, of }: { readonly label: string; readonly count: number; readonly of: number }) {
  const percent = of === 0 ? 0 : Math.round((count / of) * 100);
  return (
    <div className="platform-row">
      <p className="platform-line">
        <span>{label}</span>
        <span className="muted">{t('admin.dashboard.share', { count: formatNumber(count), percent })}</span>
      </p>
      <Meter value={count} max={of} label={label} />
    </div>
  );
}

/** One decimal; a dash where there is nothing to divide by. */
const Average = ({ label, sum, by }: { readonly label: string; readonly sum: number; readonly by: number }) => (
  <p className="platform-line">
    <span>{label}</span>
    <strong>{by === 0 ? '—' : formatNumber(Math.round((sum / by) * 10) / 10)}</strong>
  </p>
);
