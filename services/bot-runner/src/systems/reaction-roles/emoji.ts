/** An emoji of Unicode (`id` null) or of a server. */
export interface Emoji {
  readonly id: string | null;
  readonly name: string;
  readonly animated: boolean;
}

const OF_SERVER = /^<(a?):(\w{2,32}):(\d{16,20})>$/;
const OF_UNICODE = /\p{Extended_Pictographic}|^\p{Regional_Indicator}{2}$|^[0-9#*]\uFE0F?\u20E3$/u;
const MAX_UNICODE_CHARS = 32;
const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Discord sends some emoji with it and accepts them without. */
const VARIATION_SELECTOR = /\uFE0F/g;

/** Reads `🔴`, `<:name:id>` or `<a:name:id>`; null for anything else. */
export function parseEmoji(text: string): Emoji | null {
  const ofServer = OF_SERVER.exec(text);
  if (ofServer) return { id: ofServer[3] ?? '', name: ofServer[2] ?? '', animated: ofServer[1] === 'a' };
  const isOne = text.length <= MAX_UNICODE_CHARS && [...characters.segment(text)].length === 1;
  return isOne && OF_UNICODE.test(text) ? { id: null, name: text, animated: false } : null;
}

/** The same for the same emoji, however it is written: what reactions are compared by. */
export const emojiKey = ({ id, name }: { readonly id: string | null; readonly name: string | null }): string =>
  id ?? (name ?? '').replaceAll(VARIATION_SELECTOR, '');

/** As it stands in the path of a request. */
export const emojiInPath = ({ id, name }: Emoji): string => encodeURIComponent(id === null ? name : `${name}:${id}`);

/** As it stands in a text. */
export const emojiInText = ({ id, name, animated }: Emoji): string =>
  id === null ? name : `<${animated ? 'a' : ''}:${name}:${id}>`;

const NAMED = /(?<!<a?):(\w{2,32}):(?!\d{16,20}>)/g;

export const namesEmoji = (text: string): boolean => text.search(NAMED) !== -1;

/** The text with `:name:` of the emoji of a server as they stand in messages; names that it does not have stay. */
export const withServerEmoji = (text: string, known: readonly Emoji[]): string =>
  text.replaceAll(NAMED, (written, name: string) => {
    const found =
      known.find((emoji) => emoji.name === name) ?? known.find((emoji) => emoji.name.toLowerCase() === name.toLowerCase());
    return found ? emojiInText(found) : written;
  });
