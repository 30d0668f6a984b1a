import { PLAN_CATALOGUE, type Plan } from '@kith/proto';
import { Compass, Plus, Settings, Sparkles } from 'lucide-react';
import { formatTime, formatUntil } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { useUser } from '../../shared/auth.js';
import { useTour } from '../../shared/tour-state.js';
import { OpenPaymentBanner } from '../../shared/open-payment.js';
import { UpgradeGreeting } from '../../shared/upgrade.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { Badge, Meter } from '../../ui/indicators.js';
import { LoadError, StaleNotice } from '../../ui/load-error.js';
import { Page } from '../../ui/page.js';
import { BotList, ClassicList } from './bot-list.js';
import type { DashboardUsage } from './dashboard.graphql.js';
import { ClassicTiles, Tiles } from './tiles.js';
import { useDashboard, useDashboardUsage } from './use-dashboard.js';
import './dashboard.css';

/** The current dashboard; docs/specification.md calls it reading B (docs/decisions.md M7). */
export function DashboardPage() {
  const { username, subscriptionPlan: plan } = useUser();
  const { list, onShown, machine, listError, staleError, refresh } = useDashboard();
  const { usage, usageError } = useDashboardUsage();
  const hasFailed = listError !== undefined && list === undefined;
  const partError = staleError ?? usageError;
  return (
    <Page
      title={t('nav.dashboard')}
      heading={t('dashboard.welcome', { username })}
      lead={t('dashboard.lead')}
      actions={<Actions isUpgradable={plan !== 'premium'} />}
    >
      <UpgradeGreeting />
      <OpenPaymentBanner />
      {partError && !hasFailed && <StaleNotice error={partError} />}
      <Tiles list={list} machine={machine} usage={usage} />
      {hasFailed ? <LoadError error={listError} onRetry={refresh} /> : <BotList bots={list?.bots} onShown={onShown} />}
      <PlanPanel plan={plan} usage={usage} />
    </Page>
  );
}

function Actions({ isUpgradable }: { readonly isUpgradable: boolean }) {
  const { start } = useTour();
  return (
    <div className="page-actions">
      <ButtonLink icon={Plus} to={paths.create} variant="primary">
        {t('nav.create')}
      </ButtonLink>
      <Button icon={Compass} onClick={start}>
        {t('dashboard.startTour')}
      </Button>
      <ButtonLink icon={Settings} to={paths.settings}>
        {t('nav.settings')}
      </ButtonLink>
      {isUpgradable && (
        <ButtonLink icon={Sparkles} to={paths.pricing}>
          {t('dashboard.upgradeNow')}
        </ButtonLink>
      )}
    </div>
  );
}

/** The classic dashboard; docs/specification.md calls it reading A (docs/decisions.md M7). */
export function ClassicPage() {
  const { username, subscriptionPlan: plan } = useUser();
  const { list, onShown, machine, listError, staleError, refresh } = useDashboard();
  const hasFailed = listError !== undefined && list === undefined;
  return (
    <Page title={t('classic.title')}>
      <header className="page-head">
        <div className="row">
          <h1>{t('dashboard.welcome', { username })}</h1>
          <Badge tone="primary">{PLAN_CATALOGUE[plan].label}</Badge>
        </div>
        <ButtonLink icon={Plus} to={paths.create} variant="primary">
          {t('nav.create')}
        </ButtonLink>
      </header>
      <OpenPaymentBanner />
      {staleError && !hasFailed && <StaleNotice error={staleError} />}
      <ClassicTiles list={list} machine={machine} plan={plan} />
      {hasFailed ? <LoadError error={listError} onRetry={refresh} /> : <ClassicList bots={list?.bots} onShown={onShown} />}
    </Page>
  );
}

/** The plan and today's usage; premium has no daily limit to show. */
function PlanPanel({ plan, usage }: { readonly plan: Plan; readonly usage: DashboardUsage | undefined }) {
  return (
    <section className="card plan-panel" aria-labelledby="plan">
      <div>
        <h2 id="plan">{t(`dashboard.plan.${plan}`)}</h2>
        <p className="muted">{t(`dashboard.plan.${plan}Text`)}</p>
      </div>
      {plan !== 'premium' && usage && (
        <div className="plan-usage">
          <p className="row row-between small tabular">
            <span>{t('dashboard.dailyMessages')}</span>
            <strong>{t('dashboard.messagesUsed', { used: usage.used, limit: usage.dailyLimit })}</strong>
          </p>
          <Meter value={usage.used} max={usage.dailyLimit} isLimit label={t('dashboard.dailyMessages')} />
          {usage.runsOutAt && <p className="small">{t('usage.runsOut', { time: formatTime(usage.runsOutAt) })}</p>}
          <p className="muted tiny">{t('dashboard.resetsIn', { time: formatUntil(usage.resetsAt, Date.now()) })}</p>
        </div>
      )}
    </section>
  );
}
