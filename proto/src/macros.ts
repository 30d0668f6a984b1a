/** By their names in lower case, and the older form of cards (`<USER>`). */
const MACRO = /\{\{\s*([a-z]+)\s*\}\}|<(user|char|bot)>/giu;

/** The text with the macros of character cards filled, whatever their letter case; unknown ones stay. What is filled in is not read again. */
export function fillMacros(text: string, values: Readonly<Record<string, string>>): string {
  const known = new Map(Object.entries(values));
  return text.replace(
    MACRO,
    (whole, macro: string | undefined, tag: string | undefined) => known.get((macro ?? tag ?? '').toLowerCase()) ?? whole,
  );
}

/** The greeting of a bot for somebody: `{{char}}` and `{{bot}}` are the bot, `{{user}}` who is greeted. */
export const filledGreeting = (greeting: string, bot: string, user: string): string =>
  fillMacros(greeting, { char: bot, bot, user });
