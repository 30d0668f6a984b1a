import type { SystemPage, SystemPageForm, SystemPageSection } from '@kith/proto';
import { emojiInText } from './emoji.js';
import { ROLE_MESSAGE_MODES } from './role-choices.js';
import type { RoleMessage } from './role-messages.service.js';

const MAX_TITLE_CHARS = 60;
const MESSAGES = 'messages';
const CHOICES = 'choices';

/** The rows of the page that is asked for. */
type PageOfRows = <Row>(rows: readonly Row[]) => readonly Row[];

interface PageOf {
  readonly messages: readonly RoleMessage[];
  /** By id; a channel that is not known is shown by its id. */
  readonly channelNames: ReadonlyMap<string, string>;
  readonly section?: string | undefined;
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}

/** What the owner sees of the role messages of a server. */
export function rolePage({ messages, channelNames, section, limit = 50, offset = 0 }: PageOf): SystemPage {
  const pageOf = <Row>(rows: readonly Row[]): readonly Row[] => rows.slice(offset, offset + limit);
  const isWanted = (id: string): boolean => section === undefined || section === id;
  const sections = [
    ...(isWanted(MESSAGES) ? [messageSection(messages, pageOf, channelNames)] : []),
    ...(isWanted(CHOICES) ? [choiceSection(messages, pageOf)] : []),
  ];
  return { sections, forms: forms(messages) };
}

function messageSection(
  messages: readonly RoleMessage[],
  pageOf: PageOfRows,
  channelNames: ReadonlyMap<string, string>,
): SystemPageSection {
  const rows = pageOf(messages).map((message) => ({
    id: message.id,
    cells: [
      titleOf(message),
      channelNames.has(message.channelId) ? `#${channelNames.get(message.channelId)}` : message.channelId,
      message.mode,
      String(message.choices.length),
    ],
    actions: [
      ...(message.messageId === null ? [{ id: 'post', label: 'Post', confirm: null }] : []),
      { id: 'delete', label: 'Delete', confirm: 'Delete this message on Discord? Members keep the roles that they picked.' },
    ],
  }));
  const columns = ['Message', 'Channel', 'Picked by', 'Roles'];
  const empty = 'No message yet. Post the first one below.';
  return { id: MESSAGES, title: 'Role messages', empty, columns, rows, total: messages.length };
}

function choiceSection(messages: readonly RoleMessage[], pageOf: PageOfRows): SystemPageSection {
  const choices = messages.flatMap((message) => message.choices.map((choice) => ({ message, choice })));
  const rows = pageOf(choices).map(({ message, choice: { roleId, label, emoji } }) => ({
    id: `${message.id}.${roleId}`,
    cells: [label, emoji ? emojiInText(emoji) : '', titleOf(message)],
    actions: [
      { id: 'remove', label: 'Remove', confirm: `Take the role “${label}” off this message? Members who have it keep it.` },
    ],
  }));
  const columns = ['Role', 'Emoji', 'Message'];
  return { id: CHOICES, title: 'Roles to pick', empty: 'No role yet.', columns, rows, total: choices.length };
}

function forms(messages: readonly RoleMessage[]): SystemPageForm[] {
  return messages.length === 0 ? [CREATE] : [CREATE, addForm(messages)];
}

const CREATE: SystemPageForm = {
  id: 'create',
  title: 'Post a role message',
  description: 'Members pick their roles from it.',
  submit: 'Post',
  confirm: null,
  fields: {
    channel: { type: 'text', label: 'Channel', description: 'Where the message is posted.', default: '', format: 'channel' },
    text: { type: 'text', label: 'Text', description: 'What the message says.', default: '', format: 'lines' },
    roles: {
      type: 'text',
      label: 'Roles',
      description:
        'One role a line by name or id, with an emoji in front of it if you like, also one of the server by its name: 🔴 Red or :party: Guests',
      default: '',
      format: 'lines',
    },
    mode: {
      type: 'select',
      label: 'Members pick by',
      description: 'Reactions with emoji, a button for each role, or a menu.',
      default: 'buttons',
      options: [...ROLE_MESSAGE_MODES],
    },
  },
};

const addForm = (messages: readonly RoleMessage[]): SystemPageForm => ({
  id: 'add',
  title: 'Add a role to a message',
  description: 'The message on Discord changes at once.',
  submit: 'Add',
  confirm: null,
  fields: {
    message: {
      type: 'select',
      label: 'Message',
      description: 'Which message.',
      default: messages[0] ? optionOf(messages[0]) : '',
      options: messages.map(optionOf),
    },
    role: { type: 'text', label: 'Role', description: 'Which role, by name or id.', default: '', format: 'role' },
    emoji: {
      type: 'text',
      label: 'Emoji',
      description: 'The emoji beside it, one of the server by its name, for example :party:; empty for none.',
      default: '',
    },
  },
});

/** Ends with the id, which `messageOfOption` reads. */
const optionOf = (message: RoleMessage): string => `${titleOf(message)} (${message.id})`;

/** The id of the message that was chosen; undefined for something else. */
export const messageOfOption = (option: string): string | undefined => /\(([0-9a-f-]{36})\)$/.exec(option)?.[1];

function titleOf({ text }: RoleMessage): string {
  // A character has at most two code units: the rest of a long text is not looked at.
  const line = [...(text.slice(0, 2 * MAX_TITLE_CHARS + 2).split('\n')[0] ?? '')];
  return line.length > MAX_TITLE_CHARS ? `${line.slice(0, MAX_TITLE_CHARS - 1).join('')}…` : line.join('');
}
