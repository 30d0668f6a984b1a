import { fusedRanks, searchTerms, searchTermsOfLines, termMatches, type TermMatch, type TermsOfText } from '@kith/kit';
import { DAY_MS, type FactOrigin } from '@kith/proto';
import { shortened } from '../texts/shortened.js';
import { WEAK } from '../texts/weak-words.js';
import { FACT_WORDS } from './fact-words.js';
import { FACT_KEYS } from './fact.js';

/** A fact as it is remembered. */
export interface RememberedFact {
  readonly id: string;
  readonly key: string;
  readonly value: string;
  readonly origin: FactOrigin;
  readonly saidAt: Date;
}

/** A message, with the one before that says what it is about. */
export interface AskedOfMemory {
  readonly query: string;
  readonly previous?: string | undefined;
  /** How near facts are to its meaning, by their id, where that is known. */
  readonly nearness?: ReadonlyMap<string, number> | undefined;
}

/** So many facts all go into the prompt; of more, those that fit the message. */
export const ALL_UP_TO = 12;
/** About 500 tokens. */
const MAX_CHARS = 2000;
/** What facts leave of the room for summaries, at least. */
const SUMMARIES_SHARE = 0.35;
/** Needed to speak with somebody, whatever they ask; so many of them at most. */
const ALWAYS: readonly string[] = [FACT_KEYS.name, FACT_KEYS.pronouns, FACT_KEYS.allergicTo];
const MAX_ALWAYS = 4;
/** How much the message together with the one before it counts beside the message alone. */
const WEIGHT_TOGETHER = 0.5;
/** What stands beside the value, as terms. */
const KEY_TERMS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(FACT_WORDS).map(([key, words]) => [
    key,
    searchTermsOfLines(`${key} ${words}`.replaceAll('\n', ' '), WEAK)[0] ?? [],
  ]),
);
/** The prompt has one place for what is remembered, of anybody. */
const ABOUT = 'All of this is about who wrote the message.';
const SUMMARY = 'Earlier conversations with them: ';
const ORIGINS: Readonly<Record<FactOrigin, string>> = {
  said: 'said by them',
  model: 'from what they wrote',
  owner: 'noted by them',
};

/**
 * What is remembered of who asks, as lines for a prompt, the most useful first: facts with origin and age, then the summaries in the order that they
 * are given.
 */
export function memoryLines(
  facts: readonly RememberedFact[],
  summaries: readonly string[],
  asked: AskedOfMemory,
  nowMs = Date.now(),
): string[] {
  const lines = relevantFacts(facts, asked).map(
    ({ key, value, origin, saidAt }) => `${key}: ${value} (${ORIGINS[origin]}, ${ageOf(saidAt, nowMs)})`,
  );
  const all = [...lines, ...summaries.map((text) => SUMMARY + text)];
  return all.length === 0 ? [] : fittingLines([ABOUT, ...all], MAX_CHARS, ({ length }) => length);
}

/**
 * All facts while they are few, the newest first; of many those that the search finds for the question, with what always matters and then the newest.
 * In this process, because facts are stored encrypted: a person has few (docs/decisions.md T13). By meaning at most half of the places are given
 * away, so that the best by words stay whatever the vectors say.
 */
export function relevantFacts(
  facts: readonly RememberedFact[],
  { query, previous, nearness = new Map() }: AskedOfMemory,
): RememberedFact[] {
  const newest = facts.toSorted((a, b) => b.saidAt.getTime() - a.saidAt.getTime());
  if (newest.length <= ALL_UP_TO) return newest;
  const texts = termsOf(newest);
  const alone = termMatches(texts, searchTerms(query, WEAK));
  const together = previous ? termMatches(texts, searchTerms(`${previous} ${query}`, WEAK)) : [];
  const shares = [sharesOfBest(alone, coverageOfBest(alone)), sharesOfBest(together, WEIGHT_TOGETHER)];
  const scored = newest.map((fact, at) => ({ fact, score: shares.reduce((sum, ofOne) => sum + (ofOne[at] ?? 0), 0) }));
  const always = newest.filter(({ key }) => ALWAYS.includes(key)).slice(0, MAX_ALWAYS);
  const others = newest.toSorted((a, b) => Number(b.key === FACT_KEYS.note) - Number(a.key === FACT_KEYS.note));
  const places = ALL_UP_TO - always.length;
  const found = scored.filter(({ fact, score }) => score > 0 && !always.includes(fact)).toSorted((a, b) => b.score - a.score);
  const near = newest.filter((fact) => nearness.has(fact.id) && !always.includes(fact));
  const byMeaning = near.toSorted((a, b) => (nearness.get(b.id) ?? 0) - (nearness.get(a.id) ?? 0)).slice(0, places / 2);
  const fused = fusedRanks([found.map(({ fact }) => fact.id), byMeaning.map(({ id }) => id)]);
  const byId = new Map(newest.map((fact) => [fact.id, fact]));
  const first = fused.slice(0, places).flatMap((id) => byId.get(id) ?? []);
  return [...new Set([...first, ...always, ...others])].slice(0, ALL_UP_TO);
}

/** The terms by which each fact is found: those of what it says, and of what its kind is asked by. */
function termsOf(facts: readonly RememberedFact[]): TermsOfText[] {
  const lines = facts.map(({ key, value }) => (KEY_TERMS.has(key) ? value : `${key} ${value}`).replaceAll('\n', ' '));
  const terms = searchTermsOfLines(lines.join('\n'), WEAK);
  return facts.map(({ key }, at) => [terms[at] ?? [], KEY_TERMS.get(key) ?? []]);
}

/** Scores of two rankings cannot be compared. */
function sharesOfBest(matches: readonly TermMatch[], weight: number): number[] {
  const best = matches.reduce((most, { score }) => Math.max(most, score), 0);
  return best > 0 ? matches.map(({ score }) => (weight * score) / best) : [];
}

/** How much of a message is found: "And when?" is read with what came before, and a message about something else is not. */
const coverageOfBest = (matches: readonly TermMatch[]): number =>
  matches.reduce((most, { coverage }) => Math.max(most, coverage), 0);

function ageOf(saidAt: Date, nowMs: number): string {
  const days = Math.floor((nowMs - saidAt.getTime()) / DAY_MS);
  if (days < 1) return 'today';
  if (days < 60) return days === 1 ? 'a day ago' : `${days} days ago`;
  return `${Math.floor(days / 30)} months ago`;
}

/**
 * Those of the lines of a memory that a budget holds. Summaries keep a share of it and get what facts leave; one that does not fit whole is shortened.
 * Of the facts those come first that always matter. Nothing when neither a fact nor a summary fits.
 */
export function fittingLines(lines: readonly string[], budget: number, sizeOf: (line: string) => number): string[] {
  const summaries = lines.filter(isSummary);
  const others = lines.filter((line) => !isSummary(line));
  const reserved = Math.min(
    summaries.reduce((sum, line) => sum + sizeOf(line), 0),
    budget * SUMMARIES_SHARE,
  );
  const always = others.filter(alwaysMatters).slice(0, MAX_ALWAYS);
  const introduction = others.filter((line) => line === ABOUT);
  const taken = new Set<string>();
  let left = budget - reserved;
  for (const line of new Set([...introduction, ...always, ...others])) {
    const size = sizeOf(line);
    if (size > left) continue;
    taken.add(line);
    left -= size;
  }
  left += reserved;
  const shown = summaries.flatMap((line) => {
    const short = shortened(line, (beginning) => sizeOf(beginning) <= left);
    if (short.length <= SUMMARY.length + 1) return [];
    left -= sizeOf(short);
    return [short];
  });
  const all = [...others.filter((line) => taken.has(line)), ...shown];
  return all.every((line) => line === ABOUT) ? [] : all;
}

const isSummary = (line: string): boolean => line.startsWith(SUMMARY);
const alwaysMatters = (line: string): boolean => ALWAYS.some((key) => line.startsWith(`${key}: `));
