import { KNOWLEDGE_TYPES } from '@kith/proto';
import { Lightbulb, Plus, SearchX } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { t } from '../../lib/i18n.js';
import { readError } from '../../lib/read-error.js';
import type { Counted } from '../../lib/search.js';
import { readItem, writeItem } from '../../lib/storage.js';
import { usePending } from '../../lib/use-pending.js';
import { Button } from '../../ui/button.js';
import { Badge, Spinner } from '../../ui/indicators.js';
import { Chips, SearchBox, Select } from '../../ui/inputs.js';
import { LoadError } from '../../ui/load-error.js';
import { Notice, State } from '../../ui/state.js';
import type { Point } from './brain-space.js';
import { ErrorNotice } from './knowledge-form.js';
import { KnowledgeList, PAGE_SIZE } from './knowledge-list.js';
import { STATUS_TONES } from './knowledge-values.js';
import type { KnowledgeItem } from './knowledge.graphql.js';
import { type Filter, useFilter } from './use-filter.js';
import { useSaveKnowledge } from './use-save-knowledge.js';

// A chunk of its own, because of the force layout.
const BrainView = lazy(async () => ({ default: (await import('./brain-view.js')).BrainView }));
/** More would neither fit nor move smoothly. */
const MAX_NODES = 300;

interface KnowledgeBoardProps {
  readonly botId: string;
  readonly items: readonly KnowledgeItem[];
  /** Grows with each item that was saved on this page. */
  readonly edits: number;
  readonly isReadOnly: boolean;
  readonly onOpen: (item: KnowledgeItem) => void;
  readonly onAdd: () => void;
}

/** The knowledge of a bot as a brain or as a list. */
export function KnowledgeBoard({ botId, items, edits, isReadOnly, onOpen, onAdd }: KnowledgeBoardProps) {
  const [view, setView] = useSavedView();
  const [turnedTo, turnTo] = useState(0);
  const lookedAt = view === 'brain' ? MAX_NODES : turnedTo + PAGE_SIZE;
  const { filter, tags, shown, sought, counted, isNarrowed, error, isAsking, again, change, showAll } = useFilter({
    botId,
    items,
    lookedAt,
    edits,
  });
  const narrow = (changes: Partial<Filter>): void => {
    turnTo(0);
    change(changes);
  };
  const hasShown = error === undefined && shown.length > 0;
  const { move, retry, isRetrying, problem } = useBoardChanges(botId);
  if (items.length === 0) {
    return (
      <div className="card">
        <State icon={Lightbulb} title={t('knowledge.empty')} text={t('knowledge.emptyText')}>
          <Button icon={Plus} onClick={onAdd}>
            {t('knowledge.addFirst')}
          </Button>
        </State>
      </div>
    );
  }
  return (
    <>
      <KnowledgeBar view={view} onView={setView} filter={filter} tags={tags} onFilter={narrow}>
        <FoundCount counted={isNarrowed && error === undefined ? counted : null} words={sought} isAsking={isAsking} />
      </KnowledgeBar>
      <ErrorNotice>{problem}</ErrorNotice>
      {error !== undefined && (
        <div className="card">
          <LoadError error={error} onRetry={again} />
        </div>
      )}
      {error === undefined && shown.length === 0 && <NoMatch onShowAll={showAll} />}
      {hasShown && view === 'brain' && (
        <Brain items={shown} counted={counted} mayMove={!isReadOnly} onOpen={onOpen} onMove={move} onView={setView} />
      )}
      {hasShown && view === 'list' && (
        <KnowledgeList
          items={shown}
          counted={counted}
          turnedTo={turnedTo}
          onTurn={turnTo}
          onOpen={onOpen}
          onRetry={isReadOnly ? undefined : retry}
          isRetrying={isRetrying}
        />
      )}
    </>
  );
}

const NoMatch = ({ onShowAll }: { readonly onShowAll: () => void }) => (
  <div className="card">
    <State icon={SearchX} title={t('knowledge.noMatch')} text={t('knowledge.noMatchText')}>
      <Button onClick={onShowAll}>{t('knowledge.showAll')}</Button>
    </State>
  </div>
);

interface FoundProps {
  /** Null while nothing is filtered. */
  readonly counted: Counted | null;
  readonly words: string;
  readonly isAsking: boolean;
}

/** Number of items found. The key makes screen readers announce an unchanged number for another search. */
const FoundCount = ({ counted, words, isAsking }: FoundProps) => (
  <p className="knowledge-found muted">
    {isAsking && <Spinner />}
    <span role="status">
      {counted !== null && (
        <span key={words}>
          {counted.isMoreThanTotal
            ? t('knowledge.foundMore', { count: counted.total })
            : t('knowledge.found', { count: counted.total })}
        </span>
      )}
    </span>
  </p>
);

interface BrainProps {
  /** The first ones, of `counted`. */
  readonly items: readonly KnowledgeItem[];
  readonly counted: Counted;
  readonly mayMove: boolean;
  readonly onOpen: (item: KnowledgeItem) => void;
  readonly onMove: (item: KnowledgeItem, to: Point) => void;
  readonly onView: (view: KnowledgeView) => void;
}

function Brain({ items, counted, mayMove, onOpen, onMove, onView }: BrainProps) {
  const ids = items.map(({ id, status, title, position: { x, y } }) => `${id} ${status} ${x} ${y} ${title}`).join('\n');
  // The same array while nothing about the nodes has changed, because setting them costs a frame.
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- `ids` contains all that is drawn
  const nodes = useMemo(() => items.slice(0, MAX_NODES), [ids]);
  const isComplete = !counted.isMoreThanTotal && counted.total === items.length;
  const failed = isComplete ? items.filter(({ status }) => status === 'failed').length : 0;
  return (
    <>
      <Suspense
        fallback={
          <div className="card brain-card brain-waiting" role="status">
            <Spinner />
            {t('knowledge.brain.loading')}
          </div>
        }
      >
        <BrainView items={nodes} mayMove={mayMove} onOpen={onOpen} onMove={onMove}>
          {isComplete && <StatusCounts items={items} />}
        </BrainView>
      </Suspense>
      {items.length > MAX_NODES && (
        <Notice tone="info">
          {t(counted.isMoreThanTotal ? 'knowledge.brain.someOfMore' : 'knowledge.brain.someOf', {
            count: MAX_NODES,
            total: counted.total,
          })}
        </Notice>
      )}
      {failed > 0 && (
        <Notice tone="danger">
          {t('knowledge.someFailed', { count: failed })}{' '}
          <button type="button" className="link-button" onClick={() => onView('list')}>
            {t('knowledge.seeWhy')}
          </button>
        </Notice>
      )}
    </>
  );
}

/** Number of items per status. */
function StatusCounts({ items }: { readonly items: readonly KnowledgeItem[] }) {
  const counts = new Map<KnowledgeItem['status'], number>();
  for (const { status } of items) counts.set(status, (counts.get(status) ?? 0) + 1);
  return (
    <p className="row" role="status">
      {[...counts].map(([status, count]) => (
        <Badge key={status} tone={STATUS_TONES[status]}>
          {t('knowledge.statusCount', { count, status: t(`knowledge.status.${status}`) })}
        </Badge>
      ))}
    </p>
  );
}

/** Changes without a dialog; their errors are shown above the items. */
function useBoardChanges(botId: string) {
  const save = useSaveKnowledge(botId);
  const [problem, setProblem] = useState<string | null>(null);
  const { run, isPending } = usePending();
  const reasonOf = (error: unknown): string => readError(error).message ?? t('load.failedText');

  const move = (item: KnowledgeItem, to: Point): void => {
    setProblem(null);
    save.move(item, to).catch((error: unknown) => {
      setProblem(t('knowledge.brain.moveFailed', { title: item.title, reason: reasonOf(error) }));
    });
  };
  const retry = (item: KnowledgeItem): void => {
    setProblem(null);
    void run(item.id, async () => {
      await save.retry(item).catch((error: unknown) => setProblem(reasonOf(error)));
    });
  };
  return { move, retry, isRetrying: isPending, problem };
}

interface KnowledgeBarProps {
  readonly view: KnowledgeView;
  readonly onView: (view: KnowledgeView) => void;
  readonly filter: Filter;
  readonly tags: readonly string[];
  readonly onFilter: (changes: Partial<Filter>) => void;
  /** The result of the filter. */
  readonly children: ReactNode;
}

const KnowledgeBar = ({ view, onView, filter, tags, onFilter, children }: KnowledgeBarProps) => (
  <div className="row knowledge-bar">
    <div className="knowledge-search">
      <SearchBox label={t('knowledge.search')} value={filter.words} onChange={(words) => onFilter({ words })} />
    </div>
    {tags.length > 0 && (
      <Select
        aria-label={t('knowledge.tagFilter')}
        value={filter.tag}
        onChange={(event) => onFilter({ tag: event.target.value })}
        options={[{ value: '', label: t('knowledge.allTags') }, ...tags.map((tag) => ({ value: tag, label: tag }))]}
      />
    )}
    <div className="tab-list knowledge-views" role="group" aria-label={t('knowledge.view')}>
      {VIEWS.map((key) => (
        <button key={key} type="button" className="tab" aria-pressed={key === view} onClick={() => onView(key)}>
          {t(`knowledge.views.${key}`)}
        </button>
      ))}
    </div>
    <div className="row knowledge-types">
      <Chips
        label={t('knowledge.typeFilter')}
        chips={[
          { key: 'all' as const, label: t('knowledge.allTypes') },
          ...KNOWLEDGE_TYPES.map((key) => ({ key, label: t(`knowledge.types.${key}`) })),
        ]}
        active={filter.type}
        onChange={(type) => onFilter({ type })}
      />
      {children}
    </div>
  </div>
);

const VIEWS = ['brain', 'list'] as const;
type KnowledgeView = (typeof VIEWS)[number];

const KEY = 'kith.knowledge-view';

/** Brain or list, as last chosen in this browser. */
function useSavedView(): [KnowledgeView, (view: KnowledgeView) => void] {
  const [view, setView] = useState(() => VIEWS.find((known) => known === readItem('localStorage', KEY)) ?? 'brain');
  return [
    view,
    (next) => {
      setView(next);
      writeItem('localStorage', KEY, next);
    },
  ];
}
