import { pairsOf, stem } from '../builtin/word-matching.js';
import { foldedLetters } from '../texts/folded-letters.js';

/** Scripts that are written without spaces between words. */
const UNSPACED = '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}';
// A sign before a number and after a name ("C++", "50%") belongs to it. An emoji or another symbol is a word.
const WORD = /(?:(?<![\p{L}\p{N}\p{M}])[-−](?=\p{N}))?[\p{L}\p{N}\p{M}]+(?:[.,'’_][\p{L}\p{N}\p{M}]+)*[+#%]*|\p{S}/gu;
const GAP = new RegExp(`(?<=[${UNSPACED}]) (?=[${UNSPACED}])`, 'gu');
const UNSPACED_RUN = new RegExp(`[${UNSPACED}]+`, 'gu');

/** The words of a text in order, in the form in which they are compared. */
export const foldedWords = (text: string): string[] =>
  foldedLetters(text)
    .match(WORD)
    ?.map((word) => word.replace(/['’]/g, '')) ?? [];

/** The words as one text; in scripts without spaces it makes no difference where somebody wrote one. */
export const joinedWords = (words: readonly string[]): string => words.join(' ').replace(GAP, '');

/** Words that say little about what is asked, in the languages that are asked most. */
const WEAK = new Set(
  foldedWords(`
  a about also am an and any are as at be been but by can could did do does for from get had has have he her him his how i if in into is it its
  just like may me might more most must my no not of on or our please she should so some such tell than that the their them then there these
  they this those to too us was we were what whats when where which who whom why will with would you your yours explain know show give want need
  wie was wer wo wann warum wieso kann kannst ich du man mir mich dir wir ihr er sie es der die das den dem ein eine einen einem ist sind bin hat
  haben habe für mit von und oder auf zu im in bitte gibt welche welcher welches muss darf
  como que quien donde cuando cual cuales puedo puede hay para por con los las el la una uno unos un es son de en mi se y o al del tengo debo
  comment qui quand où quel quelle quels est sont peux puis peut avoir pour avec dans les des une le du et ou je tu il on mon ma ce faut dois
  quoi qual quais quando onde quem posso pode tem um uma os as ao da do em na no com meu eu e come cosa chi dove posso puo ho il lo gli un di in
  hoe wat wie waar wanneer kan ik je het een de is zijn hebben voor met van en of
  как что кто где когда почему зачем могу можно есть ли мне я ты мы вы в на с у для и или это быть
  jak co kto gdzie kiedy dlaczego czy moge mozna jest sa do na w z i lub sie nasıl ne kim nerede zaman neden mi bir ve için
`),
);

/**
 * What a question is about, for finding others that mean the same: stems of its words without weak ones, and pairs of characters in scripts
 * without spaces. All of its words when every one is weak.
 */
export function questionTerms(text: string): string[] {
  const words = foldedWords(text);
  const strong = words.filter((word) => !WEAK.has(word));
  return [...new Set((strong.length > 0 ? strong : words).flatMap(termsOf))];
}

function termsOf(word: string): string[] {
  const runs = word.match(UNSPACED_RUN) ?? [];
  if (runs.length === 0) return [stem(word)];
  const rest = word.replace(UNSPACED_RUN, ' ').trim();
  return [...runs.flatMap(pairsOf), ...(rest === '' ? [] : [stem(rest)])];
}

/** How much of two sets is the same, 0 to 1: the size of what they share over that of both together. */
export function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((term) => b.has(term)).length;
  return shared === 0 ? 0 : shared / (a.size + b.size - shared);
}
