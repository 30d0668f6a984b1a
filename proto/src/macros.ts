/** By their names in lower case, and the older form of cards (`<USER>`). */
const MACRO = /\{\{\s*([a-z]+)\s*\}\}|<(user|char|bot)>/giu;

/** Notes of the author of a card, which nobody is to read (specification of character cards, version 3). */
const NOTE = /\{\{\s*(?:\/\/|(?:comment|hidden_key)\s*:)[^{}]{0,2000}\}\}/giu;
/** One of several texts, separated by commas or double colons. */
const CHOICE = /\{\{\s*(?:random|pick)\s*::?([^{}]{1,2000})\}\}/giu;

/**
 * The text with the macros of character cards filled, whatever their letter case; unknown ones stay. What is filled in is not read again. Of several
 * texts it is always the first: a prompt that begins otherwise each time costs more.
 */
export function fillMacros(text: string, values: Readonly<Record<string, string>>): string {
  const known = new Map(Object.entries(values));
  const plain = text.replace(NOTE, '').replace(CHOICE, (_whole, texts: string) => firstOf(texts));
  return plain.replace(
    MACRO,
    (whole, macro: string | undefined, tag: string | undefined) => known.get((macro ?? tag ?? '').toLowerCase()) ?? whole,
  );
}

/** A comma behind a backslash separates nothing. */
const firstOf = (texts: string): string => {
  const [first = ''] = texts.includes('::') ? texts.split('::') : texts.split(/(?<!\\),/u);
  return first.replaceAll('\\,', ',').trim();
};

/** The greeting of a bot for somebody: `{{char}}` and `{{bot}}` are the bot, `{{user}}` who is greeted. */
export const filledGreeting = (greeting: string, bot: string, user: string): string =>
  fillMacros(greeting, { char: bot, bot, user });
