import { MAX_CUSTOM_COMMANDS } from '@kith/proto';
import { PenLine, Pencil, Plus, Trash2 } from 'lucide-react';
import { t } from '../../lib/i18n.js';
import { Badge } from '../../ui/badge.js';
import { LivingList } from '../../ui/brain.js';
import { Button } from '../../ui/button.js';
import { State } from '../../ui/state.js';
import type { CommandSummary } from './custom-commands.graphql.js';

interface CommandLibraryProps {
  readonly commands: readonly CommandSummary[];
  /** Of the command in the form; null for a new one. */
  readonly openId: string | null;
  readonly onOpen: (id: string | null) => void;
  readonly onDelete: (command: CommandSummary) => void;
}

export function CommandLibrary({ commands, openId, onOpen, onDelete }: CommandLibraryProps) {
  return (
    <section className="card brain-panel command-library" aria-labelledby="library">
      <header className="brain-head">
        <h2 id="library">{t('customCommands.library')}</h2>
        <Badge>{t('customCommands.count', { count: commands.length, max: MAX_CUSTOM_COMMANDS })}</Badge>
      </header>
      {openId !== null && (
        <Button isBlock onClick={() => onOpen(null)}>
          <Plus size={16} aria-hidden="true" />
          {t('customCommands.new')}
        </Button>
      )}
      <LivingList label={t('customCommands.library')} ids={commands.map(({ id }) => id)} className="brain-list">
        {commands.map((command) => (
          <LibraryRow
            key={command.id}
            command={command}
            isOpen={command.id === openId}
            onOpen={() => onOpen(command.id)}
            onDelete={() => onDelete(command)}
          />
        ))}
      </LivingList>
      {commands.length === 0 && (
        <State icon={PenLine} heading="h3" title={t('customCommands.empty')} text={t('customCommands.emptyText')} />
      )}
    </section>
  );
}

interface LibraryRowProps {
  readonly command: CommandSummary;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly onDelete: () => void;
}

const LibraryRow = ({ command: { name, trigger, description, icon }, isOpen, onOpen, onDelete }: LibraryRowProps) => (
  <li className="brain-item command-row-item" aria-current={isOpen || undefined}>
    <span className="icon-box brain-icon" aria-hidden="true">
      {icon}
    </span>
    <div className="brain-words">
      <p className="brain-name">
        {name} <code>{trigger}</code>
      </p>
      <p className="note command-about">{description}</p>
    </div>
    <div className="brain-item-actions">
      <Button variant="ghost" size="sm" isIcon aria-label={t('customCommands.edit', { name })} onClick={onOpen}>
        <Pencil size={16} aria-hidden="true" />
      </Button>
      <Button variant="ghost" size="sm" isIcon aria-label={t('customCommands.delete', { name })} onClick={onDelete}>
        <Trash2 size={16} aria-hidden="true" />
      </Button>
    </div>
  </li>
);
