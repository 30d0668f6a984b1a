import {
  ButtonStyle,
  ComponentType,
  type APIActionRowComponent,
  type APIButtonComponent,
  type APIComponentInMessageActionRow,
} from 'discord-api-types/v10';

export type ButtonRow = APIActionRowComponent<APIComponentInMessageActionRow>;

/** What the custom ids of the buttons below answers begin with. */
export const REPLY_BUTTONS = 'reply';
export const REPLY_ACTIONS = ['stop', 'again', 'good', 'bad'] as const;
export type ReplyAction = (typeof REPLY_ACTIONS)[number];

/** A button below the answer to a message; `authorId` asked. */
export interface ReplyButton {
  readonly action: ReplyAction;
  readonly messageId: string;
  readonly authorId: string;
}

/** Below the beginning of an answer that is still being written. */
export const stopButton = (messageId: string, authorId: string): ButtonRow =>
  row([button({ action: 'stop', messageId, authorId }, { label: 'Stop' })]);

/** Below a complete answer. */
export const buttonsOfAnswer = (messageId: string, authorId: string): ButtonRow =>
  row([
    button({ action: 'again', messageId, authorId }, { label: 'Answer again' }),
    button({ action: 'good', messageId, authorId }, { emoji: '👍' }),
    button({ action: 'bad', messageId, authorId }, { emoji: '👎' }),
  ]);

/** The button with this custom id, without the prefix; null for another text. */
export function buttonIn(customId: string): ReplyButton | null {
  const [, name, messageId = '', authorId = ''] = /^(\w+):(\d{1,20}):(\d{1,20})$/.exec(customId) ?? [];
  const action = REPLY_ACTIONS.find((one) => one === name);
  return action === undefined ? null : { action, messageId, authorId };
}

const row = (components: APIButtonComponent[]): ButtonRow => ({ type: ComponentType.ActionRow, components });

const button = (
  { action, messageId, authorId }: ReplyButton,
  { label, emoji }: { readonly label?: string; readonly emoji?: string },
): APIButtonComponent => ({
  type: ComponentType.Button,
  style: ButtonStyle.Secondary,
  custom_id: `${REPLY_BUTTONS}:${action}:${messageId}:${authorId}`,
  ...(label === undefined ? {} : { label }),
  ...(emoji === undefined ? {} : { emoji: { name: emoji } }),
});
