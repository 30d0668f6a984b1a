import { PLAN_CATALOGUE } from '@kith/proto';
import { Plus } from 'lucide-react';
import { paths } from '../../app/paths.js';
import { useUser } from '../../lib/auth.js';
import { t } from '../../lib/i18n.js';
import { Badge } from '../../ui/badge.js';
import { ButtonLink } from '../../ui/button.js';
import { LoadError, Stale } from '../../ui/load-error.js';
import { ClassicList } from './classic-list.js';
import { ClassicTiles } from './classic-tiles.js';
import { useDashboard } from './use-dashboard.js';
import './dashboard.css';

/** Reading A of the specification (part 1, section 2; decision M7). */
export function ClassicPage() {
  const { username, subscriptionPlan: plan } = useUser();
  const { list, machine, listError, staleError, refresh } = useDashboard();
  const hasFailed = listError !== undefined && list === undefined;
  return (
    <div className="page">
      <title>{`${t('classic.title')} · Kith`}</title>
      <header className="page-head">
        <div className="classic-welcome">
          <h1>{t('dashboard.welcome', { username })}</h1>
          <Badge tone="primary">{PLAN_CATALOGUE[plan].label}</Badge>
        </div>
        <ButtonLink to={paths.create} variant="primary">
          <Plus size={18} aria-hidden="true" />
          {t('nav.create')}
        </ButtonLink>
      </header>
      {staleError && !hasFailed && <Stale error={staleError} />}
      <ClassicTiles list={list} machine={machine} plan={plan} />
      {hasFailed ? <LoadError error={listError} onRetry={refresh} /> : <ClassicList bots={list?.bots} />}
    </div>
  );
}
