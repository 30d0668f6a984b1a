// How well messages find what is remembered of a person, and what that costs before the model is asked.
// Run: npm run bench remembered-facts
import { relevantFacts, type RememberedFact } from '../src/memory/memory-lines.js';
import { NEWER_FACTS, REMEMBERED_PEOPLE } from '../test/remembered-people.js';

const DAY_MS = 86_400_000;
const RUNS = 400;
const fact = (at: number, [key, value]: readonly [string, string]): RememberedFact => ({
  id: String(at),
  key,
  value,
  origin: 'said',
  saidAt: new Date(Date.now() - at * DAY_MS),
});
const newer = NEWER_FACTS.map((one, at) => fact(at, one));
const percentile = (sorted: readonly number[], share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;

const found = REMEMBERED_PEOPLE.map(({ language, facts, questions }) => {
  const all = [...newer, ...facts.map((one, at) => fact(100 + at, one))];
  const places = questions.map(({ query, previous, finds }) =>
    relevantFacts(all, { query, previous }).findIndex(({ value }) => value === finds),
  );
  const within = (places_: number): number => places.filter((place) => place >= 0 && place < places_).length;
  return { language, facts: all.length, questions: questions.length, 'first of all': within(1), 'in the prompt': within(12) };
});
console.table(found);

const everybody = REMEMBERED_PEOPLE.flatMap(({ facts }) => facts);
const many = Array.from({ length: 200 }, (_, at) => fact(at, everybody[at % everybody.length] ?? ['Likes', 'tea']));
const questions = REMEMBERED_PEOPLE.flatMap((person) => person.questions);
for (const [name, facts] of [
  ['as many as are kept of a person (50)', many.slice(0, 50)],
  ['200', many],
] as const) {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const asked = questions[run % questions.length] ?? { query: '' };
    const startedAt = performance.now();
    relevantFacts(facts, asked);
    if (run >= RUNS / 2) times.push(performance.now() - startedAt);
  }
  times.sort((a, b) => a - b);
  console.log(
    `ranking of facts, ${name}: p50 ${percentile(times, 0.5).toFixed(3)} ms, p99 ${percentile(times, 0.99).toFixed(3)} ms`,
  );
}
