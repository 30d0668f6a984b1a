import { useQuery } from '@apollo/client/react';
import { Plus } from 'lucide-react';
import { paths } from '../../app/paths.js';
import { useUser } from '../../lib/auth.js';
import { t } from '../../lib/i18n.js';
import { POLL_MS } from '../../lib/poll.js';
import { ButtonLink } from '../../ui/button.js';
import { LoadError, Stale } from '../../ui/load-error.js';
import { UpgradeGreeting } from '../../ui/upgrade-greeting.js';
import { BotList } from './bot-list.js';
import { DASHBOARD } from './dashboard.graphql.js';
import { PlanPanel } from './plan-panel.js';
import { Tiles } from './tiles.js';
import './dashboard.css';

export function DashboardPage() {
  const { username, subscriptionPlan } = useUser();
  const { data, error, refetch } = useQuery(DASHBOARD, { pollInterval: POLL_MS, fetchPolicy: 'cache-and-network' });
  return (
    <div className="page">
      <title>{`${t('nav.dashboard')} · Kith`}</title>
      <header className="page-head">
        <div>
          <h1>{t('dashboard.welcome', { username })}</h1>
          <p>{t('dashboard.lead')}</p>
        </div>
        <div className="page-actions">
          <ButtonLink to={paths.create} variant="primary">
            <Plus size={18} aria-hidden="true" />
            {t('nav.create')}
          </ButtonLink>
        </div>
      </header>
      <UpgradeGreeting />
      {error && !data ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          {error && <Stale error={error} />}
          <Tiles bots={data?.bots.bots} total={data?.bots.total} usage={data?.usage} />
          <BotList bots={data?.bots.bots} />
          <PlanPanel plan={subscriptionPlan} usage={data?.usage} />
        </>
      )}
    </div>
  );
}
