import { useQuery } from '@apollo/client/react';
import { COMMAND_CATEGORIES } from '@kith/proto';
import { CircleCheckBig, PenLine, RefreshCw, SearchX } from 'lucide-react';
import { useMemo, useState } from 'react';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { ASKED_ANEW, useSearchAnswer, useSettled } from '../../lib/search.js';
import { LivingList, Offer } from '../../shared/brain.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { Chips, SearchBox } from '../../ui/inputs.js';
import { LoadError } from '../../ui/load-error.js';
import { State } from '../../ui/state.js';
import { SOUGHT_COMMANDS, type Available } from './commands.graphql.js';

const CATEGORIES = ['all', ...COMMAND_CATEGORIES] as const;

/** What a command is called while it is dragged. */
export const COMMAND = 'command';

interface AvailablePanelProps {
  readonly all: readonly Available[];
  /** What the bot has learned of them, which is left out. */
  readonly known: ReadonlySet<string>;
  readonly isPending: (commandId: string) => boolean;
  readonly isRefreshing: boolean;
  readonly onAdd: (commandId: string) => void;
  readonly onRefresh: () => void;
}

/** What the bot can learn, by name or description and category. */
export function AvailablePanel({ all, known, isPending, isRefreshing, onAdd, onRefresh }: AvailablePanelProps) {
  const { search, setSearch, category, setCategory, showAll, answer, isAsking, again } = useCommandSearch(all);
  const { question, ids, error } = answer;
  const commands = all.filter(({ id }) => !known.has(id));
  const hasFailed = error !== undefined && commands.length > 0;
  const found = hasFailed ? [] : commands.filter(({ id }) => ids?.has(id) ?? true);
  const reason = (): NothingProps['why'] => {
    if (commands.length === 0) return 'allLearned';
    return question?.category === 'custom' && question.search === '' && ids?.size === 0 ? 'noCustom' : 'noMatch';
  };
  const refresh = (): void => {
    onRefresh();
    again();
  };
  return (
    <section className="card brain-panel" aria-labelledby="available" aria-busy={isAsking}>
      <header className="brain-head">
        <h2 id="available">{t('commands.available')}</h2>
        <Refresh isBusy={isRefreshing} onClick={refresh} />
      </header>
      <SearchBox label={t('commands.search')} value={search} onChange={setSearch} />
      <Chips
        label={t('commands.categories')}
        chips={CATEGORIES.map((key) => ({ key, label: t(`commands.category.${key}`) }))}
        active={category}
        onChange={setCategory}
      />
      <p className="sr-only" role="status">
        {question && !hasFailed ? t('commands.found', { count: found.length }) : ''}
      </p>
      <LivingList label={t('commands.available')} ids={found.map(({ id }) => id)} className="brain-list brain-offers">
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
          />
        ))}
      </LivingList>
      {hasFailed && <LoadError error={error} onRetry={again} />}
      {!hasFailed && found.length === 0 && <Nothing why={reason()} onShowAll={showAll} />}
    </section>
  );
}

const Refresh = ({ isBusy, onClick }: { readonly isBusy: boolean; readonly onClick: () => void }) => (
  <Button size="sm" variant="ghost" className="brain-refresh" title={t('commands.refresh')} isBusy={isBusy} onClick={onClick}>
    {!isBusy && <RefreshCw size={15} aria-hidden="true" />}
    {t('commands.refresh')}
  </Button>
);

interface NothingProps {
  readonly why: 'allLearned' | 'noCustom' | 'noMatch';
  readonly onShowAll: () => void;
}

/** Why the list is empty, and the way on. */
function Nothing({ why, onShowAll }: NothingProps) {
  const writeOwn = <ButtonLink to={paths.customCommands}>{t('commands.writeOwn')}</ButtonLink>;
  if (why === 'allLearned') {
    return (
      <State icon={CircleCheckBig} heading="h3" title={t('commands.allLearned')} text={t('commands.allLearnedText')}>
        {writeOwn}
      </State>
    );
  }
  if (why === 'noCustom') {
    return (
      <State icon={PenLine} heading="h3" title={t('commands.noCustom')} text={t('commands.noCustomText')}>
        {writeOwn}
      </State>
    );
  }
  return (
    <State icon={SearchX} heading="h3" title={t('commands.noMatch')} text={t('commands.noMatchText')}>
      <Button onClick={onShowAll}>{t('commands.showAll')}</Button>
    </State>
  );
}

export type Category = 'all' | (typeof COMMAND_CATEGORIES)[number];

/** Those of all commands that the server finds by name or description, and by category (decision X2). */
export function useCommandSearch(all: readonly Available[]) {
  const [search, setSearch] = useState('');
  const [category, setCategory] = useState<Category>('all');
  const sought = useSettled(search.trim());
  const question = useMemo(() => (sought === '' && category === 'all' ? null : { search: sought, category }), [sought, category]);
  const query = useQuery(SOUGHT_COMMANDS, {
    variables: { search: sought, ...(category !== 'all' && { category }) },
    skip: question === null,
    // What is kept of commands is kept with their list.
    fetchPolicy: 'no-cache',
    context: ASKED_ANEW,
  });
  const listed = useMemo(() => JSON.stringify(all), [all]);
  const { answer, isAsking, again } = useSearchAnswer({ question, found: query.data?.commands.commands, listed, query });
  const showAll = (): void => {
    setSearch('');
    setCategory('all');
  };
  return { search, setSearch, category, setCategory, showAll, answer, isAsking, again };
}
