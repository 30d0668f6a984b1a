import { Plus, Sparkles } from 'lucide-react';
import { paths } from '../../app/paths.js';
import { t } from '../../lib/i18n.js';
import { Badge } from '../../ui/badge.js';
import { ButtonLink } from '../../ui/button.js';
import { Skeleton } from '../../ui/skeleton.js';
import { State } from '../../ui/state.js';
import { BotCard } from './bot-card.js';
import type { DashboardBot } from './dashboard.graphql.js';

const PLACEHOLDERS = [1, 2, 3];

export function BotList({ bots }: { readonly bots: readonly DashboardBot[] | undefined }) {
  const online = bots?.filter((bot) => bot.status === 'online').length ?? 0;
  return (
    <section className="bot-section" aria-labelledby="companions">
      <div className="bot-section-head">
        <h2 id="companions">{t('dashboard.companions')}</h2>
        {bots && bots.length > 0 && (
          <>
            <Badge tone="success">{t('dashboard.onlineCount', { count: online })}</Badge>
            <Badge>{t('dashboard.offlineCount', { count: bots.length - online })}</Badge>
          </>
        )}
      </div>
      {bots?.length === 0 ? (
        <NoBots />
      ) : (
        <div className="bot-grid">{bots ? bots.map((bot) => <BotCard key={bot.id} bot={bot} />) : <Placeholders />}</div>
      )}
    </section>
  );
}

const NoBots = () => (
  <div className="card">
    <State icon={Sparkles} title={t('dashboard.empty')} text={t('dashboard.emptyText')} heading="h2">
      <ButtonLink to={paths.create} variant="primary">
        <Plus size={18} aria-hidden="true" />
        {t('dashboard.createFirst')}
      </ButtonLink>
    </State>
  </div>
);

const Placeholders = () =>
  PLACEHOLDERS.map((key) => (
    <div key={key} className="card bot-card" data-testid="bot-placeholder" aria-hidden="true">
      <Skeleton width={48} height={48} />
      <Skeleton width="60%" height={18} />
      <Skeleton height={40} />
      <Skeleton height={40} />
    </div>
  ));
