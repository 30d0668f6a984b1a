import { ApplicationCommandOptionType, type APIApplicationCommandOptionChoice } from 'discord-api-types/v10';

/** Discord takes at most so many choices, with names of at most so many characters. */
export const MAX_CHOICES = 25;
const MAX_CHARS = 100;

/** What a member reads, and what is sent when they choose it. */
export type Choice = APIApplicationCommandOptionChoice<string>;

/** An option, or a subcommand with its options, as Discord sends it. */
interface SentOption {
  readonly type: ApplicationCommandOptionType;
  readonly name: string;
  readonly value?: unknown;
  readonly focused?: boolean;
  readonly options?: readonly SentOption[];
}

/** What the member types, with the subcommand that it belongs to; null when nothing is typed. */
export function typedOption(
  options: readonly SentOption[],
): { readonly subcommand: string | null; readonly text: string } | null {
  for (const { type, name, value, focused, options: inner = [] } of options) {
    const found = type === ApplicationCommandOptionType.Subcommand ? typedOption(inner) : null;
    if (found) return { ...found, subcommand: name };
    if (focused) return { subcommand: null, text: String(value ?? '') };
  }
  return null;
}

/** The choices that contain what the member typed, whatever its letter case and width. */
export const matching = (choices: readonly Choice[], typed: string): Choice[] =>
  choices.filter(({ name }) => folded(name).includes(folded(typed).trim()));

/** As many as Discord takes, with names as long as it takes. A value cannot be shortened: what it names would not be found. */
export const within = (choices: readonly Choice[]): Choice[] =>
  choices
    .filter(({ name, value }) => name !== '' && value !== '' && [...value].length <= MAX_CHARS)
    .slice(0, MAX_CHOICES)
    .map(({ name, value }) => ({ name: [...name].slice(0, MAX_CHARS).join(''), value }));

const folded = (text: string): string => text.normalize('NFKC').toLowerCase();
