import { isAscii } from './is-ascii.js';
import { inOneSpelling } from './one-spelling.js';

/** Scripts that are written without spaces between words, or whose words carry particles: Chinese, Japanese, Korean, Thai, Lao, Khmer, Burmese. */
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc]+/gu;
/** Of a word that went through this. */
export const IS_PAIR =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc]+$/u;
/** Names with dots, `foo.bar.baz` or `node.js`, which the parser of Postgres takes for the names of hosts. */
const DOTTED = /(?<![\p{L}\p{N}@/.-])\p{L}[\p{L}\p{N}_]*(?:\.\p{L}[\p{L}\p{N}_]*)+(?![\p{L}\p{N}@/-])/gu;
/** Two short words with a hyphen between them, which people write as one, too: Wi-Fi, e-mail, check-in. */
const HYPHENATED = /(?<![\p{L}\p{N}@/.-])(?=[\p{L}-]{3,9}(?![\p{L}\p{N}-]))\p{L}+-\p{L}+(?![\p{L}\p{N}@/-])/gu;
/** Letters with an ampersand between them, of which each alone is none that a search looks for: D&D, Q&A, AT&T. */
const AMPERSANDS = /(?<![\p{L}\p{N}&])\p{L}{1,4}(?:&\p{L}{1,4}){1,3}(?![\p{L}\p{N}&])/gu;
/** Marks of where a word may be divided, which nobody sees and nobody writes who asks. */
const BREAKS = /[\u00ad\u200b\u2060\ufeff]/g;
/** Vowel points of Hebrew and Arabic, the stroke that lengthens Arabic words, and marks of direction: people leave them out when they ask. */
const POINTS =
  /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed]|\p{Bidi_Control}/gu;
/** What becomes of one in a text: others are another word, not a misspelt one. knowledge.search (SQL) knows it. */
export const IS_EMOJI = /^emoji[0-9a-f]*\d[0-9a-f]*$/;
/** A flag is two letters of its own alphabet. */
const EMOJI = /\p{Regional_Indicator}{2}|\p{Extended_Pictographic}/gu;
/** How long the stop words are that may mean something else with a capital letter: the IT department, a question to the WHO, a colleague named Will. */
const CAPITALS = /(?<![\p{LC}\p{M}\p{N}])\p{Lu}{2,5}(?![\p{LC}\p{M}\p{N}])/gu;
/** After a word or a comma: at the beginning of a sentence every word has a capital letter. */
const NAME = /(?<=[\p{L}\p{M}\p{N},;)] \(?)\p{Lu}\p{Ll}{1,4}(?![\p{L}\p{M}\p{N}-])/gu;
const ONLY_NAME = /^[^\p{L}\p{N}]*(\p{Lu}\p{Ll}{1,4})[^\p{L}\p{N}]*$/u;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** Polite forms, which German and Russian write with a capital letter. */
const POLITE = new Set('sie ihr ihre ihrem ihren ihrer ihres ihnen вы вас вам вами ваш ваша ваше'.split(' '));
/** Digits keep a mark from being stemmed. knowledge.index_item and knowledge.question_terms (SQL) know it. */
const MARK = 'capital0';
const HAN_AT_END = /\p{Script=Han}$/u;

/**
 * A text as it is indexed, so that the parser of Postgres finds its words: runs of scripts without spaces become pairs of characters in one spelling,
 * dotted names their parts, short words with a hyphen one word too, each emoji and flag a word. A word that would be a stop word if it had no capital letter gets
 * a mark beside it; which ones are stop words of the language is decided where the marks are indexed.
 */
export const indexedText = (text: string): string => withWords(text, (run) => pairsIn(run) + (lastCharacterOf(run) ?? ''));

/** The same of a question. */
export const askedText = (text: string): string => withWords(text, pairsIn);

function withWords(text: string, wordsOf: (run: string) => string): string {
  const marked = plain(text)
    .split('\n')
    .map((line) => [line, ...namesIn(line).map((word) => MARK + word.toLowerCase())].join(' '))
    .join('\n');
  return divided(marked, wordsOf);
}

/** The same without the marks of words with capital letters, for texts that are compared without the stop words of Postgres. */
export const dividedText = (text: string): string => (isAscii(text) ? dividedAscii(text) : divided(plain(text), pairsIn));

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(POINTS, '')
    .replaceAll(BREAKS, '')
    // People write the one for the other, and the stop words of Postgres have only the second.
    .replaceAll('ё', 'е')
    .replaceAll('Ё', 'Е');

const divided = (text: string, wordsOf: (run: string) => string): string =>
  dividedAscii(text.replaceAll(UNSPACED, (run) => ` ${wordsOf(inOneSpelling(run))} `)).replaceAll(
    EMOJI,
    (emoji) => ` emoji${Array.from(emoji, (letter) => (letter.codePointAt(0) ?? 0).toString(16)).join('')} `,
  );

/** Each pattern only where there can be something to find: most texts have nothing. */
function dividedAscii(text: string): string {
  const dotted = text.includes('.') ? text.replaceAll(DOTTED, dottedWords) : text;
  const joined = dotted.includes('-') ? dotted.replaceAll(HYPHENATED, (name) => `${name} ${name.replace('-', '')}`) : dotted;
  return joined.includes('&') ? joined.replaceAll(AMPERSANDS, (name) => `${name} ${name.replaceAll('&', '')}`) : joined;
}

/** The short words of a line whose capital letters are not owed to its place or to a line all in capitals. */
function namesIn(line: string): string[] {
  const cased = (line.match(WORD) ?? []).filter((word) => word.toLowerCase() !== word.toUpperCase());
  if (cased.length > 1 && line === line.toUpperCase()) return [];
  const [, only] = ONLY_NAME.exec(line) ?? [];
  const names = [...(line.match(CAPITALS) ?? []), ...(line.match(NAME) ?? []), ...(only === undefined ? [] : [only])];
  return names.filter((word) => !POLITE.has(word.toLowerCase()));
}

/** The pairs of neighbours in a run of characters; a single character as it is. */
export function pairsOf(run: string | readonly string[]): string[] {
  const characters = [...run];
  return characters.length === 1 ? characters : characters.slice(1).map((character, at) => `${characters[at] ?? ''}${character}`);
}

const pairsIn = (run: string): string => pairsOf(run).join(' ');

/** The other characters of a run begin a pair, by which a question of this character alone finds it. */
const lastCharacterOf = (run: string): string | undefined =>
  run.length > 1 && HAN_AT_END.test(run) ? ` ${Array.from(run).at(-1)}` : undefined;

/** Its parts, and all of it in one: `node.js` is also found as `nodejs`. */
const dottedWords = (name: string): string => {
  const parts = name.split('.');
  return `${parts.join(' ')} ${parts.join('')}`;
};
