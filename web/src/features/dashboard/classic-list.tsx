import { SearchX } from 'lucide-react';
import { memo } from 'react';
import { paths } from '../../app/paths.js';
import { t } from '../../lib/i18n.js';
import { Button } from '../../ui/button.js';
import { LoadError } from '../../ui/load-error.js';
import { SearchBox } from '../../ui/search-box.js';
import { State } from '../../ui/state.js';
import { CardGrid } from './card-grid.js';
import { ClassicCard } from './classic-card.js';
import type { DashboardBot } from './dashboard.graphql.js';
import { NoBots } from './no-bots.js';
import { Placeholders } from './placeholders.js';
import { SectionHead } from './section-head.js';
import { useBotSearch } from './use-bot-search.js';

const PLACEHOLDERS = 6;

export function ClassicList({ bots }: { readonly bots: readonly DashboardBot[] | undefined }) {
  const { search, setSearch, answer, found, isAsking, again } = useBotSearch(bots);
  const { question, error } = answer;
  const isSought = question !== null;
  return (
    <section className="bot-section classic-section" aria-labelledby="companions" aria-busy={isAsking}>
      <SectionHead id="companions" bots={bots} other={{ to: paths.dashboard, label: t('dashboard.toCurrent') }}>
        {bots && bots.length > 0 && (
          <div className="bot-search">
            <SearchBox label={t('classic.search')} value={search} onChange={setSearch} />
          </div>
        )}
      </SectionHead>
      <p className="sr-only" role="status">
        {isSought && !error && found ? t('classic.found', { count: found.length }) : ''}
      </p>
      {error ? (
        <LoadError error={error} onRetry={again} />
      ) : (
        <Found bots={found} isSought={isSought} onClear={() => setSearch('')} />
      )}
    </section>
  );
}

interface FoundProps {
  readonly bots: readonly DashboardBot[] | undefined;
  readonly isSought: boolean;
  readonly onClear: () => void;
}

function Found({ bots, isSought, onClear }: FoundProps) {
  if (bots === undefined) return <Placeholders count={PLACEHOLDERS} />;
  if (bots.length > 0) return <Cards bots={bots} />;
  return isSought ? <NoMatch onClear={onClear} /> : <NoBots title={t('classic.empty')} text={t('classic.emptyText')} />;
}

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
