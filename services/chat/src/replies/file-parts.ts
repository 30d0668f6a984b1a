import { questionTerms } from '../quality/question-words.js';

/** About so long is a part of a file, in characters; a paragraph that is longer is divided. */
const PART_CHARS = 600;
const GAP = '\n(…)\n';

interface Part {
  readonly text: string;
  readonly terms: ReadonlySet<string>;
}

/**
 * As much of a file as a prompt may hold: its beginning and the parts that share the most telling words with the question, in the order of the
 * file; the beginning alone where none does.
 */
export function fittingParts(file: string, question: string, maxChars: number): string {
  if (file.length <= maxChars) return file;
  const parts = partsOf(file).map((text) => ({ text, terms: new Set(questionTerms(text)) }));
  const scores = scoresOf(parts, questionTerms(question));
  if (scores.every((score) => score === 0)) return file.slice(0, maxChars);
  const ranked = scores.map((score, at) => ({ score, at })).filter(({ score, at }) => score > 0 && at > 0);
  ranked.sort((one, other) => other.score - one.score || one.at - other.at);
  const taken = new Set<number>();
  let left = maxChars;
  for (const at of [0, ...ranked.map((part) => part.at)]) {
    const size = (parts[at]?.text.length ?? 0) + GAP.length;
    if (size > left) continue;
    taken.add(at);
    left -= size;
  }
  return [...taken]
    .toSorted((one, other) => one - other)
    .map((at) => `${at > 0 && !taken.has(at - 1) ? GAP : ''}${parts[at]?.text ?? ''}`)
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
