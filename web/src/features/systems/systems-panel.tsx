import { needsOfSystem, SYSTEM_CATEGORIES, type System } from '@kith/proto';
import { CircleCheckBig, SearchX } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { FocusKeepingList, Offer } from '../../shared/brain.js';
import { NeedsLine } from '../../shared/needs-line.js';
import type { Abilities } from '../../shared/use-abilities.js';
import { Button } from '../../ui/button.js';
import { Badge, type Tone } from '../../ui/indicators.js';
import { Chips, SearchBox } from '../../ui/inputs.js';
import { State } from '../../ui/state.js';

const CATEGORIES = ['All', ...SYSTEM_CATEGORIES] as const;
type Category = (typeof CATEGORIES)[number];

/** Drag-and-drop type of a system. */
export const SYSTEM = 'system';

const PRICE_TONES: Readonly<Record<System['price'], Tone>> = { Free: 'success', Premium: 'accent' };

interface SystemsPanelProps {
  /** The systems that are not installed yet. */
  readonly systems: readonly System[];
  readonly abilities: Abilities;
  readonly isPending: (systemId: string) => boolean;
  /** Whether the plan includes the system. */
  readonly isIncluded: (system: System) => boolean;
  readonly onInstall: (systemId: string) => void;
}

export function SystemsPanel({ systems, abilities, isPending, isIncluded, onInstall }: SystemsPanelProps) {
  const [search, setSearch] = useState('');
  const [category, setCategory] = useState<Category>('All');
  const found = systems.filter((system) => matches(system, search, category));
  const showAll = (): void => {
    setSearch('');
    setCategory('All');
  };
  return (
    <section className="card card-body stack gap-sm brain-panel" aria-labelledby="available">
      <header className="row row-between brain-head">
        <h2 id="available">{t('systems.available')}</h2>
      </header>
      <SearchBox label={t('systems.search')} value={search} onChange={setSearch} />
      <Chips
        label={t('brain.categories')}
        chips={CATEGORIES.map((key) => ({ key, label: t(`systems.category.${key}`) }))}
        active={category}
        onChange={setCategory}
      />
      <FocusKeepingList
        label={t('systems.available')}
        ids={found.map(({ id }) => id)}
        className="stack gap-xs brain-list brain-offers"
      >
        {found.map((system) => (
          <SystemOffer
            key={system.id}
            system={system}
            abilities={abilities}
            isIncluded={isIncluded(system)}
            isBusy={isPending(system.id)}
            onInstall={onInstall}
          />
        ))}
      </FocusKeepingList>
      {systems.length === 0 && (
        <State icon={CircleCheckBig} heading="h3" title={t('systems.allInstalled')} text={t('systems.allInstalledText')} />
      )}
      {systems.length > 0 && found.length === 0 && (
        <State icon={SearchX} heading="h3" title={t('systems.noMatch')} text={t('brain.noMatchText')}>
          <Button onClick={showAll}>{t('systems.showAll')}</Button>
        </State>
      )}
    </section>
  );
}

interface SystemOfferProps {
  readonly system: System;
  readonly abilities: Abilities;
  readonly isIncluded: boolean;
  readonly isBusy: boolean;
  readonly onInstall: (systemId: string) => void;
}

const SystemOffer = ({
  system: { id, icon, name, description, category, difficulty, price },
  abilities,
  isIncluded,
  isBusy,
  onInstall,
}: SystemOfferProps) => (
  <Offer
    kind={SYSTEM}
    id={id}
    icon={icon}
    name={name}
    text={description}
    addLabel={t('systems.install', { name })}
    isBusy={isBusy}
    onAdd={onInstall}
  >
    <NeedsLine needs={needsOfSystem(id)} abilities={abilities} />
    {!isIncluded && (
      <p className="note">
        {t('systems.premiumOnly')} {/* The row installs at a click. */}
        <Link to={paths.pricing} onClick={(event) => event.stopPropagation()}>
          {t('systems.seePlans')}
        </Link>
      </p>
    )}
    <p className="row brain-badges">
      <Badge tone={PRICE_TONES[price]}>{t(`systems.price.${price}`)}</Badge>
      <Badge>{t(`systems.category.${category}`)}</Badge>
      <Badge>{t(`systems.difficulty.${difficulty}`)}</Badge>
    </p>
  </Offer>
);

function matches({ name, description, features, category }: System, search: string, wanted: Category): boolean {
  const text = search.trim().toLowerCase();
  const matchesText = [name, description, ...features].some((value) => value.toLowerCase().includes(text));
  return matchesText && (wanted === 'All' || category === wanted);
}
