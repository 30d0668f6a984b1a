import { Input } from 'antd';
import { useState, type ComponentProps, type KeyboardEvent } from 'react';
import { t } from '../../lib/i18n.js';
import { channelSuggestions, roleSuggestions } from '../../shared/discord-names.js';
import { useKnownChannels, useKnownRoles } from '../../shared/use-discord.js';
import { meantValue, SuggestInput, type Suggestion } from '../../ui/suggest-input.js';

interface LinesProps extends Omit<ComponentProps<typeof Input.TextArea>, 'value' | 'onChange'> {
  readonly botId: string;
  readonly serverId: string | undefined;
  /** Set by a form field. */
  readonly value?: string;
  readonly onChange?: (value: string) => void;
}

/** Channels of a server, one a line, by name or id. */
export function ChannelLines({ botId, serverId, ...rest }: LinesProps) {
  const channels = useKnownChannels(botId, serverId ?? null);
  return <NamedLines suggestions={channelSuggestions(channels)} pickLabel={t('systems.addChannel')} {...rest} />;
}

/** Roles of a server, one a line, by name or id. */
export function RoleLines({ botId, serverId, ...rest }: LinesProps) {
  const roles = useKnownRoles(botId, serverId ?? null);
  return <NamedLines suggestions={roleSuggestions(roles)} pickLabel={t('systems.addRole')} {...rest} />;
}

interface NamedLinesProps extends Omit<LinesProps, 'botId' | 'serverId'> {
  readonly suggestions: readonly Suggestion[];
  readonly pickLabel: string;
}

/** Lines that are typed, or added from a field that finds names. */
function NamedLines({ suggestions, pickLabel, value = '', onChange, ...rest }: NamedLinesProps) {
  const [typed, setTyped] = useState('');
  // What is typed but not picked is added too: the form must not be sent without it.
  const add = (picked = typed): void => {
    setTyped('');
    const line = lineFor(suggestions, picked);
    if (line !== '') onChange?.(value.trim() === '' ? line : `${value.trimEnd()}\n${line}`);
  };
  const keyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    // Enter would submit the surrounding form.
    event.preventDefault();
    add();
  };
  return (
    <div className="stack gap-sm">
      <Input.TextArea
        autoComplete="off"
        spellCheck={false}
        rows={3}
        {...rest}
        value={value}
        onChange={({ target }) => onChange?.(target.value)}
      />
      {suggestions.length > 0 && (
        <SuggestInput
          aria-label={pickLabel}
          placeholder={pickLabel}
          spellCheck={false}
          value={typed}
          suggestions={suggestions}
          onChange={setTyped}
          onPick={add}
          onKeyDown={keyDown}
          onBlur={() => add()}
        />
      )}
    </div>
  );
}

/** The name where it is known and no other has it; else what was picked or typed. */
function lineFor(suggestions: readonly Suggestion[], picked: string): string {
  const id = meantValue(suggestions, picked);
  const label = suggestions.find(({ value }) => value === id)?.label;
  return label !== undefined && meantValue(suggestions, label) === id ? label : id;
}
