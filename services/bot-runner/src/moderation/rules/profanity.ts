import { forbiddenEntries } from '@kith/proto';
import { DataSet, englishDataset, englishRecommendedTransformers, RegExpMatcher } from 'obscenity';
import { foldText, latinised } from './fold-text.js';
import { withSingleSpaces, type MessageText } from './message-text.js';
import { PhraseIndex } from './phrase-index.js';
import { HARMLESS, NOT_PROFANE, PARTS, WORDS } from './profanity-words.js';
import { RecentWords } from './recent-words.js';
import { isNumber, spellingsOf } from './word-spellings.js';

const NOT_SPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

const english = new RegExpMatcher({
  ...new DataSet<{ originalWord: string }>()
    .addAll(englishDataset)
    .removePhrasesIf(({ metadata }) => (NOT_PROFANE as readonly string[]).includes(metadata?.originalWord ?? ''))
    .build(),
  ...englishRecommendedTransformers,
});
const words = new Set(WORDS.map(foldText));
const parts = PARTS.map(foldText);
const harmless = new Set(HARMLESS);

/** What the owner of a bot forbids. */
export interface ForbiddenWords {
  readonly words: ReadonlySet<string>;
  /** Words with a `*` at their end, without it. */
  readonly beginnings: ReadonlySet<string>;
  /** Each length of a beginning once, in UTF-16 units: a word costs a look-up per length, however many beginnings there are. */
  readonly beginningLengths: readonly number[];
  /** Phrases, and words of scripts without spaces: found anywhere. */
  readonly parts: PhraseIndex;
}

/** Reads the setting: words and phrases, separated by commas or lines; `*` at the end of a word stands for any letters. */
export function forbiddenWordsOf(setting: string): ForbiddenWords {
  const entries = forbiddenEntries(setting).map((entry) => foldText(entry).trim());
  const [listed, beginnings, found]: [string[], string[], string[]] = [[], [], []];
  for (const entry of entries) {
    const word = entry.endsWith('*') ? entry.slice(0, -1) : entry;
    if (!/[\p{L}\p{N}]/u.test(word)) continue;
    if (/\s/.test(word) || NOT_SPACED.test(word)) found.push(withSingleSpaces(word));
    else (word === entry ? listed : beginnings).push(word);
  }
  const beginningLengths = [...new Set(beginnings.map(({ length }) => length))];
  return { words: new Set(listed), beginnings: new Set(beginnings), beginningLengths, parts: new PhraseIndex(found) };
}

/** Whether a text contains a word that the owner forbids. */
export function hasForbiddenWord(text: MessageText, forbidden: ForbiddenWords): boolean {
  const { words: listed, beginnings, beginningLengths, parts: phrases } = forbidden;
  if (phrases.size > 0 && text.spellings.some((spelling) => phrases.isIn(spelling))) return true;
  if (listed.size + beginnings.size === 0) return false;
  const isForbidden = (word: string): boolean =>
    listed.has(word) || beginningLengths.some((length) => beginnings.has(word.slice(0, length)));
  return text.wordSpellings.some(isForbidden);
}

/** Finds swear words of several languages. Remembers words across texts, so one instance serves all bots. */
export class ProfanityFilter {
  private readonly clean = new RecentWords<true>();

  /** Whether a text swears: also with look-alike letters, digits for letters, stretched or spelled out words. */
  hasProfanity(text: MessageText): boolean {
    const { folded } = text;
    if (NOT_SPACED.test(folded) && parts.some((part) => folded.includes(part))) return true;
    const unread = text.words.filter((word) => !isNumber(word) && !this.clean.get(word));
    if (unread.length === 0) return false;
    const unknown = [...new Set(unread)];
    if (unknown.some((word) => spellingsOf(word).some((spelling) => words.has(spelling)))) return true;
    const suspects = unknown.filter((word) => !harmless.has(word)).map(latinised);
    // One search over all words: a search costs mostly by its number of patterns.
    if (suspects.length > 0 && english.hasMatch(suspects.join(' '))) return true;
    for (const word of unknown) this.clean.set(word, true);
    return false;
  }
}
