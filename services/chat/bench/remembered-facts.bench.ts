// How well messages find what is remembered of a person, and what that costs before the model is asked: by words, and by words and meaning with the
// vectors of the stand-in, which only know equal words: a poor model, with which no message must find less.
// Run: npm run bench remembered-facts
import { randomBytes } from 'node:crypto';
import { cosine, Keyring } from '@kith/kit';
import { standInVector } from '@kith/kit/testing';
import { openedDirection, sealedVector } from '../src/embeddings/sealed-vectors.js';
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
  const placesBy = (hasVectors: boolean): number[] =>
    questions.map(({ query, previous, finds }) => {
      const texts = [query, ...(previous === undefined ? [] : [`${previous}\n${query}`])].map((text) => standInVector(text));
      const nearness = new Map(
        all.map(({ id, key, value }) => {
          const vector = standInVector(`${key}: ${value}`);
          return [id, texts.reduce((sum, text) => sum + cosine(text, vector), 0)];
        }),
      );
      const asked = { query, previous, nearness: hasVectors ? nearness : undefined };
      return relevantFacts(all, asked).findIndex(({ value }) => value === finds);
    });
  const [byWords, byBoth] = [placesBy(false), placesBy(true)];
  const within = (places: readonly number[], count: number): number =>
    places.filter((place) => place >= 0 && place < count).length;
  return {
    language,
    facts: all.length,
    questions: questions.length,
    'first of all': within(byWords, 1),
    'in the prompt': within(byWords, 12),
    'and by meaning': within(byBoth, 12),
  };
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

const keyring = new Keyring(`k1:${randomBytes(32).toString('base64')}`);
const direction = Float32Array.from({ length: 512 }, (_, at) => Math.sin(at));
const sealed = Array.from({ length: 50 }, (_, at) => sealedVector(keyring, direction, `fact ${at}`));
const times = Array.from({ length: RUNS }, () => {
  const startedAt = performance.now();
  for (const [at, vector] of sealed.entries()) cosine(direction, openedDirection(keyring, vector, `fact ${at}`));
  return performance.now() - startedAt;
}).toSorted((a, b) => a - b);
console.log(
  `opening and comparing 50 vectors of 512 numbers: p50 ${percentile(times, 0.5).toFixed(3)} ms, p99 ${percentile(times, 0.99).toFixed(3)} ms`,
);
