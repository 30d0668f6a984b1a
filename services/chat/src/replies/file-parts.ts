import { questionTerms } from '../quality/question-words.js';

/** About so long is a part of a file, in characters; a paragraph that is longer is divided. */
const PART_CHARS = 600;
const GAP = '\n(…)\n';

interface Part {
  readonly text: string;
  readonly terms: ReadonlySet<string>;
}

/** Parts beside the best one hold at least this share of its score where only fitting parts are wanted. */
const MIN_SHARE_OF_BEST = 0.5;

/**
 * As much of a file as a prompt may hold: its beginning and the parts that share the most telling words with the question, in the order of the
 * file; the beginning alone where none does.
 */
export function fittingParts(file: string, question: string, maxChars: number): string {
  if (file.length <= maxChars) return file;
  const { parts, ranked } = rankedParts(file, question);
  if (ranked.length === 0) return file.slice(0, maxChars);
  return joined(parts, [0, ...ranked.map(({ at }) => at).filter((at) => at > 0)], maxChars);
}

/** The parts of a file that fit the question about as well as the best one, in the order of the file; '' where none does. */
export function partsThatFit(file: string, question: string, maxChars: number): string {
  const { parts, ranked } = rankedParts(file, question);
  const least = (ranked[0]?.score ?? 0) * MIN_SHARE_OF_BEST;
  const near = ranked.filter(({ score }) => score >= least).map(({ at }) => at);
  return joined(parts, near, maxChars).trim();
}

interface Ranked {
  readonly at: number;
  readonly score: number;
}

/** Those that share a word with the question, the best first. */
function rankedParts(file: string, question: string): { readonly parts: readonly string[]; readonly ranked: readonly Ranked[] } {
  const parts = partsOf(file);
  const scored = scoresOf(
    parts.map((text) => ({ text, terms: new Set(questionTerms(text)) })),
    questionTerms(question),
  ).map((score, at) => ({ score, at }));
  const ranked = scored.filter(({ score }) => score > 0);
  return { parts, ranked: ranked.toSorted((one, other) => other.score - one.score || one.at - other.at) };
}

/** As many of these parts as there is room for, in the order of the file. */
function joined(parts: readonly string[], wanted: readonly number[], maxChars: number): string {
  const taken = new Set<number>();
  let left = maxChars;
  for (const at of wanted) {
    const size = (parts[at]?.length ?? 0) + GAP.length;
    if (size > left) continue;
    taken.add(at);
    left -= size;
  }
  return [...taken]
    .toSorted((one, other) => one - other)
    .map((at) => `${at > 0 && !taken.has(at - 1) ? GAP : ''}${parts[at] ?? ''}`)
    .join('');
}

/** What they hold together is the file: each ends with its line end. */
function partsOf(file: string): string[] {
  const lines = file.split(/(?<=\n)/).flatMap((line) => line.match(new RegExp(`[^]{1,${PART_CHARS}}`, 'gu')) ?? []);
  const parts: string[] = [];
  let open = '';
  for (const line of lines) {
    if (open !== '' && open.length + line.length > PART_CHARS) {
      parts.push(open);
      open = '';
    }
    open += line;
  }
  return open === '' ? parts : [...parts, open];
}

/** A term that few parts hold tells more than one that many do. */
function scoresOf(parts: readonly Part[], asked: readonly string[]): number[] {
  const weights = asked.map((term) => {
    const count = parts.filter(({ terms }) => terms.has(term)).length;
    return { term, weight: count === 0 ? 0 : Math.log(1 + parts.length / count) };
  });
  return parts.map(({ terms }) => weights.reduce((sum, { term, weight }) => sum + (terms.has(term) ? weight : 0), 0));
}
