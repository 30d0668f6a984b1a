import { Plus, SearchX, Sparkles } from 'lucide-react';
import { memo, useDeferredValue, useEffect, useRef, type ComponentType, type CSSProperties, type ReactNode } from 'react';
import { Link } from 'react-router';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { Badge, Skeleton } from '../../ui/indicators.js';
import { SearchBox } from '../../ui/inputs.js';
import { LoadError } from '../../ui/load-error.js';
import { State } from '../../ui/state.js';
import { BotCard, ClassicCard } from './bot-card.js';
import type { DashboardBot } from './dashboard.graphql.js';
import { useBotSearch } from './use-bot-search.js';
import type { OnShown } from './use-shown-bots.js';

const PLACEHOLDERS = 3;
const CLASSIC_PLACEHOLDERS = 6;

interface BotListProps {
  readonly bots: readonly DashboardBot[] | undefined;
}

interface WatchedListProps extends BotListProps {
  readonly onShown: OnShown;
}

export const BotList = memo(function BotList({ bots, onShown }: WatchedListProps) {
  // Hundreds of cards render in the background, so that clicks and typing stay responsive.
  const shown = useDeferredValue(bots);
  return (
    <section className="bot-section" aria-labelledby="companions">
      <SectionHead id="companions" bots={bots} other={{ to: paths.dashboardClassic, label: t('dashboard.toClassic') }} />
      {shown === undefined && <Placeholders count={PLACEHOLDERS} />}
      {shown?.length === 0 && <NoBots title={t('dashboard.empty')} text={t('dashboard.emptyText')} />}
      {shown && shown.length > 0 && <CardGrid bots={shown} onShown={onShown} Card={BotCard} />}
    </section>
  );
});

/** The list of the classic dashboard, with a search. */
export function ClassicList({ bots, onShown }: WatchedListProps) {
  const { search, setSearch, answer, found, isSearching: isBusy, retry } = useBotSearch(bots);
  const { criteria, error } = answer;
  const isSearching = criteria !== null;
  return (
    <section className="bot-section classic-section" aria-labelledby="companions" aria-busy={isBusy}>
      <SectionHead id="companions" bots={bots} other={{ to: paths.dashboard, label: t('dashboard.toCurrent') }}>
        {bots && bots.length > 0 && (
          <div className="bot-search">
            <SearchBox label={t('classic.search')} value={search} onChange={setSearch} />
          </div>
        )}
      </SectionHead>
      <p className="sr-only" role="status">
        {isSearching && !error && found ? t('classic.found', { count: found.length }) : ''}
      </p>
      {error ? (
        <LoadError error={error} onRetry={retry} />
      ) : (
        <SearchResult bots={found} onShown={onShown} isSearching={isSearching} onClear={() => setSearch('')} />
      )}
    </section>
  );
}

interface SearchResultProps extends WatchedListProps {
  readonly isSearching: boolean;
  readonly onClear: () => void;
}

function SearchResult({ bots, onShown, isSearching, onClear }: SearchResultProps) {
  if (bots === undefined) return <Placeholders count={CLASSIC_PLACEHOLDERS} />;
  if (bots.length > 0) return <CardGrid bots={bots} onShown={onShown} Card={ClassicCard} />;
  if (!isSearching) return <NoBots title={t('classic.empty')} text={t('classic.emptyText')} />;
  return (
    <div className="card">
      <State icon={SearchX} title={t('classic.noMatch')} text={t('classic.noMatchText')} heading="h3">
        <Button onClick={onClear}>{t('classic.clearSearch')}</Button>
      </State>
    </div>
  );
}

interface SectionHeadProps extends BotListProps {
  readonly id: string;
  /** Link to the other dashboard layout. */
  readonly other: { readonly to: string; readonly label: string };
  readonly children?: ReactNode;
}

/** Heading of the list with the numbers of online and offline bots. */
function SectionHead({ id, bots, other, children }: SectionHeadProps) {
  const online = bots?.filter((bot) => bot.status === 'online').length ?? 0;
  return (
    <div className="row bot-section-head">
      <h2 id={id}>{t('dashboard.companions')}</h2>
      {bots && bots.length > 0 && (
        <span className="row">
          <Badge tone="success">{t('dashboard.onlineCount', { count: online })}</Badge>
          <Badge>{t('dashboard.offlineCount', { count: bots.length - online })}</Badge>
        </span>
      )}
      {children}
      <Link className="layout-link" to={other.to}>
        {other.label}
      </Link>
    </div>
  );
}

/** Divisible by 1, 2 and 3, the possible numbers of columns, so that only the last block has an incomplete row. */
const BLOCK = 30;

interface CardGridProps {
  readonly bots: readonly DashboardBot[];
  readonly onShown: OnShown;
  readonly Card: ComponentType<{ readonly bot: DashboardBot }>;
}

/** A grid of cards in blocks: in a long list the browser skips the layout of blocks that are out of sight. */
const CardGrid = memo(function CardGrid({ bots, onShown, Card }: CardGridProps) {
  const blocks = Array.from({ length: Math.ceil(bots.length / BLOCK) }, (_, at) => bots.slice(at * BLOCK, (at + 1) * BLOCK));
  return (
    <div className="stack gap-md results bot-blocks" data-long={blocks.length > 1}>
      {blocks.map((block, at) => (
        <Block key={at} bots={block} onShown={onShown} Card={Card} />
      ))}
    </div>
  );
});

function Block({ bots, onShown, Card }: CardGridProps) {
  const grid = useRef<HTMLDivElement>(null);
  const shown = bots.map(({ id }) => id).join(' ');
  useEffect(() => {
    const { current } = grid;
    if (!current) return undefined;
    const tell = (isOnScreen: boolean): void => onShown(current, isOnScreen ? shown.split(' ') : []);
    const observer = new IntersectionObserver((changes) => tell(changes.at(-1)?.isIntersecting ?? false));
    observer.observe(current);
    return () => {
      observer.disconnect();
      tell(false);
    };
  }, [shown, onShown]);
  return (
    <div ref={grid} className="bot-grid" style={{ '--cards': bots.length } as CSSProperties}>
      {bots.map((bot) => (
        <Card key={bot.id} bot={bot} />
      ))}
    </div>
  );
}

const Placeholders = ({ count }: { readonly count: number }) => (
  <>
    <p className="sr-only" role="status">
      {t('common.loading')}
    </p>
    <div className="bot-grid" aria-hidden="true">
      {Array.from({ length: count }, (_, key) => (
        <div key={key} className="card bot-card" data-testid="bot-placeholder">
          <div className="bot-card-head">
            <Skeleton width={48} height={48} />
            <Skeleton width="50%" height={18} />
          </div>
          <Skeleton height={40} />
          <Skeleton height={40} />
        </div>
      ))}
    </div>
  </>
);

const NoBots = ({ title, text }: { readonly title: string; readonly text: string }) => (
  <div className="card">
    <State icon={Sparkles} title={title} text={text} heading="h3">
      <ButtonLink icon={Plus} to={paths.create} variant="primary">
        {t('dashboard.createFirst')}
      </ButtonLink>
    </State>
  </div>
);
