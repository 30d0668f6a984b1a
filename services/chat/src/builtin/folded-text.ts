import { foldedLetters, isAscii, simplified } from '@kith/kit';

const APOSTROPHES = /['’‘`´ʼ]/g;
/** Everything but letters, marks and digits separates words; emoji and modifiers are no letters. */
const SEPARATORS = /[^\p{L}\p{M}\p{N}]+/gu;
const ASCII_SEPARATORS = /[^A-Za-z0-9]+/g;
const REPEATED = /(\p{L})\1{2,}/gu;
/** The longest message that is looked at as small talk: longer ones are no phrases. */
const MAX_CHARS = 300;

/** The words of a text separated by single spaces, without punctuation and emoji, as they were written. */
export function plainWords(text: string): string {
  // The same for texts without other characters, in less time.
  if (isAscii(text)) return text.replaceAll("'", '').replaceAll('`', '').replace(ASCII_SEPARATORS, ' ').trim();
  return text.normalize('NFKC').replace(APOSTROPHES, '').replace(SEPARATORS, ' ').trim();
}

/**
 * The same in lower case, without accents, with simplified Chinese characters, and with letters that are drawn out ("hellooo") once: the form in which
 * phrases are compared.
 */
export const folded = (text: string): string => simplified(foldedLetters(plainWords(text).toLowerCase().replace(REPEATED, '$1')));

const wholeText = (source: string) => new RegExp(`^(?:${source})$`, 'u');
const startOfText = (source: string) => new RegExp(`^(?:${source})(?![\\p{Script=Latin}\\p{Script=Cyrillic}\\p{N}])\\s*`, 'u');
const endOfText = (source: string) => new RegExp(`(?<![\\p{Script=Latin}\\p{Script=Cyrillic}\\p{N}])(?:${source})$`, 'u');

/**
 * A list of phrases as it stands in the texts of a language: each compiled to compare folded texts with. An expression is compiled when it is first
 * needed: of all languages there are more than a thousand, which would take a twentieth of the start of a process.
 */
export class Phrases {
  private source: string | undefined;
  private whole: RegExp | undefined;
  private start: RegExp | undefined;
  private end: RegExp | undefined;

  constructor(private readonly list: string) {}

  /** What `{}` stood for; undefined when the text is none of the phrases. */
  match(text: string): string | undefined {
    if (text.length > MAX_CHARS) return undefined;
    this.whole ??= wholeText(this.expression());
    const found = this.whole.exec(text);
    return found ? (found.slice(1).find((part) => part !== undefined) ?? '').trim() : undefined;
  }

  /** The text behind a phrase at its beginning; undefined when it begins with none. */
  after(text: string): string | undefined {
    this.start ??= startOfText(this.expression());
    const found = this.start.exec(text.slice(0, MAX_CHARS));
    return found && found[0] !== '' ? text.slice(found[0].length) : undefined;
  }

  /** The text before a phrase at its end; undefined when it ends with none. */
  before(text: string): string | undefined {
    if (text.length > MAX_CHARS) return undefined;
    this.end ??= endOfText(this.expression());
    const found = this.end.exec(text);
    return found && found[0] !== '' ? text.slice(0, found.index).trim() : undefined;
  }

  private expression(): string {
    this.source ??= this.list.split(' / ').map(sourceOf).join('|');
    return this.source;
  }
}

/** Where a phrase has a space the text may have none: not everybody types it, and some scripts write none. */
function sourceOf(phrase: string): string {
  return phrase
    .trim()
    .split(/([[\]()|]|\{\})/)
    .map((part) => {
      if (part === '[' || part === '(') return '(?:';
      if (part === ']') return ')?';
      if (part === ')' || part === '|') return part;
      if (part === '{}') return '(.{1,80}?)';
      const words = folded(part);
      return `${/^\s/.test(part) ? ' ?' : ''}${words.replaceAll(' ', ' ?')}${/\S\s+$/.test(part) ? ' ?' : ''}`;
    })
    .join('');
}

const FIRST_WORD = /^[^\p{L}\p{N}]*[\p{L}\p{M}\p{N}'’]+[\s,:;.!?…，、：。！？]*/u;
const LAST_WORD = /[^\p{L}\p{N}]*[\p{L}\p{M}\p{N}'’]+[^\p{L}\p{N}]*$/u;
const NO_LETTERS_AT_END = /[^\p{L}\p{M}\p{N}]*$/u;

/** The end of the text whose folded form is `wanted`, as it was written. */
export function writtenEnd(text: string, wanted: string): string {
  let rest = text;
  while (folded(rest) !== wanted) {
    const shorter = rest.replace(FIRST_WORD, '');
    if (shorter === rest || folded(shorter).length < wanted.length) {
      // Scripts without spaces have one long word: it is cut by characters.
      const marks = [...(NO_LETTERS_AT_END.exec(text)?.[0] ?? '')].length;
      return [...text].slice(-[...wanted].length - marks).join('');
    }
    rest = shorter;
  }
  return rest;
}

/** The beginning of the text whose folded form is `wanted`, as it was written. */
export function writtenStart(text: string, wanted: string): string {
  let rest = text;
  while (folded(rest) !== wanted) {
    const shorter = rest.replace(LAST_WORD, '');
    if (shorter === rest || folded(shorter).length < wanted.length) return wanted;
    rest = shorter;
  }
  return rest;
}
