import { MAX_FACT_CHARS, type FactOrigin, type Memory, type MemoryFact } from '@kith/proto';
import {
  ButtonStyle,
  ComponentType,
  InteractionResponseType,
  MessageFlags,
  TextInputStyle,
  type APIButtonComponentWithCustomId,
  type APIInteractionResponseCallbackData,
  type RESTPostAPIInteractionCallbackJSONBody,
} from 'discord-api-types/v10';
import { escaped } from '../discord/markdown.js';

export const MEMORY_COMPONENTS = 'memory';
export const CORRECTED_FIELD = 'value';

/** So that a page of the longest facts fits into an embed. */
const PAGE = 8;
const MAX_LABEL_CHARS = 100;
const MAX_TITLE_CHARS = 45;
const MAX_EMBED_CHARS = 4000;
const MAX_SUMMARY_CHARS = 1000;

const HEADING = 'What I remember about you here';
const NOTHING = 'I remember nothing about you here.';
const ORIGINS: Readonly<Record<FactOrigin, string>> = {
  said: 'you said so',
  model: 'I understood it from your messages',
  owner: 'my owner wrote it',
};
const ALL_QUESTION =
  'Forget everything that I remember about you here? The last messages of our conversation stay until you use /forget-me, which deletes them too.';

const customId = (...parts: readonly (string | number)[]): string => [MEMORY_COMPONENTS, ...parts].join(':');

const button = (label: string, id: string, style: APIButtonComponentWithCustomId['style'] = ButtonStyle.Secondary) =>
  ({ type: ComponentType.Button, label, custom_id: id, style }) as const;
const row = <T>(...components: readonly T[]) => ({ type: ComponentType.ActionRow as const, components: [...components] });

/** Whether it is a new message or takes the place of the message with the component that was used; for the member alone. */
type Way = 'new' | 'update';

function shown(way: Way, data: APIInteractionResponseCallbackData): RESTPostAPIInteractionCallbackJSONBody {
  const whole = { content: '', embeds: [], components: [], ...data, allowed_mentions: { parse: [] } };
  return way === 'update'
    ? { type: InteractionResponseType.UpdateMessage, data: whole }
    : { type: InteractionResponseType.ChannelMessageWithSource, data: { ...whole, flags: MessageFlags.Ephemeral } };
}

/** A page of what is remembered, from 0 on; `note` stands above it. */
export function memoryPage(memory: Memory, asked: number, way: Way, note = ''): RESTPostAPIInteractionCallbackJSONBody {
  const { facts, summary } = memory;
  if (facts.length === 0 && summary === null) return shown(way, { content: [note, NOTHING].filter(Boolean).join('\n') });
  const pages = Math.max(1, Math.ceil(facts.length / PAGE));
  const page = Math.min(Math.max(0, asked), pages - 1);
  const onPage = facts.slice(page * PAGE, (page + 1) * PAGE);
  const texts = [
    ...onPage.map(lineOf),
    ...(page === 0 && summary !== null ? [`**Earlier conversations:** ${escaped(cut(summary, MAX_SUMMARY_CHARS))}`] : []),
  ];
  const turns = [
    ...(page > 0 ? [button('Newer', customId('page', page - 1))] : []),
    ...(page < pages - 1 ? [button('Older', customId('page', page + 1))] : []),
    button('Forget everything', customId('all'), ButtonStyle.Danger),
  ];
  return shown(way, {
    content: note,
    embeds: [{ title: HEADING, description: cut(texts.join('\n'), MAX_EMBED_CHARS) }],
    components: [...(onPage.length === 0 ? [] : [row(menuOf(onPage, page))]), row(...turns)],
  });
}

/** One fact, to be corrected or deleted. */
export const factChoice = (fact: MemoryFact, page: number): RESTPostAPIInteractionCallbackJSONBody =>
  shown('update', {
    embeds: [{ title: HEADING, description: lineOf(fact) }],
    components: [
      row(
        button('Correct', customId('correct', fact.id), ButtonStyle.Primary),
        button('Forget', customId('forget', fact.id), ButtonStyle.Danger),
        button('Back', customId('page', page)),
      ),
    ],
  });

/** Asks before everything is forgotten. */
export const allQuestion = (): RESTPostAPIInteractionCallbackJSONBody =>
  shown('update', {
    content: ALL_QUESTION,
    components: [
      row(button('Forget everything', customId('everything'), ButtonStyle.Danger), button('Back', customId('page', 0))),
    ],
  });

/** The form with which a member corrects a fact. */
export const correctionForm = ({ id, key, value }: MemoryFact): RESTPostAPIInteractionCallbackJSONBody => ({
  type: InteractionResponseType.Modal,
  data: {
    custom_id: customId('corrected', id),
    title: 'Correct what I remember',
    components: [
      row({
        type: ComponentType.TextInput as const,
        custom_id: CORRECTED_FIELD,
        label: cut(key, MAX_TITLE_CHARS),
        style: TextInputStyle.Short,
        value,
        min_length: 1,
        max_length: MAX_FACT_CHARS,
        required: true,
      }),
    ],
  },
});

const menuOf = (facts: readonly MemoryFact[], page: number) => ({
  type: ComponentType.StringSelect as const,
  custom_id: customId('pick', page),
  placeholder: 'Correct or forget one of them',
  options: facts.map(({ id, key, value }) => ({ label: cut(`${key}: ${value}`, MAX_LABEL_CHARS), value: id })),
});

const lineOf = ({ key, value, origin, saidAt }: MemoryFact): string =>
  `**${escaped(key)}:** ${escaped(value)} (${ORIGINS[origin]}, <t:${Math.floor(Date.parse(saidAt) / 1000)}:d>)`;

const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
