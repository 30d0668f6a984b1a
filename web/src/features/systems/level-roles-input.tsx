import { isolated, levelRoleIn } from '@kith/proto';
import { Input } from 'antd';
import type { ComponentProps, FocusEvent } from 'react';
import { t } from '../../lib/i18n.js';
import { roleSuggestions } from '../../shared/discord-names.js';
import { useKnownRoles } from '../../shared/use-discord.js';
import { meantValue, type Suggestion } from '../../ui/suggest-input.js';

interface LevelRolesInputProps extends Omit<ComponentProps<typeof Input.TextArea>, 'value' | 'onChange'> {
  readonly botId: string;
  /** Set by a form field. */
  readonly value?: string;
  readonly onChange?: (value: string) => void;
}

/** Lines with a level and a role. Names become ids when the field is left, and below it stands what they are. */
export function LevelRolesInput({ botId, value = '', onChange, onBlur, ...rest }: LevelRolesInputProps) {
  const roles = useKnownRoles(botId, null);
  const suggestions = roleSuggestions(roles);
  const blur = (event: FocusEvent<HTMLTextAreaElement>): void => {
    const meant = value
      .split('\n')
      .map((line) => withId(line, suggestions))
      .join('\n');
    if (meant !== value) onChange?.(meant);
    onBlur?.(event);
  };
  const named = [...new Set(value.split('\n'))].flatMap((line) => {
    const found = levelRoleIn(line);
    const role = roles.find(({ id }) => id === found?.roleId);
    if (!found || !role) return [];
    return [
      {
        line,
        text: t('systems.levelRole', { level: found.level, role: isolated(role.name), server: isolated(role.server.name) }),
      },
    ];
  });
  return (
    <>
      <Input.TextArea
        autoComplete="off"
        spellCheck={false}
        rows={3}
        {...rest}
        value={value}
        onChange={({ target }) => onChange?.(target.value)}
        onBlur={blur}
      />
      {named.map(({ line, text }) => (
        <p key={line} className="note strong">
          {text}
        </p>
      ))}
    </>
  );
}

/** `5 @Regulars` with the id of the role, where only one is called so. */
function withId(line: string, suggestions: readonly Suggestion[]): string {
  const [, level, role] = /^\s*(\d{1,4})[\s:=-]+(\S.*)$/.exec(line) ?? [];
  if (level === undefined || role === undefined || levelRoleIn(line)) return line;
  const id = meantValue(suggestions, role);
  return suggestions.some(({ value }) => value === id) ? `${level} ${id}` : line;
}
