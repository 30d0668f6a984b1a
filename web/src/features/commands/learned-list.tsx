import { needsOfCommand } from '@kith/proto';
import { Settings2, Trash2 } from 'lucide-react';
import { graphql } from '../../gql/index.js';
import type { LearnedFieldsFragment } from '../../gql/graphql.js';
import { t } from '../../lib/i18n.js';
import { BrainItem, FocusKeepingList } from '../../shared/brain.js';
import { NeedsLine } from '../../shared/needs-line.js';
import type { Abilities } from '../../shared/use-abilities.js';
import { IconButton } from '../../ui/button.js';
import { Badge } from '../../ui/indicators.js';

graphql(`
  fragment LearnedFields on LearnedCommand {
    id
    commandId
    isEnabled
    customTrigger
    cooldownS
    requiredRoleId
    command {
      ...AvailableFields
    }
  }
`);

export type Learned = LearnedFieldsFragment;

interface LearnedListProps {
  readonly learned: readonly Learned[];
  readonly abilities: Abilities;
  readonly isPending: (id: string) => boolean;
  /** Whether the plan allows custom commands on Discord (docs/decisions.md K1). */
  readonly mayUseCustom: boolean;
  readonly onConfigure: (command: Learned) => void;
  readonly onRemove: (command: Learned) => void;
}

export function LearnedList({ learned, abilities, isPending, mayUseCustom, onConfigure, onRemove }: LearnedListProps) {
  return (
    <FocusKeepingList label={t('commands.learned')} ids={learned.map(({ id }) => id)} className="stack gap-xs brain-list">
      {learned.map((entry) => {
        const { id, isEnabled, customTrigger, command } = entry;
        const isLocked = command.category === 'custom' && !mayUseCustom;
        return (
          <BrainItem
            key={id}
            icon={command.icon}
            name={command.name}
            trigger={customTrigger ?? command.trigger}
            data-off={!isEnabled}
            actions={
              <>
                <IconButton
                  icon={Settings2}
                  label={t('brain.configure', { name: command.name })}
                  onClick={() => onConfigure(entry)}
                />
                <IconButton
                  icon={Trash2}
                  label={t('commands.remove', { name: command.name })}
                  aria-disabled={isPending(id)}
                  onClick={() => onRemove(entry)}
                />
              </>
            }
          >
            <NeedsLine needs={needsOfCommand(command.id)} abilities={abilities} />
            {!isEnabled && (
              <p className="row brain-badges">
                <Badge tone={isLocked ? 'warning' : 'neutral'} hasDot>
                  {t(isLocked ? 'commands.needsPlan' : 'commands.disabled')}
                </Badge>
              </p>
            )}
          </BrainItem>
        );
      })}
    </FocusKeepingList>
  );
}
