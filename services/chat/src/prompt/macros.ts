import type { Persona } from '@kith/proto';

/**
 * What the macros of character cards stand for in a prompt. Never a name of a person, nor the time: these texts begin every prompt of the bot, and
 * a beginning that changes costs more. Who writes, and when, stands in the last message.
 */
const IN_PROMPT = {
  user: 'the user',
  date: "today's date",
  time: 'the present time',
  weekday: 'the present day of the week',
} as const;

/** By their names in lower case, and the older form of cards (`<USER>`). */
const MACRO = /\{\{\s*([a-z]+)\s*\}\}|<(user|char|bot)>/giu;

/** The text with its macros filled, whatever their letter case; unknown ones stay. What is filled in is not read again. */
export function fillMacros(text: string, values: Readonly<Record<string, string>>): string {
  const known = new Map(Object.entries(values));
  return text.replace(
    MACRO,
    (whole, macro: string | undefined, tag: string | undefined) => known.get((macro ?? tag ?? '').toLowerCase()) ?? whole,
  );
}

/** The bot with the macros in its texts filled: `{{char}}` and `{{bot}}` are its name. */
export function withMacrosFilled<T extends Pick<Persona, 'name' | 'description' | 'instructions'>>(persona: T): T {
  const values = { ...IN_PROMPT, char: persona.name, bot: persona.name };
  const fill = (text: string | null): string | null => (text === null ? null : fillMacros(text, values));
  return { ...persona, description: fill(persona.description), instructions: fill(persona.instructions) };
}
