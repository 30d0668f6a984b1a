import { FieldProblem } from '../field-problem.js';
import { meantBy, type Named } from '../server-names.js';
import { emojiInText, emojiKey, parseEmoji, type Emoji } from './emoji.js';

export const ROLE_MESSAGE_MODES = ['reactions', 'buttons', 'menu'] as const;
export type RoleMessageMode = (typeof ROLE_MESSAGE_MODES)[number];

/** Discord allows 20 emoji below a message and 25 buttons. */
export const MAX_CHOICES = 20;
const MAX_LABEL_CHARS = 80;

/** A role that members can pick from a message. Each message with reactions has an emoji for each of its roles, the others may. */
export interface RoleChoice {
  readonly roleId: string;
  /** The name of the role when it was added. */
  readonly label: string;
  readonly emoji: Emoji | null;
}

const DEFAULT_EMOJI = [...'🔴🟠🟡🟢🔵🟣🟤⚪🟥🟧🟨🟩🟦🟪🟫🔶🔷🔸🔹🔺'];

/**
 * Reads one role a line, by name, mention or id, each with an emoji in front of it where wanted. Throws FieldProblem for a line that names no role of
 * the server, the same role or emoji twice, none at all or too many.
 */
export function parseChoices(lines: string, roles: readonly Named[]): RoleChoice[] {
  const written = lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (written.length === 0) throw new FieldProblem('roles', 'Name at least one role.');
  if (written.length > MAX_CHOICES) throw new FieldProblem('roles', `A message can offer at most ${MAX_CHOICES} roles.`);
  return written.reduce<RoleChoice[]>((all, line) => withChoice(all, choiceIn(line, roles)), []);
}

/** The choices with one more. Throws FieldProblem when the role or the emoji is among them, or when there are too many. */
export function withChoice(choices: readonly RoleChoice[], added: RoleChoice): RoleChoice[] {
  if (choices.length >= MAX_CHOICES) throw new FieldProblem('role', `A message can offer at most ${MAX_CHOICES} roles.`);
  if (choices.some(({ roleId }) => roleId === added.roleId))
    throw new FieldProblem('role', `The role “${added.label}” is on this message already.`);
  const { emoji } = added;
  if (emoji && choices.some((one) => one.emoji && emojiKey(one.emoji) === emojiKey(emoji)))
    throw new FieldProblem('emoji', `The emoji ${emojiInText(emoji)} is used for another role already.`);
  return [...choices, added];
}

/** The choices with an emoji for each, as reactions need it. */
export function withEmoji(choices: readonly RoleChoice[]): RoleChoice[] {
  const used = new Set(choices.flatMap(({ emoji }) => (emoji ? [emojiKey(emoji)] : [])));
  const free = DEFAULT_EMOJI.filter((name) => !used.has(name));
  return choices.map((choice) => ({ ...choice, emoji: choice.emoji ?? nextOf(free) }));
}

function nextOf(free: string[]): Emoji {
  // There are as many as choices are allowed.
  return { id: null, name: free.shift() ?? '⭐', animated: false };
}

/** Reads a role with an emoji in a field of its own; '' for none. Throws FieldProblem, which repeats nothing of the two. */
export function choiceOf(role: string, emoji: string, roles: readonly Named[]): RoleChoice {
  const parsed = emoji.trim() === '' ? null : parseEmoji(emoji.trim());
  if (emoji.trim() !== '' && !parsed) throw new FieldProblem('emoji', 'That is no emoji that I can use.');
  const found = roleIn(role, roles);
  // The owner reads that a command was refused, but not what the member wrote.
  if (!found) throw new FieldProblem('role', 'There is no such role in this server.');
  return { ...found, emoji: parsed };
}

function choiceIn(line: string, roles: readonly Named[]): RoleChoice {
  const [first = '', ...rest] = line.split(/\s+/);
  const emoji = rest.length > 0 ? parseEmoji(first) : null;
  const written = (emoji ? line.slice(first.length) : line).trim();
  const found = roleIn(written, roles);
  // One of several that the owner wrote: which?
  if (!found) throw new FieldProblem('roles', `There is no role “${written.slice(0, 50)}” in this server.`);
  return { ...found, emoji };
}

function roleIn(written: string, roles: readonly Named[]): Pick<RoleChoice, 'roleId' | 'label'> | null {
  const [found] = meantBy(written, roles);
  return found ? { roleId: found.id, label: cut(found.name) } : null;
}

const cut = (name: string): string => [...name].slice(0, MAX_LABEL_CHARS).join('');
