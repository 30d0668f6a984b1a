import { useQuery } from '@apollo/client/react';
import { COMMAND_CATEGORIES, needsOfCommand } from '@kith/proto';
import { CircleCheckBig, PenLine, RefreshCw, SearchX } from 'lucide-react';
import { useMemo, useState } from 'react';
import { graphql } from '../../gql/index.js';
import type { AvailableFieldsFragment } from '../../gql/graphql.js';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { NO_DEDUPLICATION, useSearchAnswer, useDebounced } from '../../lib/search.js';
import { FocusKeepingList, Offer } from '../../shared/brain.js';
import { NeedsLine } from '../../shared/needs-line.js';
import type { Abilities } from '../../shared/use-abilities.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { Chips, SearchBox } from '../../ui/inputs.js';
import { LoadError } from '../../ui/load-error.js';
import { State } from '../../ui/state.js';
import { SEARCH_COMMANDS } from './commands.graphql.js';

graphql(`
  fragment AvailableFields on AvailableCommand {
    id
    name
    description
    category
    icon
    trigger
  }
`);

export type Available = AvailableFieldsFragment;

const CATEGORIES = ['all', ...COMMAND_CATEGORIES] as const;

/** Drag-and-drop type of a command. */
export const COMMAND = 'command';

interface AvailablePanelProps {
  readonly all: readonly Available[];
  readonly abilities: Abilities;
  /** Ids of the learned commands, which are not offered. */
  readonly known: ReadonlySet<string>;
  readonly isPending: (commandId: string) => boolean;
  readonly isRefreshing: boolean;
  readonly onAdd: (commandId: string) => void;
  readonly onRefresh: () => void;
}

/** The commands that the bot has not learned yet, with a search and category filters. */
export function AvailablePanel({ all, abilities, known, isPending, isRefreshing, onAdd, onRefresh }: AvailablePanelProps) {
  const { search, setSearch, category, setCategory, showAll, answer, isSearching, retry } = useCommandSearch(all);
  const { criteria, ids, error } = answer;
  const commands = all.filter(({ id }) => !known.has(id));
  const hasFailed = error !== undefined && commands.length > 0;
  const found = hasFailed ? [] : commands.filter(({ id }) => ids?.has(id) ?? true);
  const emptyReason = (): EmptyReason => {
    if (commands.length === 0) return 'allLearned';
    return criteria?.category === 'custom' && criteria.search === '' && ids?.size === 0 ? 'noCustom' : 'noMatch';
  };
  const refresh = (): void => {
    onRefresh();
    retry();
  };
  return (
    <section className="card card-body stack gap-sm brain-panel" aria-labelledby="available" aria-busy={isSearching}>
      <header className="row row-between brain-head">
        <h2 id="available">{t('commands.available')}</h2>
        <Refresh isBusy={isRefreshing} onClick={refresh} />
      </header>
      <SearchBox label={t('commands.search')} value={search} onChange={setSearch} />
      <Chips
        label={t('brain.categories')}
        chips={CATEGORIES.map((key) => ({ key, label: t(`commands.category.${key}`) }))}
        active={category}
        onChange={setCategory}
      />
      <p className="sr-only" role="status">
        {criteria && !hasFailed ? t('commands.found', { count: found.length }) : ''}
      </p>
      <FocusKeepingList
        label={t('commands.available')}
        ids={found.map(({ id }) => id)}
        className="stack gap-xs results brain-list brain-offers"
      >
        {found.map(({ id, icon, name, description, trigger }) => (
          <Offer
            key={id}
            kind={COMMAND}
            id={id}
            icon={icon}
            name={name}
            note={<code>{trigger}</code>}
            text={description}
            addLabel={t('commands.add', { name })}
            isBusy={isPending(id)}
            onAdd={onAdd}
          >
            <NeedsLine needs={needsOfCommand(id)} abilities={abilities} />
          </Offer>
        ))}
      </FocusKeepingList>
      {hasFailed && <LoadError error={error} onRetry={retry} />}
      {!hasFailed && found.length === 0 && <EmptyState reason={emptyReason()} onShowAll={showAll} />}
    </section>
  );
}

const Refresh = ({ isBusy, onClick }: { readonly isBusy: boolean; readonly onClick: () => void }) => (
  <Button
    icon={RefreshCw}
    size="sm"
    variant="ghost"
    className="brain-refresh"
    title={t('commands.refresh')}
    isBusy={isBusy}
    onClick={onClick}
  >
    {t('commands.refresh')}
  </Button>
);

type EmptyReason = 'allLearned' | 'noCustom' | 'noMatch';

interface EmptyStateProps {
  readonly reason: EmptyReason;
  readonly onShowAll: () => void;
}

function EmptyState({ reason, onShowAll }: EmptyStateProps) {
  const writeOwn = <ButtonLink to={paths.customCommands}>{t('commands.writeOwn')}</ButtonLink>;
  if (reason === 'allLearned') {
    return (
      <State icon={CircleCheckBig} heading="h3" title={t('commands.allLearned')} text={t('commands.allLearnedText')}>
        {writeOwn}
      </State>
    );
  }
  if (reason === 'noCustom') {
    return (
      <State icon={PenLine} heading="h3" title={t('customCommands.empty')} text={t('commands.noCustomText')}>
        {writeOwn}
      </State>
    );
  }
  return (
    <State icon={SearchX} heading="h3" title={t('commands.noMatch')} text={t('brain.noMatchText')}>
      <Button onClick={onShowAll}>{t('commands.showAll')}</Button>
    </State>
  );
}

type Category = 'all' | (typeof COMMAND_CATEGORIES)[number];

/** Searches the commands on the server by name, description and category (docs/decisions.md X2). */
function useCommandSearch(all: readonly Available[]) {
  const [search, setSearch] = useState('');
  const [category, setCategory] = useState<Category>('all');
  const text = useDebounced(search.trim());
  const criteria = useMemo(() => (text === '' && category === 'all' ? null : { search: text, category }), [text, category]);
  const query = useQuery(SEARCH_COMMANDS, {
    variables: { search: text, ...(category !== 'all' && { category }) },
    skip: criteria === null,
    // Only ids are returned; the commands themselves are cached with the list.
    fetchPolicy: 'no-cache',
    context: NO_DEDUPLICATION,
  });
  const listVersion = useMemo(() => JSON.stringify(all), [all]);
  const {
    answer,
    isAsking: isSearching,
    again: retry,
  } = useSearchAnswer({ criteria, found: query.data?.commands.commands, listVersion, query });
  const showAll = (): void => {
    setSearch('');
    setCategory('all');
  };
  return { search, setSearch, category, setCategory, showAll, answer, isSearching, retry };
}
