import { forbiddenEntries } from '@kith/proto';
import { DataSet, englishDataset, englishRecommendedTransformers, RegExpMatcher } from 'obscenity';
import { cyrillised, foldText, latinised, withoutLeet } from './fold-text.js';
import { HARMLESS, NOT_PROFANE, PARTS, WORDS } from './profanity-words.js';

/** Signs that stand for letters are part of a word: "sh!t". */
const TOKEN = /[\p{L}\p{M}\p{N}@$!|€]+/gu;
const NOT_SPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
const MIN_SPELLED_LETTERS = 3;
/** Words that were checked and found harmless are remembered, so that ordinary messages cost a look-up per word. */
const MAX_REMEMBERED = 20_000;
const MAX_REMEMBERED_CHARS = 30;

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
  readonly parts: readonly string[];
}

/** Reads the setting: words and phrases, separated by commas or lines; `*` at the end of a word stands for any letters. */
export function forbiddenWordsOf(setting: string): ForbiddenWords {
  const entries = forbiddenEntries(setting).map((entry) => foldText(entry).trim());
  const [listed, beginnings, found]: [string[], string[], string[]] = [[], [], []];
  for (const entry of entries) {
    const word = entry.endsWith('*') ? entry.slice(0, -1) : entry;
    if (!/[\p{L}\p{N}]/u.test(word)) continue;
    if (/\s/.test(word) || NOT_SPACED.test(word)) found.push(word);
    else (word === entry ? listed : beginnings).push(word);
  }
  const beginningLengths = [...new Set(beginnings.map(({ length }) => length))];
  return { words: new Set(listed), beginnings: new Set(beginnings), beginningLengths, parts: [...new Set(found)] };
}

/** Whether a text contains a word that the owner forbids. */
export function hasForbiddenWord(text: string, forbidden: ForbiddenWords): boolean {
  const { words: listed, beginnings, beginningLengths, parts: phrases } = forbidden;
  if (listed.size + beginnings.size + phrases.length === 0) return false;
  const folded = foldText(text);
  if (phrases.some((phrase) => folded.includes(phrase))) return true;
  const isForbidden = (word: string): boolean =>
    listed.has(word) || beginningLengths.some((length) => beginnings.has(word.slice(0, length)));
  return tokensOf(folded).some((token) => spellingsOf(token).some(isForbidden));
}

/** Finds swear words of several languages. Remembers words across texts, so one instance serves all bots. */
export class ProfanityFilter {
  private readonly clean = new Set<string>();

  /** Whether a text swears: also with look-alike letters, digits for letters, stretched or spelled out words. */
  hasProfanity(text: string): boolean {
    const folded = foldText(text);
    if (NOT_SPACED.test(folded) && parts.some((part) => folded.includes(part))) return true;
    const unknown = tokensOf(folded).filter((token) => !this.clean.has(token));
    if (unknown.length === 0) return false;
    if (unknown.some((token) => spellingsOf(token).some((word) => words.has(word)))) return true;
    const suspects = unknown.filter((token) => !harmless.has(token)).map(latinised);
    // One search over all words: a search costs mostly by its number of patterns.
    if (suspects.length > 0 && english.hasMatch(suspects.join(' '))) return true;
    this.remember(unknown);
    return false;
  }

  private remember(tokens: readonly string[]): void {
    if (this.clean.size > MAX_REMEMBERED) this.clean.clear();
    for (const token of tokens) if (token.length <= MAX_REMEMBERED_CHARS) this.clean.add(token);
  }
}

/** The words of the last text: those of the owner are looked for after the swear words. */
let last: { readonly folded: string; readonly tokens: readonly string[] } = { folded: '', tokens: [] };

function tokensOf(folded: string): readonly string[] {
  if (last.folded !== folded) last = { folded, tokens: readTokens(folded) };
  return last.tokens;
}

/** Each word of a folded text once, and those that it spells out letter by letter. */
function readTokens(folded: string): string[] {
  const tokens = new Set<string>();
  let spelled = '';
  const endSpelling = (): void => {
    if (spelled.length >= MIN_SPELLED_LETTERS) tokens.add(spelled);
    spelled = '';
  };
  for (const [token] of folded.matchAll(TOKEN)) {
    if (token.length === 1) {
      spelled += token;
      continue;
    }
    endSpelling();
    tokens.add(token);
  }
  endSpelling();
  return [...tokens];
}

/** Of words that are not plain; bounded as those that are remembered as clean. */
const knownSpellings = new Map<string, readonly string[]>();

/** How a word may be meant. Most words are plain ones, which have one spelling. */
function spellingsOf(token: string): readonly string[] {
  if (PLAIN.test(token) && !STRETCHED.test(token)) return [token];
  const known = knownSpellings.get(token);
  if (known) return known;
  const found = readSpellings(token);
  if (knownSpellings.size > MAX_REMEMBERED) knownSpellings.clear();
  if (token.length <= MAX_REMEMBERED_CHARS) knownSpellings.set(token, found);
  return found;
}

/** Without the punctuation at its ends, with letters for digits, with look-alikes resolved, not stretched. */
function readSpellings(token: string): string[] {
  const bare = withoutPunctuation(token);
  const plain = withoutLeet(bare);
  const latin = withoutLeet(latinised(bare));
  const spellings = new Set([bare, plain, latin, cyrillised(bare)]);
  for (const word of [plain, latin])
    if (STRETCHED.test(word)) for (const length of ['$1', '$1$1']) spellings.add(word.replace(ALL_STRETCHED, length));
  return [...spellings];
}

const PLAIN = /^[a-z]+$/;
const STRETCHED = /(.)\1\1/u;
const ALL_STRETCHED = /(.)\1{2,}/gu;

function withoutPunctuation(token: string): string {
  let [start, end] = [0, token.length];
  while (start < end && '!|'.includes(token.charAt(start))) start += 1;
  while (end > start && '!|'.includes(token.charAt(end - 1))) end -= 1;
  return token.slice(start, end);
}
