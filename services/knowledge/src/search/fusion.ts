import { sharedRuns } from './character-runs.js';
import { relevanceOf, WHOLE_COVERAGE, type Fit, type Message } from './gate.js';

/** A passage as knowledge.search (SQL) finds it. */
export interface Match {
  readonly itemId: string;
  readonly title: string;
  readonly body: string;
  /** BM25; comparable only within one ranking. */
  readonly score: number;
  /** The share of the question's weight that it contains, 0 to 1. */
  readonly coverage: number;
  /** Coverage × strength, with everyday words for little. */
  readonly relevance: number;
  /** Its number among the chunks of its item. */
  readonly place?: number;
}

/** What is found in several rankings is one passage. */
export const passageKey = ({ itemId, body }: Pick<Match, 'itemId' | 'body'>): string => `${itemId} ${body}`;

/** A passage with its relevance to the message, which the gate decides by. */
export type RankedPassage = Omit<Match, 'coverage'>;

/**
 * How much a question alone counts beside itself with the one before, by the relevance of its best passage: its words alone say what it is about
 * when they are rare ones, not because a passage has all of "What day?". Chosen by the texts with even numbers; bench/questions.bench.ts reports the odd.
 */
const WEIGHT_OF_RELEVANCE = 0.85;

/** A passage in the order of a ranking, with what the gate decides by. */
export interface FittedMatch {
  readonly match: Match;
  readonly fit: Fit;
}

/**
 * The passages for a message, the `most` first of them: to look for the message in a passage takes 30 µs. `together`: what is found with the message
 * before it, where that one counts.
 */
export const ranked = (
  message: Message,
  alone: readonly Match[],
  together?: readonly Match[],
  most = alone.length + (together?.length ?? 0),
): RankedPassage[] =>
  fitted(message, alone, together, most).map(({ match: { itemId, title, body, score, place }, fit }) => ({
    itemId,
    title,
    body,
    score,
    place,
    relevance: relevanceOf(message, fit),
  }));

export const fitted = (
  message: Message,
  alone: readonly Match[],
  together: readonly Match[] | undefined,
  most: number,
): FittedMatch[] =>
  (together ? fuse(message, alone, together) : alone.map(withFitAlone)).slice(0, most).map(({ match, fit }) => ({
    match,
    fit: { ...fit, shared: sharedRuns(message.runs, `${match.title}\n${match.body}`) },
  }));

/** A passage before the message is looked for in it. */
interface FoundMatch {
  readonly match: Match;
  readonly fit: Omit<Fit, 'shared'>;
}

const withFitAlone = (match: Match): FoundMatch => ({
  match,
  fit: { own: match.relevance, together: null, coverage: match.coverage },
});

/**
 * One ranking of the passages for a question alone and for the question together with what was asked before it. Scores are compared as shares of
 * the best one of their ranking; the question alone counts as far as its best passage is relevant, so that "And on Sundays?" is read with what came
 * before, and a question about something else is not. Scores and not ranks: in measurements (bench/questions.bench.ts) reciprocal ranks let
 * passages win that are mediocre in both rankings.
 */
function fuse(message: Message, alone: readonly Match[], together: readonly Match[]): FoundMatch[] {
  const fused = new Map<string, { readonly match: Match; weight: number; fit: FoundMatch['fit'] }>();
  const entryOf = (match: Match) => {
    const key = passageKey(match);
    const known = fused.get(key) ?? { match, weight: 0, fit: { own: 0, together: 0, coverage: 0 } };
    fused.set(key, known);
    return known;
  };
  const ownWeight = ownWeightOf(message, alone[0]);
  for (const match of alone) {
    const entry = entryOf(match);
    entry.fit = { ...entry.fit, own: match.relevance, coverage: match.coverage };
    entry.weight += (ownWeight * match.score) / (alone[0]?.score ?? 1);
  }
  for (const match of together) {
    const entry = entryOf(match);
    entry.fit = { ...entry.fit, together: match.relevance };
    entry.weight += match.score / (together[0]?.score ?? 1);
  }
  const entries = [...fused.values()].toSorted((one, other) => other.weight - one.weight);
  const [best] = entries;
  // The scores of two rankings cannot be compared: those of the fused one are shares of its best.
  const unit = best && best.weight > 0 ? best.match.score / best.weight : 0;
  return entries.map(({ match, weight, fit }) => ({ match: { ...match, score: weight * unit }, fit }));
}

/** A message that only names what a passage has all words of is about that, whatever was asked before. */
function ownWeightOf({ isSubject, everydayShare }: Message, best: Match | undefined): number {
  if (isSubject && everydayShare === 0 && (best?.coverage ?? 0) >= WHOLE_COVERAGE) return 1;
  return Math.min(1, WEIGHT_OF_RELEVANCE * (best?.relevance ?? 0));
}

/** The share (0-1) of the question's weight that the best passage covers. */
export const coverageOf = ([best]: readonly Match[]): number => Math.min(1, best?.coverage ?? 0);
