import { DAY_MS, type FactOrigin } from '@kith/proto';
import { FACT_KEYS, folded } from './fact.js';

/** A fact as it is remembered. */
export interface RememberedFact {
  readonly id: string;
  readonly key: string;
  readonly value: string;
  readonly origin: FactOrigin;
  readonly saidAt: Date;
}

/** So many facts all go into the prompt; of more, those that fit the message. */
const ALL_UP_TO = 12;
/** About 500 tokens. */
const MAX_CHARS = 2000;
/** Needed to speak with somebody, whatever they ask. */
const ALWAYS: readonly string[] = [FACT_KEYS.name, FACT_KEYS.pronouns, FACT_KEYS.allergicTo, FACT_KEYS.note];
/** The prompt has one place for what is remembered, of anybody. */
const ABOUT = 'All of this is about who wrote the message.';
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]+/gu;
const ORIGINS: Readonly<Record<FactOrigin, string>> = {
  said: 'said by them',
  model: 'from what they wrote',
  owner: 'noted by them',
};

/** What is remembered of who wrote `question`, as lines for a prompt, the most useful first: facts with origin and age, then summaries. */
export function memoryLines(
  facts: readonly RememberedFact[],
  summaries: readonly string[],
  question: string,
  nowMs = Date.now(),
): string[] {
  const lines = relevantFacts(facts, question).map(
    ({ key, value, origin, saidAt }) => `${key}: ${value} (${ORIGINS[origin]}, ${ageOf(saidAt, nowMs)})`,
  );
  const all = [...lines, ...summaries.map((text) => `Earlier conversations with them: ${text}`)];
  return all.length === 0 ? [] : withinBudget([ABOUT, ...all]);
}

/** All facts while they are few, the newest first; of many those that always matter and those with words of the question. */
export function relevantFacts(facts: readonly RememberedFact[], question: string): RememberedFact[] {
  const newest = facts.toSorted((a, b) => b.saidAt.getTime() - a.saidAt.getTime());
  if (newest.length <= ALL_UP_TO) return newest;
  const asked = termsOf(question);
  const score = ({ key, value }: RememberedFact): number =>
    (ALWAYS.includes(key) ? 1 : 0) + 2 * [...termsOf(`${key} ${value}`)].filter((term) => isIn(asked, term)).length;
  return newest
    .map((fact) => ({ fact, score: score(fact) }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, ALL_UP_TO)
    .map(({ fact }) => fact);
}

/** Words without case and accents; of scripts without spaces each two neighbouring characters. */
function termsOf(text: string): Set<string> {
  const whole = folded(text);
  const pairs = [...whole.matchAll(UNSPACED)].flatMap(([run]) => {
    const characters = [...run];
    return characters.length === 1 ? characters : characters.slice(1).map((next, at) => `${characters[at] ?? ''}${next}`);
  });
  const words = whole.replaceAll(UNSPACED, ' ').split(' ');
  return new Set([...pairs, ...words.filter((word) => word.length > 1)]);
}

/** Forms of a word have the same beginning. */
function isIn(terms: ReadonlySet<string>, term: string): boolean {
  if (terms.has(term)) return true;
  const start = term.slice(0, Math.max(4, term.length - 3));
  return term.length >= 4 && [...terms].some((other) => other.length >= 4 && (other.startsWith(start) || term.startsWith(other)));
}

function ageOf(saidAt: Date, nowMs: number): string {
  const days = Math.floor((nowMs - saidAt.getTime()) / DAY_MS);
  if (days < 1) return 'today';
  if (days < 60) return days === 1 ? 'a day ago' : `${days} days ago`;
  return `${Math.floor(days / 30)} months ago`;
}

function withinBudget(lines: readonly string[]): string[] {
  let left = MAX_CHARS;
  return lines.filter((line) => (left -= line.length) >= 0);
}
