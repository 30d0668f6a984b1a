import { LRUCache } from '@kith/kit';
import { NUMBER_WORDS } from './number-words.js';

/** From how many consecutive words of rules or instructions on a reply is withheld. */
const MAX_WORDS = 12;
/** Of a longer row of such words the rest is held back until it ends. */
const WORDS_SHOWN = 2;
/** A word at the end of the text is held back until its end comes, up to this length. */
const MAX_WORD_CHARS = 100;
/** A word that occurs more often is looked for in its first places only. */
const MAX_PLACES = 500;

// Times, dates and prices in Chinese and Japanese numerals. One alone is more often another word: 一点 is "a little".
const HAN_FIGURE = /^(?:[〇零二三四五六七八九十百千万两兩]|[〇零一二三四五六七八九十百千万两兩]{2,8})[点點时時月日号號元円圓]$/u;
/** Of which the rest may still come. */
const NUMERALS_AT_END = /[〇零一二三四五六七八九十百千万两兩]{1,8}$/u;

// Scripts without spaces: two characters of Chinese and Japanese are about a word, and four of the others.
const TOKEN =
  /(?:[〇零二三四五六七八九十百千万两兩]|[〇零一二三四五六七八九十百千万两兩]{2,8})[点點时時月日号號元円圓]|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])[\p{L}\p{N}\p{M}\p{Cf}])+/gu;
const IDEOGRAPH = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u;
const UNSPACED = /^[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]$/u;
const INVISIBLE = /\p{Cf}/gu;

// What stands in quotation marks or in backticks is there to be said; so is what a placeholder names.
const TO_BE_SAID =
  /"[^"\n]{1,300}"|“[^”\n]{1,300}”|„[^“”\n]{1,300}[“”]|«[^»\n]{1,300}»|»[^«\n]{1,300}«|「[^」\n]{1,300}」|『[^』\n]{1,300}』|‘[^’\n]{1,300}’|(?<!\w)'[^'\n]{1,300}'(?!\w)|`[^`\n]{1,300}`|\{\{\w{1,40}\}\}/gu;
/** Figures, also in words, are there to be said too (prices, hours, addresses): each takes back so many words of a row, so that a list of prices is none. */
const WORDS_PER_FIGURE = 4;
const FIGURE = /\p{N}/u;
/** Stands for what is left out: no word equals it, so that no row of words goes across it. */
const GAP = '\n';

/** A row of words of the reply that stands in the rules too. */
interface Row {
  /** In words. */
  readonly length: number;
  /** Where its word after those that may be shown begins in the text that is not released yet; undefined while it is short. */
  readonly heldFrom: number | undefined;
}

interface Token {
  readonly word: string;
  readonly size: number;
}

/** The texts that a reply must not recite: those that many bots have, which have a name, and those of one bot. */
export interface SecretTexts {
  readonly shared: { readonly name: string; readonly texts: readonly string[] };
  readonly own: readonly string[];
}

export const NO_SECRETS: SecretTexts = { shared: { name: 'none', texts: [] }, own: [] };

/** Of all texts together that are kept ready, in characters: their words take some twenty times as much memory. */
const MAX_KEPT_CHARS = 1_000_000;
const kept = new LRUCache<string, SecretWords>({ maxSize: MAX_KEPT_CHARS, sizeCalculation: ({ chars }) => chars + 1 });

/** The words of the texts that no reply may recite, to be compared with replies. */
export class SecretWords {
  readonly words: readonly string[];
  /** Of the texts. */
  readonly chars: number;
  private readonly places = new Map<string, number[]>();

  /** Made once for the texts of a bot: long instructions take longer than all else before the model is asked. */
  static of({ shared: { name, texts }, own }: SecretTexts): SecretWords {
    const key = JSON.stringify([name, ...own]);
    const known = kept.get(key);
    if (known) return known;
    const words = new SecretWords([...texts, ...own]);
    kept.set(key, words);
    return words;
  }

  constructor(texts: readonly string[]) {
    this.chars = texts.reduce((sum, text) => sum + text.length, 0);
    const parts = texts.flatMap((text) => text.split(TO_BE_SAID));
    this.words = parts.flatMap((part) => [...Array.from(part.matchAll(TOKEN), ([word]) => normal(word)), GAP]);
    for (const [place, word] of this.words.entries()) {
      const places = this.places.get(word) ?? [];
      if (places.length === 0) this.places.set(word, places);
      if (places.length < MAX_PLACES) places.push(place);
    }
  }

  placesOf(word: string): readonly number[] {
    return word === GAP ? [] : (this.places.get(word) ?? []);
  }
}

/**
 * Watches a reply for twelve consecutive words of rules or instructions. `push` and `end` return what may be shown; what belongs to a row of
 * such words is held back until the row ends, so that no more than two words of a recital are ever shown.
 */
export class Canary {
  isTripped = false;
  private text = '';
  private read = 0;
  /** By the place of their last word in the rules. */
  private rows = new Map<number, Row>();

  constructor(private readonly secret: SecretWords) {}

  /** How many characters are held back. */
  get heldLength(): number {
    return this.text.length;
  }

  push(text: string): string {
    this.text += text;
    return this.release(this.wholeWordsEnd());
  }

  end(): string {
    const shown = this.release(this.text.length);
    // No row goes on.
    return this.isTripped ? '' : shown + this.text;
  }

  private release(end: number): string {
    for (const { 0: written, index } of this.text.slice(this.read, end).matchAll(TOKEN)) {
      const word = normal(written);
      this.follow({ word, size: sizeOf(word) }, this.read + index);
      if (this.isTripped) return '';
    }
    this.read = end;
    const held = [...this.rows.values()].flatMap(({ heldFrom }) => heldFrom ?? []);
    const shown = this.text.slice(0, Math.min(end, ...held));
    this.forgetFirst(shown.length);
    return shown;
  }

  private follow({ word, size }: Token, at: number): void {
    const rows = new Map<number, Row>();
    for (const place of this.secret.placesOf(word)) {
      const before = this.rows.get(place - 1);
      const length = Math.max(0, (before?.length ?? 0) + size);
      rows.set(place, { length, heldFrom: length > WORDS_SHOWN ? (before?.heldFrom ?? at) : undefined });
      if (length >= MAX_WORDS) this.isTripped = true;
    }
    this.rows = rows;
  }

  private forgetFirst(length: number): void {
    if (length === 0) return;
    this.text = this.text.slice(length);
    this.read -= length;
    for (const [place, { heldFrom, ...row }] of this.rows)
      if (heldFrom !== undefined) this.rows.set(place, { ...row, heldFrom: heldFrom - length });
  }

  /** Up to where all words are complete. */
  private wholeWordsEnd(): number {
    const tail = this.text.slice(Math.max(this.read, this.text.length - MAX_WORD_CHARS));
    const numerals = NUMERALS_AT_END.exec(tail);
    if (numerals) return this.text.length - numerals[0].length;
    const last = [...tail.matchAll(TOKEN)].at(-1);
    const isComplete =
      last === undefined || last.index + last[0].length < tail.length || isOneSign(last[0]) || last[0].length === MAX_WORD_CHARS;
    return isComplete ? this.text.length : this.text.length - last[0].length;
  }
}

const normal = (word: string): string => word.replaceAll(INVISIBLE, '').normalize('NFKC').toLowerCase();

const isOneSign = (word: string): boolean => IDEOGRAPH.test(word) || UNSPACED.test(word);

function sizeOf(word: string): number {
  if (FIGURE.test(word) || NUMBER_WORDS.has(word) || HAN_FIGURE.test(word)) return -WORDS_PER_FIGURE;
  if (IDEOGRAPH.test(word)) return 0.5;
  return UNSPACED.test(word) ? 0.25 : 1;
}
