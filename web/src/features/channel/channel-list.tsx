import { ChannelSettings, snowflake } from '@kith/proto';
import { Plus, X } from 'lucide-react';
import { useId, useState, type KeyboardEvent } from 'react';
import { useListFocus } from '../../lib/focus.js';
import { t } from '../../lib/i18n.js';
import { categoryName, categorySuggestions, channelName, channelSuggestions } from '../../shared/discord-names.js';
import type { KnownCategory, KnownChannel } from '../../shared/use-discord.js';
import { Button, IconButton } from '../../ui/button.js';
import { meantValue, SuggestInput, type Suggestion } from '../../ui/suggest-input.js';
import '../../ui/field.css';

interface ChannelListProps {
  readonly label: string;
  readonly text: string;
  /** The channels whose names are known. */
  readonly channels: readonly KnownChannel[];
  /** Each stands for its channels. */
  readonly categories: readonly KnownCategory[];
  /** The entries of the opposite list. */
  readonly others: readonly string[];
  /** Reports whether an id is typed but not added yet. */
  readonly onPendingId: (isPending: boolean) => void;
  /** Set by the form field. */
  readonly value?: readonly string[];
  readonly onChange?: (ids: readonly string[]) => void;
}

/** An editable list of channel ids; channels are picked by name, or their ids typed. */
export function ChannelList({
  label,
  text,
  channels,
  categories,
  others,
  onPendingId,
  value: ids = [],
  onChange,
}: ChannelListProps) {
  const kept = useListFocus<HTMLUListElement>(ids);
  return (
    <div className="channel-list" role="group" aria-label={label}>
      <div>
        <p className="field-label">{label}</p>
        <p className="note">{text}</p>
      </div>
      <ul aria-label={t('channel.list.entries', { list: label })} {...kept}>
        {ids.map((entry) => (
          <li key={entry} className="channel-entry">
            <ChannelEntry id={entry} name={channelName(channels, entry) ?? categoryName(categories, entry)} />
            {others.includes(entry) && <span className="channel-entry-note">{t('channel.list.both')}</span>}
            <IconButton
              icon={X}
              label={t('channel.list.remove', { id: entry, list: label })}
              onClick={() => onChange?.(ids.filter((id) => id !== entry))}
            />
          </li>
        ))}
      </ul>
      {ids.length === 0 && <p className="note channel-list-empty">{t('channel.list.empty')}</p>}
      <NewEntry
        label={label}
        ids={ids}
        suggestions={[...channelSuggestions(channels), ...categorySuggestions(categories)]}
        onPendingId={onPendingId}
        onAdd={(entry) => onChange?.([...ids, entry])}
      />
    </div>
  );
}

const ChannelEntry = ({ id, name }: { readonly id: string; readonly name: string | undefined }) =>
  name === undefined ? <code>{id}</code> : <span title={id}>{name}</span>;

interface NewEntryProps {
  readonly label: string;
  readonly ids: readonly string[];
  readonly suggestions: readonly Suggestion[];
  readonly onPendingId: (isPending: boolean) => void;
  readonly onAdd: (id: string) => void;
}

function NewEntry({ label, ids, suggestions, onPendingId, onAdd }: NewEntryProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const type = (text: string): void => {
    setTyped(text);
    onPendingId(text.trim() !== '');
  };
  const add = (picked = typed): void => {
    const entry = meantValue(suggestions, picked);
    const found = problemOf(entry, ids);
    setProblem(found);
    if (found !== undefined) return document.getElementById(id)?.focus();
    type('');
    onAdd(entry);
  };
  const keyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    // Enter would submit the surrounding form.
    event.preventDefault();
    add();
  };
  return (
    <div>
      <div className="channel-add">
        <SuggestInput
          id={id}
          aria-label={t('channel.list.newId', { list: label })}
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : `${id}-problem`}
          placeholder={t(suggestions.length === 0 ? 'form.idPlaceholder' : 'form.pickerPlaceholder')}
          spellCheck={false}
          value={typed}
          suggestions={suggestions.filter(({ value }) => !ids.includes(value))}
          onChange={(text) => {
            type(text);
            setProblem(undefined);
          }}
          onPick={add}
          onKeyDown={keyDown}
        />
        <Button icon={Plus} aria-label={t('channel.list.addTo', { list: label })} onClick={() => add()}>
          {t('channel.list.add')}
        </Button>
      </div>
      {problem !== undefined && (
        <p id={`${id}-problem`} className="field-error channel-add-problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

function problemOf(entry: string, ids: readonly string[]): string | undefined {
  if (!snowflake.safeParse(entry).success) return t('channel.idRule');
  if (ids.includes(entry)) return t('channel.list.duplicate');
  const isFull = !ChannelSettings.shape.allowedChannels.safeParse([...ids, entry]).success;
  return isFull ? t('channel.list.full', { max: ids.length }) : undefined;
}
