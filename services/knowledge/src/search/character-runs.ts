import { foldedLetters, inOneSpelling, UNSPACED } from '@kith/kit';
import { judgedPart } from './judged-part.js';

/** Longer than most endings and parts that many words have. */
const SPACED_RUN = 5;
/** As the search divides scripts that are written without spaces. */
const UNSPACED_RUN = 2;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** The characters in a row that the words of a message have: five, or two where it is in scripts that are written without spaces, beside others too. */
export function characterRuns(message: string): ReadonlySet<string> {
  const folded = compared(judgedPart(message));
  const runsOf = (text: string, length: number): string[] =>
    (text.match(WORD) ?? []).flatMap((word) => runsIn([...word], length));
  const unspaced = folded.match(UNSPACED)?.join(' ') ?? '';
  return new Set([...runsOf(unspaced, UNSPACED_RUN), ...runsOf(folded.replaceAll(UNSPACED, ' '), SPACED_RUN)]);
}

const compared = (text: string): string => inOneSpelling(foldedLetters(text));

const runsIn = (characters: readonly string[], length: number): string[] =>
  characters.slice(length - 1).map((_last, start) => characters.slice(start, start + length).join(''));

/** How many of these runs a text has: what no stem tells, as of compounds, of other endings and of misspelt words, counts too. */
export function sharedRuns(runs: ReadonlySet<string>, text: string): number {
  if (runs.size === 0) return 0;
  const folded = compared(text);
  let shared = 0;
  for (const run of runs) if (folded.includes(run)) shared += 1;
  return shared;
}
