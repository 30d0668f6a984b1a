import type { Passage } from '@kith/proto';
import { detectLanguage } from '../builtin/detect-language.js';
import { folded } from '../builtin/folded-text.js';
import { COMPILED } from '../builtin/languages/compiled.js';
import { isSameWord } from '../builtin/word-matching.js';
import { questionTerms, strongTerms } from '../quality/question-words.js';

/** How many words of a sentence another passage must have before one without any counts as unrelated to it. */
const MIN_WORDS_ELSEWHERE = 2;
/** A longer common beginning makes two words one: "Trocknen" and "Trockner", "öffnet" and "Öffnungszeiten". */
const MIN_COMMON_BEGINNING = 4;
/** A longer text does not make the guess better. */
const MAX_CHARS_OF_LANGUAGE = 600;
/** Of the words of a text those that every text in its language has: Dutch has some of German ones, and Polish of English ones. */
const MIN_SHARE_OF_LANGUAGE = 0.2;
const SENTENCE_END = /[.!?](?=\s)|[。！？\n]/u;
/** So that a reply of nothing but numbers takes no long time. */
const MAX_CHECKS = 60;
const HAN = /\p{sc=Han}/u;
const LETTER = /\p{L}/u;
/** Letters of Ukrainian, Belarusian, Serbian and Macedonian, which are no Russian. */
const OTHER_CYRILLIC = /[іїєґўјљњђћџѓќѕ]/iu;

type Taught = Pick<Passage, 'itemId' | 'title' | 'body'>;

/** Tells which of the passages that a reply cites have nothing to do with what it says there. */
export class UnrelatedCitations {
  private readonly terms = new Map<Taught, readonly string[]>();
  private readonly languages = new Map<Taught, string | undefined>();
  private checks = 0;

  constructor(private readonly passages: readonly Taught[]) {}

  /**
   * Whether the paragraph until the number has no word of the passage, but its last sentence has several of one of another item. Alone, the first says little:
   * a sentence in other words shares none with what it rests on. A passage in another language, or in one that is not told, is never unrelated.
   */
  has(cited: Taught, paragraph: string): boolean {
    if (this.passages.length < 2 || this.checks >= MAX_CHECKS) return false;
    this.checks += 1;
    const said = strongTerms(lastSentence(paragraph)).filter((term) => LETTER.test(term));
    if (said.length < MIN_WORDS_ELSEWHERE || this.sharedWith(cited, strongTerms(paragraph)) > 0) return false;
    const isElsewhere = this.passages.some(
      (other) => other.itemId !== cited.itemId && this.sharedWith(other, said) >= MIN_WORDS_ELSEWHERE,
    );
    return isElsewhere && this.isInLanguageOf(paragraph, cited);
  }

  private sharedWith(passage: Taught, said: readonly string[]): number {
    const terms = this.termsOf(passage);
    return said.filter((term) => terms.some((other) => isShared(term, other))).length;
  }

  private termsOf(passage: Taught): readonly string[] {
    const known = this.terms.get(passage) ?? questionTerms(`${passage.title}\n${passage.body}`);
    this.terms.set(passage, known);
    return known;
  }

  private isInLanguageOf(paragraph: string, passage: Taught): boolean {
    if (!this.languages.has(passage)) this.languages.set(passage, languageOf(`${passage.title}\n${passage.body}`));
    const language = languageOf(paragraph.slice(-MAX_CHARS_OF_LANGUAGE));
    return language !== undefined && language === this.languages.get(passage);
  }
}

const lastSentence = (paragraph: string): string =>
  paragraph
    .split(SENTENCE_END)
    .filter((sentence) => LETTER.test(sentence))
    .at(-1) ?? '';

/** Of Chinese and Japanese one character in common is enough: 猫 is a word, and part of others that mean the same. */
function isShared(one: string, other: string): boolean {
  if (one === other) return true;
  if (HAN.test(one) || HAN.test(other)) return [...one].some((character) => HAN.test(character) && other.includes(character));
  const isLong = Math.min(one.length, other.length) > MIN_COMMON_BEGINNING;
  return (isLong && one.slice(0, MIN_COMMON_BEGINNING) === other.slice(0, MIN_COMMON_BEGINNING)) || isSameWord(one, other);
}

/** Undefined where it is none of the built-in companion's ten, or not clear. */
function languageOf(text: string): string | undefined {
  if (OTHER_CYRILLIC.test(text)) return undefined;
  const { language, isCertain } = detectLanguage({ message: text, botName: '', earlier: [], character: '' });
  if (!isCertain) return undefined;
  if (HAN.test(text)) return language;
  const words = folded(text).split(' ');
  const known = words.filter((word) => COMPILED.get(language)?.words.has(word)).length;
  return known >= MIN_SHARE_OF_LANGUAGE * words.length ? language : undefined;
}
