import { foldedLetters } from '@kith/kit';

/** Longer than most endings and parts that many words have. */
const SPACED_RUN = 5;
/** As the search divides scripts that are written without spaces. */
const UNSPACED_RUN = 2;
const UNSPACED =
  /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const MAX_CHARS = 400;

/** The characters in a row that the words of a message have: five, or two of scripts that are written without spaces. */
export function characterRuns(message: string): ReadonlySet<string> {
  const words = foldedLetters(message.slice(0, MAX_CHARS)).match(WORD) ?? [];
  return new Set(words.flatMap((word) => runsIn([...word], UNSPACED.test(word) ? UNSPACED_RUN : SPACED_RUN)));
}

const runsIn = (characters: readonly string[], length: number): string[] =>
  characters.slice(length - 1).map((_last, start) => characters.slice(start, start + length).join(''));

/** How many of these runs a text has: what no stem tells, as of compounds, of other endings and of misspelt words, counts too. */
export function sharedRuns(runs: ReadonlySet<string>, text: string): number {
  if (runs.size === 0) return 0;
  const folded = foldedLetters(text);
  let shared = 0;
  for (const run of runs) if (folded.includes(run)) shared += 1;
  return shared;
}
