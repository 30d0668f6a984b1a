import { memo, useDeferredValue } from 'react';
import { paths } from '../../app/paths.js';
import { t } from '../../lib/i18n.js';
import { BotCard } from './bot-card.js';
import { CardGrid } from './card-grid.js';
import type { DashboardBot } from './dashboard.graphql.js';
import { NoBots } from './no-bots.js';
import { Placeholders } from './placeholders.js';
import { SectionHead } from './section-head.js';

const PLACEHOLDERS = 3;

export const BotList = memo(function BotList({ bots }: { readonly bots: readonly DashboardBot[] | undefined }) {
  // Hundreds of cards are drawn in the background: whoever presses or types meanwhile does not wait for them.
  const shown = useDeferredValue(bots);
  return (
    <section className="bot-section" aria-labelledby="companions">
      <SectionHead id="companions" bots={bots} other={{ to: paths.dashboardClassic, label: t('dashboard.toClassic') }} />
      {shown === undefined && <Placeholders count={PLACEHOLDERS} />}
      {shown?.length === 0 && <NoBots title={t('dashboard.empty')} text={t('dashboard.emptyText')} />}
      {shown && shown.length > 0 && (
        <CardGrid>
          {shown.map((bot) => (
            <BotCard key={bot.id} bot={bot} />
          ))}
        </CardGrid>
      )}
    </section>
  );
});
