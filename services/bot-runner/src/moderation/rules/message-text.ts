import { MAX_MODERATED_CHARS } from '../moderated-text.js';
import { cyrillised, foldText, latinised, withoutLeet } from './fold-text.js';
import { isNumber, isPlain, spellingsOf } from './word-spellings.js';

/** Signs that stand for letters are part of a word: "sh!t". */
const TOKEN = /[\p{L}\p{M}\p{N}@$!|€]+/gu;
/** By its code, whether a character of ASCII is part of a word. */
const IS_OF_WORD = Array.from({ length: 128 }, (_, code) => /[A-Za-z0-9@$!|]/.test(String.fromCharCode(code)));
const MIN_SPELLED_LETTERS = 3;
/** What follows it in the line is shown from right to left, whatever its letters are. */
const TURNS_AROUND = '\u202E';
/** To the end of the line, because marks that end this early can be nested. */
const TURNED_AROUND = /\u202E[^\n\r\u2029]*/gu;

/** A text, and what several rules read of it, each of it read once. */
export class MessageText {
  private foldedText: string | undefined;
  private foundWords: readonly string[] | undefined;
  private foundSpellings: readonly string[] | undefined;
  private foundWordSpellings: readonly string[] | undefined;

  constructor(private readonly text: string) {}

  /** As `foldText` does it; behind it, backwards, what is shown so. */
  get folded(): string {
    return (this.foldedText ??= asShown(this.text));
  }

  /** How the whole text may be meant, for the search of phrases: with letters for digits and with look-alikes resolved; white space is one space. */
  get spellings(): readonly string[] {
    return (this.foundSpellings ??= phraseSpellingsOf(this.folded));
  }

  /** The words of the folded text, and those that it spells out letter by letter. */
  get words(): readonly string[] {
    return (this.foundWords ??= wordsIn(this.folded));
  }

  /** How the words may be meant. */
  get wordSpellings(): readonly string[] {
    return (this.foundWordSpellings ??= this.words.every(hasOneSpelling)
      ? this.words
      : [...new Set(this.words.flatMap(spellingsOf))]);
  }
}

const hasOneSpelling = (word: string): boolean => isPlain(word) || isNumber(word);

function asShown(text: string): string {
  const folded = foldText(text);
  if (!text.includes(TURNS_AROUND)) return folded;
  const turned = foldText(text.slice(0, MAX_MODERATED_CHARS).match(TURNED_AROUND)?.join('\n') ?? '');
  return `${folded}\n${[...turned].toReversed().join('')}`;
}

function phraseSpellingsOf(folded: string): string[] {
  const spaced = withSingleSpaces(folded);
  return [...new Set([spaced, withoutLeet(latinised(spaced)), cyrillised(spaced)])];
}

export const withSingleSpaces = (text: string): string => text.replaceAll(/\s+/gu, ' ');

function wordsIn(folded: string): string[] {
  const words: string[] = [];
  let spelled = '';
  const endSpelling = (): void => {
    if (spelled.length >= MIN_SPELLED_LETTERS) words.push(spelled);
    spelled = '';
  };
  for (const word of asciiTokensOf(folded) ?? folded.match(TOKEN) ?? []) {
    if (word.length === 1) {
      spelled += word;
      continue;
    }
    if (spelled !== '') endSpelling();
    words.push(word);
  }
  endSpelling();
  return words;
}

/** What TOKEN finds in a text of ASCII alone, which most are, without its tables of Unicode; null for another text. */
function asciiTokensOf(text: string): string[] | null {
  const tokens: string[] = [];
  let start = -1;
  for (let at = 0; at < text.length; at += 1) {
    const isOfWord = IS_OF_WORD[text.charCodeAt(at)];
    if (isOfWord === undefined) return null;
    if (isOfWord) {
      if (start === -1) start = at;
    } else if (start !== -1) {
      tokens.push(text.slice(start, at));
      start = -1;
    }
  }
  if (start !== -1) tokens.push(text.slice(start));
  return tokens;
}
