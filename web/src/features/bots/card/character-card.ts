import { BOT_SETTINGS, fillMacros, type BotSettings, type CreateKnowledgeInput } from '@kith/proto';
import { z } from 'zod';
import { CardError, isPng, pngTexts } from './png-text.js';

type Texts = Pick<BotSettings, 'name' | 'description' | 'instructions' | 'greeting' | 'exampleDialogues'>;
type NewItem = z.input<typeof CreateKnowledgeInput>;
export type CardItem = Required<Pick<NewItem, 'title' | 'activation' | 'keywords'>> & { readonly content: string };

/** What is not taken over from a card, each once. */
export const CARD_REMARKS = [
  'cutName',
  'cutInstructions',
  'cutGreeting',
  'cutExampleDialogues',
  'alternateGreetings',
  'disabledEntries',
  'cutEntries',
  'patterns',
  'secondaryKeys',
  'tooManyEntries',
] as const;
export type CardRemark = (typeof CARD_REMARKS)[number];

export interface CharacterCard {
  readonly texts: { readonly [K in keyof Texts]: string };
  /** Entries of its lorebook. */
  readonly items: readonly CardItem[];
  readonly remarks: ReadonlySet<CardRemark>;
}

/** The largest file, in bytes; cards are pictures of some hundred kilobytes. */
export const MAX_CARD_BYTES = 10 * 1024 * 1024;
/** The longest JSON in a card, in characters. */
const MAX_JSON_CHARS = 4_000_000;
const MAX_ENTRIES = 1000;
const MAX_ENTRY_CHARS = 20_000;
const MAX_TITLE_CHARS = 200;
const MAX_KEYWORDS = 20;
const MAX_KEYWORD_CHARS = 50;

const words = z.string().catch('');
const isSet = (otherwise: boolean) => z.boolean().catch(otherwise);
const Entry = z.object({
  name: words,
  comment: words,
  content: words,
  keys: z.array(z.unknown()).catch([]),
  secondary_keys: z.array(z.unknown()).catch([]),
  enabled: isSet(true),
  constant: isSet(false),
  selective: isSet(false),
  use_regex: isSet(false),
});
// Everything else in a card is ignored, and a field of another type counts as missing: cards come from many programs.
const CardData = z.object({
  name: words,
  description: words,
  personality: words,
  scenario: words,
  first_mes: words,
  mes_example: words,
  system_prompt: words,
  post_history_instructions: words,
  alternate_greetings: z.array(z.unknown()).catch([]),
  character_book: z.object({ entries: z.array(z.unknown()).catch([]) }).catch({ entries: [] }),
});
type CardData = z.infer<typeof CardData>;

/** Reads a character card, version 2 or 3, of a PNG or JSON file. Throws CardError. */
export function readCard(bytes: Uint8Array): CharacterCard {
  if (bytes.length > MAX_CARD_BYTES) throw new CardError('tooLarge');
  return asCard(parsedJson(isPng(bytes) ? jsonInPng(bytes) : utf8Text(bytes)));
}

/** Version 3 wins over version 2, which such cards hold too. */
function jsonInPng(bytes: Uint8Array): string {
  const texts = pngTexts(bytes, ['ccv3', 'chara']);
  const text = texts.get('ccv3') ?? texts.get('chara');
  if (text === undefined) throw new CardError('notACard');
  if (text.length > MAX_JSON_CHARS) throw new CardError('tooLarge');
  try {
    return utf8Text(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)));
  } catch {
    throw new CardError('damaged');
  }
}

const utf8Text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

function parsedJson(json: string): unknown {
  if (json.length > MAX_JSON_CHARS) throw new CardError('tooLarge');
  try {
    return JSON.parse(json) as unknown;
  } catch {
    throw new CardError('notACard');
  }
}

const Card = z.object({ spec: z.enum(['chara_card_v2', 'chara_card_v3']), data: CardData });

function asCard(json: unknown): CharacterCard {
  const card = Card.safeParse(json);
  if (!card.success) throw new CardError('notACard');
  const { data } = card.data;
  const remarks = new Set<CardRemark>();
  const name = cut(nameIn(data.name), 100, () => remarks.add('cutName')).trim();
  if (name === '') throw new CardError('noName');
  if (data.alternate_greetings.length > 0) remarks.add('alternateGreetings');
  return { texts: { name, ...textsOf(data, remarks) }, items: itemsOf(data, name, remarks), remarks };
}

/** A long description is a part of the instructions: the one of a bot is short. */
function textsOf(data: CardData, remarks: Set<CardRemark>): Omit<CharacterCard['texts'], 'name'> {
  const about = clean(data.description);
  const isShort = BOT_SETTINGS.description.input.safeParse(about).success;
  const instructions = [
    isShort ? '' : about,
    titled('Personality', clean(data.personality)),
    titled('Scenario', clean(data.scenario)),
    withoutOriginal(data.system_prompt),
    withoutOriginal(data.post_history_instructions),
  ]
    .filter(Boolean)
    .join('\n\n');
  return {
    description: isShort ? about : '',
    instructions: cut(instructions, 8000, () => remarks.add('cutInstructions')),
    greeting: cut(clean(data.first_mes), 2000, () => remarks.add('cutGreeting')),
    exampleDialogues: cut(clean(data.mes_example), 3000, () => remarks.add('cutExampleDialogues')),
  };
}

const titled = (title: string, text: string): string => (text === '' ? '' : `${title}: ${text}`);
/** What other programs put their own prompt in place of. */
const withoutOriginal = (text: string): string => clean(text.replace(/\{\{original\}\}/giu, ''));

function itemsOf({ character_book: book }: CardData, name: string, remarks: Set<CardRemark>): CardItem[] {
  if (book.entries.length > MAX_ENTRIES) remarks.add('tooManyEntries');
  return book.entries.slice(0, MAX_ENTRIES).flatMap((value, at) => {
    const parsed = Entry.safeParse(value);
    const content = parsed.success ? clean(parsed.data.content) : '';
    if (!parsed.success || content === '') return [];
    const entry = parsed.data;
    if (!entry.enabled) {
      remarks.add('disabledEntries');
      return [];
    }
    if (entry.selective && entry.secondary_keys.length > 0) remarks.add('secondaryKeys');
    const keywords = entry.constant ? [] : keywordsOf(entry, remarks);
    const title = [entry.name, entry.comment, keywords[0] ?? ''].map(inOneLine).find(Boolean) ?? `${name} ${at + 1}`;
    const text = fillMacros(content, { char: name, bot: name, user: 'the user' });
    return [
      {
        title: cut(title, MAX_TITLE_CHARS).trim(),
        content: cut(text, MAX_ENTRY_CHARS, () => remarks.add('cutEntries')),
        activation: entry.constant ? 'always' : keywords.length > 0 ? 'keywords' : 'search',
        keywords,
      },
    ];
  });
}

function keywordsOf({ keys, use_regex: isPattern }: z.infer<typeof Entry>, remarks: Set<CardRemark>): string[] {
  const texts = keys.flatMap((key) => (typeof key === 'string' ? [inOneLine(key)] : []));
  const plain = texts.filter(
    (key) => key !== '' && key.length <= MAX_KEYWORD_CHARS && !isPattern && !/^\/.+\/[a-z]*$/u.test(key),
  );
  if (plain.length < texts.filter(Boolean).length) remarks.add('patterns');
  return [...new Set(plain)].slice(0, MAX_KEYWORDS);
}

/** Without what cannot be stored or seen: control characters but line breaks and tabs, and lone surrogates. */
const clean = (text: string): string =>
  text
    .replace(/\r\n?/gu, '\n')
    .replace(/[^\P{Cc}\n\t]|\p{Surrogate}/gu, '')
    .trim();
const inOneLine = (text: string): string => clean(text).replace(/\s+/gu, ' ');
/** Names have no invisible characters either. */
const nameIn = (text: string): string =>
  inOneLine(text)
    .replace(/[\p{Cf}\p{Zl}\p{Zp}\u2800]|\p{Default_Ignorable_Code_Point}/gu, '')
    .trim();

/** The first UTF-16 units of a text, whole characters only; `onCut` is called when it was longer. */
function cut(text: string, max: number, onCut?: () => void): string {
  if (text.length <= max) return text;
  onCut?.();
  return text.slice(0, max).replace(/\p{Surrogate}$/u, '');
}
