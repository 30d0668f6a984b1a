import { ButtonStyle, ComponentType, type APIMessageTopLevelComponent } from 'discord-api-types/v10';
import { systemCustomId } from '../system-handler.js';
import { emojiInText, type Emoji } from './emoji.js';
import type { RoleChoice, RoleMessageMode } from './role-choices.js';

/** Discord allows 2000 characters; the rest is for the list of roles. */
export const MAX_TEXT_CHARS = 1000;
const BUTTONS_A_ROW = 5;
export const MENU = 'menu';

/** What a role message shows. With reactions the text says which emoji is which role; buttons and the menu carry their names. */
export function roleMessageBody(
  systemId: string,
  { mode, text, choices }: { readonly mode: RoleMessageMode; readonly text: string; readonly choices: readonly RoleChoice[] },
): { readonly content: string; readonly components: APIMessageTopLevelComponent[] } {
  if (mode === 'reactions') {
    const lines = choices.map(({ roleId, emoji }) => `${emoji ? emojiInText(emoji) : ''} <@&${roleId}>`);
    return { content: [text, '', ...lines].join('\n'), components: [] };
  }
  return { content: text, components: mode === 'menu' ? [menu(systemId, choices)] : buttons(systemId, choices) };
}

function buttons(systemId: string, choices: readonly RoleChoice[]): APIMessageTopLevelComponent[] {
  const all = choices.map(({ roleId, label, emoji }) => ({
    type: ComponentType.Button as const,
    style: ButtonStyle.Secondary as const,
    custom_id: systemCustomId(systemId, roleId),
    label,
    ...shown(emoji),
  }));
  const rows = Array.from({ length: Math.ceil(all.length / BUTTONS_A_ROW) }, (_row, index) =>
    all.slice(index * BUTTONS_A_ROW, (index + 1) * BUTTONS_A_ROW),
  );
  return rows.map((components) => ({ type: ComponentType.ActionRow, components }));
}

function menu(systemId: string, choices: readonly RoleChoice[]): APIMessageTopLevelComponent {
  const options = choices.map(({ roleId, label, emoji }) => ({ value: roleId, label, ...shown(emoji) }));
  return {
    type: ComponentType.ActionRow,
    components: [
      {
        type: ComponentType.StringSelect,
        custom_id: systemCustomId(systemId, MENU),
        placeholder: 'Pick your roles',
        min_values: 1,
        max_values: options.length,
        options,
      },
    ],
  };
}

const shown = (emoji: Emoji | null) =>
  emoji === null
    ? {}
    : { emoji: emoji.id === null ? { name: emoji.name } : { id: emoji.id, name: emoji.name, animated: emoji.animated } };
