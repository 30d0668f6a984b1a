import { folded } from './folded-text.js';
import { COMPILED, type CompiledLanguage } from './languages/compiled.js';
import { LANGUAGE_CODES, type Language } from './languages/languages.js';
import { foldedMessage, partsIn, type FoldedMessage } from './message-parts.js';

interface Detected {
  readonly language: Language;
  /** False where nothing in the texts told it. */
  readonly isCertain: boolean;
}

interface Texts {
  readonly message: string;
  readonly botName: string;
  /** What was written before, the newest first. */
  readonly earlier: readonly string[];
  /** What its owner wrote of the bot. */
  readonly character: string;
  /** What it was taught that fits the message. */
  readonly taught?: string | undefined;
}

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HAN = /\p{Script=Han}/u;
const CYRILLIC = /\p{Script=Cyrillic}/u;
const LATIN = /\p{Script=Latin}/u;
/** A recognised phrase counts as much as this many words. */
const PHRASE_WEIGHT = 2;
const LETTER_WEIGHT = 0.8;
/** What keeps a conversation in its language where a message tells little. */
const HABIT_WEIGHT = 0.6;
const MIN_SCORE = 0.9;
const MAX_CHARS = 600;
const MAX_EARLIER = 4;

/** The language of a message. Short words that several languages have count for the one in which the conversation was before. */
export function detectLanguage({ message, botName, earlier, character, taught = '' }: Texts): Detected {
  const before = earlier.slice(0, MAX_EARLIER).flatMap((text) => clearLanguage(text, botName) ?? [])[0];
  const habit = before ?? clearLanguage(character, botName) ?? clearLanguage(taught, botName);
  const scores = scoresOf(message, botName);
  const best = bestOf(scores, habit);
  if (best !== undefined) return { language: best, isCertain: true };
  return { language: habit ?? 'en', isCertain: habit !== undefined && !hasOtherScript(message) };
}

function clearLanguage(text: string, botName: string): Language | undefined {
  const scores = [...scoresOf(text, botName)].toSorted(([, a], [, b]) => b - a);
  const [first, second] = scores;
  return first && first[1] >= MIN_SCORE && first[1] > (second?.[1] ?? 0) ? first[0] : undefined;
}

function bestOf(scores: ReadonlyMap<Language, number>, habit: Language | undefined): Language | undefined {
  const withHabit = LANGUAGE_CODES.map((code) => {
    const score = scores.get(code) ?? 0;
    return { code, score: score > 0 && code === habit ? score + HABIT_WEIGHT : score };
  });
  const best = withHabit.reduce((top, one) => (one.score > top.score ? one : top));
  return best.score >= MIN_SCORE ? best.code : undefined;
}

/** How much speaks for each language; only those for which something does. */
function scoresOf(text: string, botName: string): ReadonlyMap<Language, number> {
  const scores = new Map<Language, number>();
  const shown = text.slice(0, MAX_CHARS);
  if (KANA.test(shown)) return scores.set('ja', 10);
  if (HAN.test(shown)) return scores.set('zh', 5).set('ja', 4.6);
  if (CYRILLIC.test(shown)) return scores.set('ru', 5);
  if (!LATIN.test(shown)) return scores;
  const lower = shown.toLowerCase();
  for (const { code, ownLetters } of COMPILED.values()) if (ownLetters?.test(lower)) scores.set(code, LETTER_WEIGHT);
  for (const token of folded(shown).split(' ')) addWord(token, scores);
  if (isDecided(scores)) return scores;
  const message = foldedMessage(shown, botName);
  for (const [code, language] of COMPILED) {
    const score = phraseScore(message, language);
    if (score > 0) scores.set(code, (scores.get(code) ?? 0) + score);
  }
  return scores;
}

/** Whether one language is so far ahead by words and letters that neither phrases, which take long to look for, nor habit can change it. */
function isDecided(scores: ReadonlyMap<Language, number>): boolean {
  const [first = 0, second = 0] = [...scores.values()].toSorted((a, b) => b - a);
  return first >= MIN_SCORE && first > second + PHRASE_WEIGHT + HABIT_WEIGHT;
}

/** The languages that have a word. */
const LANGUAGES_OF_WORDS = new Map<string, Language[]>();
for (const { code, words } of COMPILED.values())
  for (const word of words) LANGUAGES_OF_WORDS.set(word, [...(LANGUAGES_OF_WORDS.get(word) ?? []), code]);

/** A word that several languages have counts in parts. */
function addWord(word: string, scores: Map<Language, number>): void {
  const languages = LANGUAGES_OF_WORDS.get(word) ?? [];
  for (const code of languages) scores.set(code, (scores.get(code) ?? 0) + 1 / languages.length);
}

function phraseScore(message: FoldedMessage, language: CompiledLanguage): number {
  const { isComplete, hasGreeting } = partsIn(message, language);
  return isComplete ? PHRASE_WEIGHT : hasGreeting ? 0.5 : 0;
}

const hasOtherScript = (text: string): boolean => /\p{L}/u.test(text) && !LATIN.test(text);
