import { IS_EMOJI, IS_PAIR } from './indexed-text.js';

/** As in `knowledge.search` (SQL). */
const [K1, B] = [1.2, 0.75];
/** How similar words must be, of 1, for one to stand for the other that no text has. */
const MIN_SIMILARITY = 0.4;
/** What a pair of characters that no text has weighs: many are no words. */
const UNKNOWN_PAIR_SHARE = 0.3;
const NO_MATCH: TermMatch = { score: 0, coverage: 0 };
const MIN_CHARS = 4;
const MAX_CHARS = 40;
const MAX_DIFFERENCE = 2;
const MAX_ASKED = 64;
const MAX_CORRECTED = 16;

/** How well a text fits a question. */
export interface TermMatch {
  /** BM25; 0 without a term of the question. Comparable only within one ranking. */
  readonly score: number;
  /** The share of the question's weight that it has, 0 to 1. */
  readonly coverage: number;
}

/** The terms of a text, in parts: a part that several texts have, as the same array, is read once. */
export type TermsOfText = readonly (readonly string[])[];

/**
 * How well texts fit a question, in their order. A word that no text has counts as the most similar one of about its length, as far as it is similar:
 * people mistype. For few texts: all are compared each time.
 */
export function termMatches(texts: readonly TermsOfText[], question: readonly string[]): TermMatch[] {
  const asked = new Map([...new Set(question)].slice(0, MAX_ASKED).map((term, place) => [term, { place, weight: 1 }]));
  const parts = new Set(texts.flat());
  const counts = countsIn(parts, asked);
  const known = new Set([...counts.values()].flatMap((count) => [...count.keys()]));
  const unknown = [...asked].filter(([term, { place }]) => !known.has(place) && isCorrectable(term)).slice(0, MAX_CORRECTED);
  const corrected = unknown.length > 0 ? corrections(unknown, parts) : [];
  const all = corrected.length > 0 ? countsIn(parts, new Map([...asked, ...corrected])) : counts;
  const weights = [...asked.values()].map(({ weight }) => weight);
  for (const [, { place, weight }] of corrected) weights[place] = weight;
  return weighted(
    texts,
    all,
    [...asked.keys()].map((term, place) => ({ term, weight: weights[place] ?? 1 })),
  );
}

/** Which term of the question, and how much it counts. */
interface Asked {
  readonly place: number;
  readonly weight: number;
}
type Parts = ReadonlySet<readonly string[]>;
/** How often a part has terms of the question, by their places. */
type Counts = ReadonlyMap<readonly string[], ReadonlyMap<number, number>>;

function countsIn(parts: Parts, asked: ReadonlyMap<string, Asked>): Counts {
  const counts = new Map<readonly string[], Map<number, number>>();
  for (const part of parts)
    for (const term of part) {
      const place = asked.get(term)?.place;
      if (place === undefined) continue;
      const known = counts.get(part) ?? new Map<number, number>();
      counts.set(part, known.set(place, (known.get(place) ?? 0) + 1));
    }
  return counts;
}

function weighted(
  texts: readonly TermsOfText[],
  counts: Counts,
  terms: readonly { readonly term: string; readonly weight: number }[],
): TermMatch[] {
  const found = texts.map((text) => sumOf(text, counts));
  const having = terms.map(() => 0);
  for (const tfs of found) for (const place of tfs?.keys() ?? []) having[place] = (having[place] ?? 0) + 1;
  const rarest = idfOf(texts.length, 0);
  const idf = having.map((count) => idfOf(texts.length, count));
  const lost = (term: string): number => rarest * (IS_PAIR.test(term) ? UNKNOWN_PAIR_SHARE : 1);
  const mass = terms.reduce((sum, { term }, place) => sum + (having[place] === 0 ? lost(term) : (idf[place] ?? 0)), 0);
  const lengths = texts.map((text) => text.reduce((sum, { length }) => sum + length, 0));
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, texts.length);
  return found.map((tfs, at) => {
    if (!tfs) return NO_MATCH;
    let [score, has] = [0, 0];
    const norm = K1 * (1 - B + (B * (lengths[at] ?? 0)) / Math.max(1, average));
    for (const [place, tf] of tfs) {
      const worth = (terms[place]?.weight ?? 0) * (idf[place] ?? 0);
      score += (worth * tf * (K1 + 1)) / (tf + norm);
      has += worth;
    }
    return { score, coverage: mass > 0 ? has / mass : 0 };
  });
}

/** Undefined for a text without a term of the question. */
function sumOf(text: TermsOfText, counts: Counts): ReadonlyMap<number, number> | undefined {
  const having = text.flatMap((part) => counts.get(part) ?? []);
  if (having.length < 2) return having[0];
  const sum = new Map<number, number>();
  for (const part of having) for (const [place, count] of part) sum.set(place, (sum.get(place) ?? 0) + count);
  return sum;
}

const idfOf = (texts: number, having: number): number => Math.log(1 + (texts - having + 0.5) / (having + 0.5));

function corrections(unknown: readonly (readonly [string, Asked])[], parts: Parts): [string, Asked][] {
  const vocabulary = new Set<string>();
  for (const part of parts) for (const term of part) if (isCorrectable(term)) vocabulary.add(term);
  return unknown.flatMap(([word, { place }]): [string, Asked][] => {
    const own = trigramsOf(word);
    let [best, most] = ['', MIN_SIMILARITY];
    for (const other of vocabulary) {
      if (Math.abs(other.length - word.length) > MAX_DIFFERENCE) continue;
      const similarity = similarityOf(own, other);
      if (similarity > most) [best, most] = [other, similarity];
    }
    return best === '' ? [] : [[best, { place, weight: most }]];
  });
}

const isCorrectable = (term: string): boolean =>
  term.length >= MIN_CHARS && term.length <= MAX_CHARS && !IS_PAIR.test(term) && !IS_EMOJI.test(term);

/** As pg_trgm divides a word. */
function trigramsOf(word: string): Set<string> {
  const padded = `  ${word} `;
  const trigrams = new Set<string>();
  for (let at = 0; at + 3 <= padded.length; at += 1) trigrams.add(padded.slice(at, at + 3));
  return trigrams;
}

function similarityOf(own: ReadonlySet<string>, other: string): number {
  const padded = `  ${other} `;
  const total = padded.length - 2;
  let shared = 0;
  for (let at = 0; at < total; at += 1) if (own.has(padded.slice(at, at + 3))) shared += 1;
  return shared / (own.size + total - shared);
}
