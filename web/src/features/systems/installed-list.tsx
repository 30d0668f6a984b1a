import { needsOfSystem, type System } from '@kith/proto';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { FocusKeepingList } from '../../shared/brain.js';
import { NeedsLine } from '../../shared/needs-line.js';
import type { Abilities } from '../../shared/use-abilities.js';
import { Badge } from '../../ui/indicators.js';
import { Notice } from '../../ui/state.js';
import type { OnUnsavedChange } from '../../ui/unsaved-changes.js';
import { SystemSettingsForm } from './system-settings-form.js';
import { SystemServers } from './system-servers.js';
import type { Settings } from './use-systems.js';

export interface InstalledEntry {
  readonly system: System;
  readonly settings: Settings;
}

interface InstalledListProps {
  readonly botId: string;
  readonly entries: readonly InstalledEntry[];
  readonly abilities: Abilities;
  readonly selectedId: string | null;
  readonly isPending: (systemId: string) => boolean;
  /** Whether the plan includes the system. */
  readonly isActive: (system: System) => boolean;
  readonly note: OnUnsavedChange;
  readonly onSelect: (systemId: string | null) => void;
  readonly onRemove: (system: System) => void;
}

export const systemElementId = (systemId: string): string => `system-${systemId}`;

/** The installed systems; the settings of the selected one open below it, so that they come next in the tab order. */
export function InstalledList(props: InstalledListProps) {
  const { botId, entries, abilities, selectedId, isPending, isActive, note, onSelect, onRemove } = props;
  const [opened, setOpened] = useState<readonly string[]>([]);
  if (selectedId !== null && !opened.includes(selectedId)) setOpened([...opened, selectedId]);
  return (
    <FocusKeepingList
      label={t('systems.installedList')}
      ids={entries.map(({ system }) => system.id)}
      className="stack gap-xs brain-list"
    >
      {entries.map(({ system, settings }) => {
        const isOpen = system.id === selectedId;
        const needs = needsOfSystem(system.id, settings);
        return (
          <li key={system.id} id={systemElementId(system.id)} className="system" data-open={isOpen}>
            <button
              type="button"
              className="system-head"
              aria-expanded={isOpen}
              aria-label={t('brain.configure', { name: system.name })}
              onClick={() => onSelect(isOpen ? null : system.id)}
            >
              <span className="icon-box brain-icon" aria-hidden="true">
                {system.icon}
              </span>
              <span className="breakable grow brain-words">
                <span className="row brain-name">
                  {system.name} {!isActive(system) && <Badge tone="warning">{t('systems.inactiveBadge')}</Badge>}
                </span>
                <span className="note">{t(`systems.category.${system.category}`)}</span>
                <NeedsLine needs={needs} abilities={abilities} />
              </span>
              <ChevronDown size={18} aria-hidden="true" className="system-arrow" />
            </button>
            {/* Opened forms stay mounted, so that unsaved changes survive closing. */}
            {opened.includes(system.id) && (
              <div hidden={!isOpen}>
                {!isActive(system) && <InactiveNotice system={system} />}
                <SystemSettingsForm
                  botId={botId}
                  system={system}
                  settings={settings}
                  isRemoving={isPending(system.id)}
                  note={note}
                  onRemove={() => onRemove(system)}
                />
                {isActive(system) && <SystemServers botId={botId} system={system} needs={needs} />}
              </div>
            )}
          </li>
        );
      })}
    </FocusKeepingList>
  );
}

const InactiveNotice = ({ system: { name } }: { readonly system: System }) => (
  <Notice tone="warning">
    {t('systems.inactive', { name })} <Link to={paths.pricing}>{t('systems.seePlans')}</Link>
  </Notice>
);
