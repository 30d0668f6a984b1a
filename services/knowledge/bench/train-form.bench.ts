// `npm run bench train-form` learns what questions for information look like beside small talk, by the words and the characters of the messages of
// bench/training-messages.ts, and writes src/search/form-weights.json. `npm run bench gate` reports by other messages.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gramsOf } from '../src/search/message-form.js';
import { train } from './logistic-regression.js';
import { misspelling } from './mistakes.js';
import { trainingMessages } from './training-messages.js';

const LEAST_MESSAGES_OF_GRAM = 3;
/** Brings the features of a message near 1. */
const GRAM_SCALE = 3;
const OPTIONS = { decay: 1e-4, rounds: 400, rate: 0.5 };
/** Those with the largest weights; more of them change little. */
const MOST_GRAMS = 3000;

const rounded = (value: number): number => Math.round(1000 * value) / 1000;

// Many people leave the question mark out.
const withoutMark = (message: string): string => message.replaceAll(/^[¿\s]+|[?？؟\s]+$/gu, '');
const messages = trainingMessages().flatMap((one) => {
  const plain = withoutMark(one.message);
  return one.isQuestion && plain !== one.message ? [one, { ...one, message: plain }] : [one];
});
const withMistakes = misspelling();
const known = new Set(messages.map(({ message }) => message));
const misspelt = messages
  .flatMap((one) => (one.isQuestion ? { ...one, message: withMistakes(one.message) } : []))
  .filter(({ message }) => !known.has(message));
const rows = [...messages, ...misspelt].map((one) => ({ isYes: one.isQuestion, grams: [...gramsOf(one.message)] }));
const counts = new Map<string, number>();
for (const { grams } of rows) for (const gram of grams) counts.set(gram, (counts.get(gram) ?? 0) + 1);
const grams = [...counts].flatMap(([gram, count]) => (count >= LEAST_MESSAGES_OF_GRAM ? gram : []));
const places = new Map(grams.map((gram, at) => [gram, at + 1]));
const featuresOf = (some: readonly string[]): Map<number, number> => {
  const at = some.flatMap((gram) => places.get(gram) ?? []);
  return new Map([[0, 1], ...at.map((place): [number, number] => [place, GRAM_SCALE / Math.sqrt(at.length)])]);
};
const weights = train(
  rows.map((row) => ({ isYes: row.isYes, features: featuresOf(row.grams) })),
  { size: grams.length + 1, ...OPTIONS },
);
const byGram = grams
  .map((gram): [string, number] => [gram, rounded(GRAM_SCALE * (weights[places.get(gram) ?? 0] ?? 0))])
  .toSorted(([, one], [, other]) => Math.abs(other) - Math.abs(one))
  .slice(0, MOST_GRAMS);
const learned = {
  bias: rounded(weights[0] ?? 0),
  grams: Object.fromEntries(byGram.toSorted(([one], [other]) => (one < other ? -1 : 1))),
};
const file = fileURLToPath(new URL('../src/search/form-weights.json', import.meta.url));
writeFileSync(file, `${JSON.stringify(learned)}\n`);
console.log(`${file}: ${byGram.length} of ${grams.length} parts of ${messages.length} messages`);
