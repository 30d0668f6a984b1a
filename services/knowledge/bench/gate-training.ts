import {
  continuationFeatures,
  gateFeatures,
  logOdds,
  oddsAlone,
  oddsOf,
  SURE_ALONE,
  type ContinuationFeature,
  type ContinuationWeights,
  type Fit,
  type GateFeature,
  type GateWeights,
  type Message,
  type WeightsOfPlace,
} from '../src/search/gate.js';
import type { Case } from './gate-cases.js';
import { rowsOf, train } from './logistic-regression.js';

/** What one message found in one bot. */
export interface Search {
  readonly one: Case;
  /** With the form that it has by a model that was not learned by it. */
  readonly message: Message;
  readonly found: readonly { readonly title: string; readonly fit: Fit }[];
  /** Whether it was judged with the message before. */
  readonly isAfter: boolean;
}
type Bot = keyof WeightsOfPlace['bias'];
type Place = 'alone' | 'after';
/** Without what tells whether a message goes on. */
type Gate = Pick<GateWeights, Place>;
/** A passage that a message finds. */
interface Row {
  readonly search: Search;
  readonly title: string;
  readonly features: Readonly<Record<GateFeature, number>>;
}

export const BOTS = ['oneLanguage', 'severalLanguages'] as const satisfies readonly Bot[];
export const PLACES = ['alone', 'after'] as const satisfies readonly Place[];

/** How much small talk of those who wrote what the gate is learned by passes; of that of others less does. */
const TALK_THAT_PASSES: Readonly<Record<Bot, Readonly<Record<Place, number>>>> = {
  oneLanguage: { alone: 0.07, after: 0.085 },
  severalLanguages: { alone: 0.07, after: 0.085 },
};
/** Of the follow-ups that the gate lets in, and that are not sure alone. */
const FOLLOW_UPS_THAT_STAY = 0.96;
const OPTIONS = { decay: 1e-3, rounds: 400, rate: 0.5 };
/** How often the gate is learned by the passage of each message that it found most relevant the time before. */
const ROUNDS = 3;

const isTalk = ({ one }: Search): boolean => one.kind === 'small talk' || one.kind === 'reaction';
const placeOf = ({ isAfter }: Search): Place => (isAfter ? 'after' : 'alone');
const botOf = ({ message }: Search): Bot => (message.isOfOneLanguage ? 'oneLanguage' : 'severalLanguages');

/** The gate that these searches teach: passages of the text that answers a question should enter, and none beside small talk. */
export function learnGate(searches: readonly Search[]): GateWeights {
  const weightsOf = (place: Place): WeightsOfPlace => {
    const own = searches.filter((search) => placeOf(search) === place && !isOtherSubject(search));
    const rows = own.flatMap(rowsOfSearch).filter(({ search: { one }, title }) => (one.title ?? title) === title);
    let learned = learn(rows, evenly(rows));
    for (let round = 1; round < ROUNDS; round += 1) learned = learn(rows, mostRelevant(rows, learned));
    return { ...learned, bias: biasesOf(own.filter(isTalk), place, learned) };
  };
  const gate = { alone: weightsOf('alone'), after: weightsOf('after') };
  return { ...gate, goesOn: learnContinuation(searches, gate) };
}

/** After a question one about something else may bring its passages: the gate is not learned by it, but what tells whether a message goes on. */
const isOtherSubject = ({ one }: Search): boolean => one.kind === 'foreign question' && one.previous !== undefined;

/** By the best passage of each message that the gate lets in, and that is not sure by the message alone. */
function learnContinuation(searches: readonly Search[], gate: Gate): ContinuationWeights {
  const rows = searches.flatMap((search) => {
    const isFollowUp = search.one.kind === 'follow-up' && search.found.some(({ title }) => title === search.one.title);
    if (!search.isAfter || !(isFollowUp || isOtherSubject(search))) return [];
    const passing = search.found.filter(({ fit }) => logOdds(search.message, fit, gate) >= 0);
    if (passing.some(({ fit }) => oddsAlone(search.message, fit, gate) >= SURE_ALONE)) return [];
    const [best] = passing.toSorted(
      (one, other) => logOdds(search.message, other.fit, gate) - logOdds(search.message, one.fit, gate),
    );
    return best ? [{ isYes: isFollowUp, features: continuationFeatures(search.message, best.fit) }] : [];
  });
  const { bias, weights } = logistic<ContinuationFeature>(
    rows,
    rows.map(() => 1),
  );
  const goesOn = (features: Readonly<Record<ContinuationFeature, number>>): number =>
    Object.entries(weights).reduce((sum, [name, weight]) => sum + weight * features[name as ContinuationFeature], 0);
  const odds = rows.flatMap(({ isYes, features }) => (isYes ? goesOn(features) : [])).toSorted((one, other) => one - other);
  const least = odds[Math.floor((1 - FOLLOW_UPS_THAT_STAY) * odds.length)] ?? -bias;
  return { bias: rounded(-least), weights };
}

/** Of each search how far its best passage is above the gate, or below it (negative), and whether the text that answers it is among them. */
export function judged(searches: readonly Search[], weights: GateWeights) {
  return searches.map((search) => {
    const { message, one, found } = search;
    const best = Math.max(-Infinity, ...found.map(({ fit }) => oddsOf(message, fit, weights)));
    const enters = best >= 0;
    return { search, bot: botOf(search), best, enters, isRight: enters && found.some(({ title }) => title === one.title) };
  });
}

const rowsOfSearch = (search: Search): Row[] =>
  search.found.map(({ title, fit }) => ({
    search,
    title,
    features: gateFeatures(search.message, fit),
  }));

/** All passages of one message together count as much as the one of another. */
function evenly(rows: readonly Row[]): number[] {
  const many = new Map<Search, number>();
  for (const { search } of rows) many.set(search, (many.get(search) ?? 0) + 1);
  return rows.map(({ search }) => 1 / (many.get(search) ?? 1));
}

function mostRelevant(rows: readonly Row[], weights: WeightsOfPlace): number[] {
  const best = bestOf(rows, weights);
  return rows.map((row) => (best.get(row.search)?.row === row ? 1 : 0));
}

function bestOf(rows: readonly Row[], weights: WeightsOfPlace): Map<Search, { readonly row: Row; readonly score: number }> {
  const best = new Map<Search, { readonly row: Row; readonly score: number }>();
  for (const row of rows) {
    const score = scoreOf(row, weights);
    if (score > (best.get(row.search)?.score ?? -Infinity)) best.set(row.search, { row, score });
  }
  return best;
}

function scoreOf({ search, features }: Row, { bias, weights }: WeightsOfPlace): number {
  const values = Object.entries(features) as [GateFeature, number][];
  return values.reduce((sum, [name, value]) => sum + weights[name] * value, bias[botOf(search)]);
}

function learn(rows: readonly Row[], counts: readonly number[]): WeightsOfPlace {
  const asked = rows.map(({ search, features }) => ({ isYes: search.one.title !== undefined, features }));
  const { bias, weights } = logistic<GateFeature>(asked, counts);
  return { bias: { oneLanguage: bias, severalLanguages: bias }, weights };
}

/** A logistic model; what should enter counts as much as what should not. */
function logistic<Name extends string>(
  rows: readonly { readonly isYes: boolean; readonly features: Readonly<Record<Name, number>> }[],
  counts: readonly number[],
) {
  const names = Object.keys(rows[0]?.features ?? {}) as Name[];
  const scales = names.map((name) => {
    const middle = rows.reduce((sum, { features }) => sum + features[name], 0) / rows.length;
    const spread = Math.sqrt(rows.reduce((sum, { features }) => sum + (features[name] - middle) ** 2, 0) / rows.length) || 1;
    return { name, middle, spread };
  });
  const scaled = rows.map(({ isYes, features }) => ({
    isYes,
    features: new Map([
      [0, 1],
      ...scales.map(({ name, middle, spread }, at): [number, number] => [at + 1, (features[name] - middle) / spread]),
    ]),
  }));
  const found = train({ ...rowsOf(scaled), counts: Float64Array.from(counts) }, { size: names.length + 1, ...OPTIONS });
  const weights = scales.map(({ name, spread }, at): [Name, number] => [name, (found[at + 1] ?? 0) / spread]);
  const shift = weights.reduce((sum, [, weight], at) => sum + weight * (scales[at]?.middle ?? 0), 0);
  const bias = (found[0] ?? 0) - shift;
  return { bias, weights: Object.fromEntries(weights.map(([name, weight]) => [name, rounded(weight)])) as Record<Name, number> };
}

/** Where the gate lets as much small talk through as it should. */
function biasesOf(talk: readonly Search[], place: Place, learned: WeightsOfPlace): WeightsOfPlace['bias'] {
  const biasOf = (bot: Bot): number => {
    const own = talk.filter((search) => botOf(search) === bot);
    const scores = [...bestOf(own.flatMap(rowsOfSearch), learned).values()].map(({ score }) => score);
    const least = scores.toSorted((one, other) => other - one)[Math.floor(TALK_THAT_PASSES[bot][place] * own.length)] ?? 0;
    return rounded(learned.bias[bot] - least);
  };
  return { oneLanguage: biasOf('oneLanguage'), severalLanguages: biasOf('severalLanguages') };
}

const rounded = (value: number): number => Math.round(1000 * value) / 1000;
