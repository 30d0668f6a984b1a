import type { CommandOption, OptionReference, OptionType, OptionValue, OptionValues } from './command-options.js';
import { isolated } from './isolated.js';

const QUOTES = '"“”„«»';
const QUOTED = /["“”„«»]([^"“”„«»]*)["“”„«»](?=\s|$)/uy;
const WORD = /\S+/uy;
const MENTION = /^(?:<(?:@[!&]?|#)(\d{17,20})>|(\d{17,20}))$/;
const YES = new Set(['yes', 'true', 'on', 'y', '1']);
const NO = new Set(['no', 'false', 'off', 'n', '0']);
const REFERENCES: ReadonlySet<OptionType> = new Set(['member', 'channel', 'role']);
/** Of a list of choices in a sentence. */
const MAX_LIST_CHARS = 300;
/** In the form of Discord's ids. */
const MADE_UP_ID = '100000000000000004';

const KINDS: Readonly<Record<OptionType, string>> = {
  text: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'yes or no',
  member: 'a member, by mention or ID',
  channel: 'a channel, by mention or ID',
  role: 'a role, by mention or ID',
};

/** What an option needs, as a sentence for who calls the command. */
export class OptionProblem {
  constructor(readonly text: string) {}
}

/** Whether the value is a member, a channel or a role. */
export const isReferring = ({ type }: Pick<CommandOption, 'type'>): boolean => REFERENCES.has(type);

/** How options are written behind the trigger: `<required> [optional]`. */
export const optionsUsage = (options: readonly Pick<CommandOption, 'name' | 'isRequired'>[]): string =>
  options.map(({ name, isRequired }) => (isRequired ? `<${isolated(name)}>` : `[${isolated(name)}]`)).join(' ');

/** One line: how the command is called. */
export const usageText = (trigger: string, options: readonly CommandOption[]): string =>
  `Use it like this: \`${`${trigger} ${optionsUsage(options)}`.trim().replaceAll('`', "'")}\``;

/** That the value is missing or of the wrong kind. */
export function optionProblem({ name, type, choices }: CommandOption): OptionProblem {
  const kind = choices.length === 0 ? KINDS[type] : `one of: ${listOf(choices)}`;
  return new OptionProblem(`“${isolated(name)}” must be ${kind}.`);
}

/**
 * The values of options in what follows a trigger: words in the order of the options. Quotation marks make several words one, and a text at the end
 * takes all that is left; an empty pair of quotation marks leaves an option out. Of a member, a channel and a role only the id is known, of one that
 * is neither mentioned nor an id only the name. Without options nothing is read.
 */
export function writtenOptions(options: readonly CommandOption[], text: string): OptionValues | OptionProblem {
  if (options.length === 0) return {};
  const given: Record<string, OptionValue> = {};
  let rest = text.trim();
  for (const [at, option] of options.entries()) {
    const takesRest = option.type === 'text' && at === options.length - 1;
    const word = takesRest ? { value: unquoted(rest), length: rest.length } : firstWord(rest);
    rest = rest.slice(word.length).trim();
    if (word.value === '') continue;
    const value = valueIn(option, word.value);
    if (value === null) return optionProblem(option);
    given[option.name] = value;
  }
  if (rest !== '') return new OptionProblem('There are more words than this command takes.');
  return missingIn(options, given) ?? given;
}

/** The values that Discord sent by name, or what is wrong with them. */
export function checkedOptions(options: readonly CommandOption[], given: OptionValues): OptionValues | OptionProblem {
  for (const [name, value] of Object.entries(given)) {
    const option = options.find((one) => one.name === name);
    if (!option) return new OptionProblem('This command has changed. Please try again.');
    if (!isOfType(option, value)) return optionProblem(option);
  }
  return missingIn(options, given) ?? given;
}

/** For test runs, which no member, channel or role of Discord is a part of. */
export const madeUp = (values: OptionValues): OptionValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'object' ? { id: value.id || MADE_UP_ID, name: value.name || 'someone' } : value,
    ]),
  );

const missingIn = (options: readonly CommandOption[], given: OptionValues): OptionProblem | null => {
  const missing = options.find(({ name, isRequired }) => isRequired && !Object.hasOwn(given, name));
  return missing ? optionProblem(missing) : null;
};

function isOfType({ type, choices }: CommandOption, value: OptionValue): boolean {
  if (type === 'text') return typeof value === 'string' && (choices.length === 0 || choices.includes(value));
  if (type === 'integer') return Number.isSafeInteger(value);
  if (type === 'number') return Number.isFinite(value);
  if (type === 'boolean') return typeof value === 'boolean';
  return typeof value === 'object';
}

/** Null for a word that is no such value. */
function valueIn({ type, choices }: CommandOption, word: string): OptionValue | null {
  switch (type) {
    case 'text':
      return choices.length === 0 ? word : (choices.find((choice) => keyOf(choice) === keyOf(word)) ?? null);
    case 'integer':
      return /^[+-]?\d{1,15}$/.test(word) ? Number(word) : null;
    case 'number':
      return /^[+-]?\d{1,15}(?:\.\d{1,15})?$/.test(word) ? Number(word) : null;
    case 'boolean':
      return YES.has(keyOf(word)) ? true : NO.has(keyOf(word)) ? false : null;
    default:
      return referenceIn(word);
  }
}

function referenceIn(word: string): OptionReference {
  const found = MENTION.exec(word);
  const id = found?.[1] ?? found?.[2];
  return id === undefined ? { id: '', name: word.replace(/^[@#]/, '').slice(0, 100) } : { id, name: '' };
}

const keyOf = (word: string): string => word.normalize('NFKC').toLowerCase();

function firstWord(text: string): { readonly value: string; readonly length: number } {
  QUOTED.lastIndex = 0;
  const quoted = QUOTED.exec(text);
  if (quoted) return { value: (quoted[1] ?? '').trim(), length: quoted[0].length };
  WORD.lastIndex = 0;
  const word = WORD.exec(text)?.[0] ?? '';
  return { value: word, length: word.length };
}

/** Without the quotation marks around all of it. */
function unquoted(text: string): string {
  const inner = text.slice(1, -1);
  const isQuoted = text.length >= 2 && [text.charAt(0), text.charAt(text.length - 1)].every((mark) => QUOTES.includes(mark));
  return isQuoted && ![...inner].some((letter) => QUOTES.includes(letter)) ? inner.trim() : text;
}

function listOf(choices: readonly string[]): string {
  const list = choices.map((choice) => isolated(choice)).join(', ');
  return list.length <= MAX_LIST_CHARS ? list : `${[...list].slice(0, MAX_LIST_CHARS).join('')}…`;
}
