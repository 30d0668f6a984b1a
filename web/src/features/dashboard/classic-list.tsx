import { SearchX } from 'lucide-react';
import { memo, useDeferredValue, useState } from 'react';
import { paths } from '../../app/paths.js';
import { t } from '../../lib/i18n.js';
import { Button } from '../../ui/button.js';
import { SearchBox } from '../../ui/search-box.js';
import { State } from '../../ui/state.js';
import { CardGrid } from './card-grid.js';
import { ClassicCard } from './classic-card.js';
import type { DashboardBot } from './dashboard.graphql.js';
import { NoBots } from './no-bots.js';
import { Placeholders } from './placeholders.js';
import { SectionHead } from './section-head.js';

const PLACEHOLDERS = 6;

export function ClassicList({ bots }: { readonly bots: readonly DashboardBot[] | undefined }) {
  const [search, setSearch] = useState('');
  // The letters come first, the cards after them.
  const wanted = useDeferredValue(search);
  const listed = useDeferredValue(bots);
  const found = listed && matching(listed, wanted);
  return (
    <section className="bot-section classic-section" aria-labelledby="companions">
      <SectionHead id="companions" bots={bots} other={{ to: paths.dashboard, label: t('dashboard.toCurrent') }}>
        {bots && bots.length > 0 && (
          <div className="bot-search">
            <SearchBox label={t('classic.search')} value={search} onChange={setSearch} />
          </div>
        )}
      </SectionHead>
      <p className="sr-only" role="status">
        {found && wanted.trim() !== '' ? t('classic.found', { count: found.length }) : ''}
      </p>
      {listed === undefined && <Placeholders count={PLACEHOLDERS} />}
      {listed?.length === 0 && <NoBots title={t('classic.empty')} text={t('classic.emptyText')} />}
      {listed && listed.length > 0 && found?.length === 0 && <NoMatch onClear={() => setSearch('')} />}
      {found && found.length > 0 && <Cards bots={found} />}
    </section>
  );
}

const matching = (bots: readonly DashboardBot[], search: string): readonly DashboardBot[] => {
  const words = search.trim().toLowerCase();
  return words === '' ? bots : bots.filter(({ name }) => name.toLowerCase().includes(words));
};

const Cards = memo(function Cards({ bots }: { readonly bots: readonly DashboardBot[] }) {
  return (
    <CardGrid>
      {bots.map((bot) => (
        <ClassicCard key={bot.id} bot={bot} />
      ))}
    </CardGrid>
  );
});

const NoMatch = ({ onClear }: { readonly onClear: () => void }) => (
  <div className="card">
    <State icon={SearchX} title={t('classic.noMatch')} text={t('classic.noMatchText')} heading="h3">
      <Button onClick={onClear}>{t('classic.clearSearch')}</Button>
    </State>
  </div>
);
