import type { Plan } from '@kith/proto';
import { formatUntil } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { Meter } from '../../ui/meter.js';
import type { DashboardUsage } from './dashboard.graphql.js';

/** What the plan gives, and how much of the day is used; premium has no limit to show (section 2, reading B). */
export function PlanPanel({ plan, usage }: { readonly plan: Plan; readonly usage: DashboardUsage | undefined }) {
  return (
    <section className="card plan-panel" aria-labelledby="plan">
      <div>
        <h2 id="plan">{t(`dashboard.plan.${plan}`)}</h2>
        <p className="muted">{t(`dashboard.plan.${plan}Text`)}</p>
      </div>
      {plan !== 'premium' && usage && (
        <div className="plan-usage">
          <p className="plan-usage-line">
            <span>{t('dashboard.dailyMessages')}</span>
            <strong>{t('dashboard.messagesUsed', { used: usage.used, limit: usage.dailyLimit })}</strong>
          </p>
          <Meter value={usage.used} max={usage.dailyLimit} isLimit label={t('dashboard.dailyMessages')} />
          <p className="plan-usage-note">{t('dashboard.resetsIn', { time: formatUntil(usage.resetsAt, Date.now()) })}</p>
        </div>
      )}
    </section>
  );
}
