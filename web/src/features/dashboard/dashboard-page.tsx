import { Compass, Plus, Settings, Sparkles } from 'lucide-react';
import { paths } from '../../app/paths.js';
import { useUser } from '../../lib/auth.js';
import { t } from '../../lib/i18n.js';
import { useTour } from '../../lib/tour.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { LoadError, Stale } from '../../ui/load-error.js';
import { UpgradeGreeting } from '../../ui/upgrade-greeting.js';
import { BotList } from './bot-list.js';
import { PlanPanel } from './plan-panel.js';
import { Tiles } from './tiles.js';
import { useDashboard, useDashboardUsage } from './use-dashboard.js';
import './dashboard.css';

/** Reading B of the specification (part 1, section 2; decision M7). */
export function DashboardPage() {
  const { username, subscriptionPlan: plan } = useUser();
  const { list, machine, listError, staleError, refresh } = useDashboard();
  const { usage, usageError } = useDashboardUsage();
  const hasFailed = listError !== undefined && list === undefined;
  const partError = staleError ?? usageError;
  return (
    <div className="page">
      <title>{`${t('nav.dashboard')} · Kith`}</title>
      <header className="page-head">
        <div>
          <h1>{t('dashboard.welcome', { username })}</h1>
          <p>{t('dashboard.lead')}</p>
        </div>
        <Actions isUpgradable={plan !== 'premium'} />
      </header>
      <UpgradeGreeting />
      {partError && !hasFailed && <Stale error={partError} />}
      <Tiles list={list} machine={machine} usage={usage} />
      {hasFailed ? <LoadError error={listError} onRetry={refresh} /> : <BotList bots={list?.bots} />}
      <PlanPanel plan={plan} usage={usage} />
    </div>
  );
}

function Actions({ isUpgradable }: { readonly isUpgradable: boolean }) {
  const { start } = useTour();
  return (
    <div className="page-actions">
      <ButtonLink to={paths.create} variant="primary">
        <Plus size={18} aria-hidden="true" />
        {t('nav.create')}
      </ButtonLink>
      <Button onClick={start}>
        <Compass size={17} aria-hidden="true" />
        {t('dashboard.startTour')}
      </Button>
      <ButtonLink to={paths.settings}>
        <Settings size={17} aria-hidden="true" />
        {t('nav.settings')}
      </ButtonLink>
      {isUpgradable && (
        <ButtonLink to={paths.pricing}>
          <Sparkles size={17} aria-hidden="true" />
          {t('dashboard.upgradeNow')}
        </ButtonLink>
      )}
    </div>
  );
}
