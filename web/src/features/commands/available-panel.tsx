import { COMMAND_CATEGORIES } from '@kith/proto';
import { CircleCheckBig, PenLine, RefreshCw, SearchX } from 'lucide-react';
import { useState } from 'react';
import { paths } from '../../app/paths.js';
import { t } from '../../lib/i18n.js';
import { LivingList, Offer } from '../../ui/brain.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { Chips } from '../../ui/chips.js';
import { SearchBox } from '../../ui/search-box.js';
import { State } from '../../ui/state.js';
import type { Available } from './commands.graphql.js';

const CATEGORIES = ['all', ...COMMAND_CATEGORIES] as const;
type Category = (typeof CATEGORIES)[number];

/** What a command is called while it is dragged. */
export const COMMAND = 'command';

interface AvailablePanelProps {
  /** What the bot has not learned yet. */
  readonly commands: readonly Available[];
  readonly isPending: (commandId: string) => boolean;
  readonly isRefreshing: boolean;
  readonly onAdd: (commandId: string) => void;
  readonly onRefresh: () => void;
}

/** What the bot can learn, by name or description and category. */
export function AvailablePanel({ commands, isPending, isRefreshing, onAdd, onRefresh }: AvailablePanelProps) {
  const [search, setSearch] = useState('');
  const [category, setCategory] = useState<Category>('all');
  const found = commands.filter((command) => matches(command, search, category));
  const showAll = (): void => {
    setSearch('');
    setCategory('all');
  };
  return (
    <section className="card brain-panel" aria-labelledby="available">
      <header className="brain-head">
        <h2 id="available">{t('commands.available')}</h2>
        <Button size="sm" variant="ghost" isBusy={isRefreshing} onClick={onRefresh}>
          {!isRefreshing && <RefreshCw size={15} aria-hidden="true" />}
          {t('commands.refresh')}
        </Button>
      </header>
      <SearchBox label={t('commands.search')} value={search} onChange={setSearch} />
      <Chips
        label={t('commands.categories')}
        chips={CATEGORIES.map((key) => ({ key, label: t(`commands.category.${key}`) }))}
        active={category}
        onChange={setCategory}
      />
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
      {found.length === 0 && <Nothing hasMore={commands.length > 0} category={category} search={search} onShowAll={showAll} />}
    </section>
  );
}

function matches({ name, description, category }: Available, search: string, wanted: Category): boolean {
  const sought = search.trim().toLowerCase();
  const isFound = name.toLowerCase().includes(sought) || description.toLowerCase().includes(sought);
  return isFound && (wanted === 'all' || category === wanted);
}

interface NothingProps {
  readonly hasMore: boolean;
  readonly category: Category;
  readonly search: string;
  readonly onShowAll: () => void;
}

/** Why the list is empty, and the way on. */
function Nothing({ hasMore, category, search, onShowAll }: NothingProps) {
  const writeOwn = <ButtonLink to={paths.customCommands}>{t('commands.writeOwn')}</ButtonLink>;
  if (!hasMore) {
    return (
      <State icon={CircleCheckBig} heading="h3" title={t('commands.allLearned')} text={t('commands.allLearnedText')}>
        {writeOwn}
      </State>
    );
  }
  if (category === 'custom' && search.trim() === '') {
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
