import {
  MAX_CONTENT_CHARS,
  SERVER_EMOJI,
  type CommandButton,
  type CommandEmbed,
  type CommandForm,
  type CommandPost,
  type CommandSelect,
} from '@kith/proto';
import {
  ButtonStyle,
  ComponentType,
  TextInputStyle,
  type APIActionRowComponent,
  type APIButtonComponent,
  type APIComponentInMessageActionRow,
  type APIEmbed,
  type APIMessageComponentEmoji,
  type APIModalInteractionResponseCallbackData,
  type APISelectMenuComponent,
} from 'discord-api-types/v10';
import type { MessagePart } from '../discord/message-poster.js';

/** Of the components that call a custom command. */
export const CUSTOM_COMPONENTS = 'custom';
const BUTTONS_PER_ROW = 5;

/** What follows when a component is used. */
type Answer = NonNullable<CommandButton['answer']>;
const LETTERS = { new: 'n', private: 'p', update: 'u', form: 'f' } as const satisfies Record<Answer, string>;

/** Which command a component calls, and with what. */
export interface CustomComponent {
  readonly commandId: string;
  readonly answer: Answer;
  readonly value: string;
}

/** At most 100 characters, because a value has at most 60. */
const customIdOf = ({ commandId, answer, value }: CustomComponent): string =>
  [CUSTOM_COMPONENTS, Buffer.from(commandId.replaceAll('-', ''), 'hex').toString('base64url'), LETTERS[answer], value].join(':');

/** What a custom id says, without the prefix and its colon; null for one that is not of this form. */
export function customComponentIn(customId: string): CustomComponent | null {
  const [, id = '', letter = '', value = ''] = /^([\w-]{22}):([npuf]):(.+)$/su.exec(customId) ?? [];
  const hex = Buffer.from(id, 'base64url').toString('hex');
  const commandId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const answer = (Object.keys(LETTERS) as Answer[]).find((one) => LETTERS[one] === letter);
  return answer ? { commandId, answer, value } : null;
}

/** One message of a custom command as it is posted. Says also what it does not have, so that an update removes that. */
export function partOf(commandId: string, { content, embeds, buttons, selects }: CommandPost): MessagePart {
  const rows: APIActionRowComponent<APIComponentInMessageActionRow>[] = [];
  for (let at = 0; at < buttons.length; at += BUTTONS_PER_ROW) {
    const inRow = buttons.slice(at, at + BUTTONS_PER_ROW).map((button) => buttonOf(commandId, button));
    rows.push({ type: ComponentType.ActionRow, components: inRow });
  }
  for (const select of selects) rows.push({ type: ComponentType.ActionRow, components: [selectOf(commandId, select)] });
  return { content, embeds: embeds.map(embedOf), components: rows };
}

/** A form as a response to an interaction; a member who sends it calls the command with the form's value. */
export function modalOf(commandId: string, { title, value, fields }: CommandForm): APIModalInteractionResponseCallbackData {
  return {
    custom_id: customIdOf({ commandId, answer: 'new', value }),
    title,
    components: fields.map(({ name, label, style, required, placeholder, min, max, value: text }) => ({
      type: ComponentType.ActionRow,
      components: [
        {
          type: ComponentType.TextInput,
          custom_id: name,
          label,
          style: style === 'short' ? TextInputStyle.Short : TextInputStyle.Paragraph,
          required,
          ...(placeholder === undefined ? {} : { placeholder }),
          ...(min === undefined ? {} : { min_length: min }),
          ...(max === undefined ? {} : { max_length: max }),
          ...(text === undefined ? {} : { value: text }),
        },
      ],
    })),
  };
}

/** Where no form can be opened: a button that opens it. */
export const formButton = ({ title, value }: CommandForm): CommandButton => ({
  label: title,
  value,
  style: 'primary',
  answer: 'form',
});

/** What a post says, for places that show text alone. */
export function textOf({ content, embeds, buttons, selects }: CommandPost): string {
  const inEmbeds = embeds.flatMap(({ author, title, description, fields = [], footer, url, image }) => [
    author,
    title === undefined ? undefined : `**${title}**`,
    description,
    ...fields.map(({ name, value }) => `**${name}**: ${value}`),
    footer,
    url,
    image,
  ]);
  const components = [
    ...buttons.map(({ label }) => `[${label}]`),
    ...selects.map(({ placeholder = 'Menu' }) => `[${placeholder} ▾]`),
  ];
  return [content, ...inEmbeds, components.join(' ')]
    .filter(Boolean)
    .join('\n')
    .slice(0, 2 * MAX_CONTENT_CHARS);
}

function embedOf({ footer, author, image, thumbnail, fields, ...embed }: CommandEmbed): APIEmbed {
  return {
    ...embed,
    ...(fields ? { fields } : {}),
    ...(footer === undefined ? {} : { footer: { text: footer } }),
    ...(author === undefined ? {} : { author: { name: author } }),
    ...(image === undefined ? {} : { image: { url: image } }),
    ...(thumbnail === undefined ? {} : { thumbnail: { url: thumbnail } }),
  };
}

const STYLES = {
  primary: ButtonStyle.Primary,
  secondary: ButtonStyle.Secondary,
  success: ButtonStyle.Success,
  danger: ButtonStyle.Danger,
} as const;

function buttonOf(
  commandId: string,
  { label, value = '', url, style = 'secondary', emoji, disabled, answer = 'new' }: CommandButton,
) {
  const common = { type: ComponentType.Button, label, ...emojiOf(emoji), ...(disabled ? { disabled } : {}) } as const;
  const button: APIButtonComponent =
    url === undefined
      ? { ...common, style: STYLES[style], custom_id: customIdOf({ commandId, answer, value }) }
      : { ...common, style: ButtonStyle.Link, url };
  return button;
}

function selectOf(commandId: string, { value, placeholder, options, min, max, disabled, answer = 'new' }: CommandSelect) {
  const select: APISelectMenuComponent = {
    type: ComponentType.StringSelect,
    custom_id: customIdOf({ commandId, answer, value }),
    options: options.map(({ emoji, ...option }) => ({ ...option, ...emojiOf(emoji) })),
    min_values: min,
    max_values: max,
    ...(placeholder === undefined ? {} : { placeholder }),
    ...(disabled ? { disabled } : {}),
  };
  return select;
}

function emojiOf(emoji: string | undefined): { emoji?: APIMessageComponentEmoji } {
  if (emoji === undefined) return {};
  const [, animated, name = '', id = ''] = SERVER_EMOJI.exec(emoji) ?? [];
  return { emoji: animated === undefined ? { name: emoji } : { id, name, animated: animated === 'a' } };
}
