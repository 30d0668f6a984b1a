import { gramsOf, type FormWeights } from '../src/search/message-form.js';
import { rowsOf, train } from './logistic-regression.js';
import { misspelling } from './mistakes.js';
import type { TrainingMessage } from './training-messages.js';

const LEAST_MESSAGES_OF_GRAM = 3;
/** Brings the features of a message near 1. */
const GRAM_SCALE = 3;
const OPTIONS = { decay: 6e-5, rounds: 1500, rate: 1 };
/** Those with the largest weights; more of them change little. */
const MOST_GRAMS = 6000;

const rounded = (value: number): number => Math.round(100 * value) / 100;

/** What questions for information look like beside small talk, by the words and the characters of these messages. */
export function learnForm(messages: readonly TrainingMessage[]): FormWeights {
  const rows = withVariants(messages).map((one) => ({ isYes: one.isQuestion, grams: [...gramsOf(one.message)] }));
  const counts = new Map<string, number>();
  for (const { grams } of rows) for (const gram of grams) counts.set(gram, (counts.get(gram) ?? 0) + 1);
  const frequent = [...counts].flatMap(([gram, count]) => (count >= LEAST_MESSAGES_OF_GRAM ? gram : []));
  const first = weightsOf(rows, frequent);
  const kept = [...first.grams].toSorted(([, one], [, other]) => Math.abs(other) - Math.abs(one)).slice(0, MOST_GRAMS);
  // Once more without the others, whose part the ones that stay take over.
  const { bias, grams } = weightsOf(
    rows,
    kept.map(([gram]) => gram),
  );
  const inOrder = [...grams].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return { bias: rounded(bias), grams: Object.fromEntries(inOrder.map(([gram, weight]) => [gram, rounded(weight)])) };
}

function weightsOf(rows: readonly { readonly isYes: boolean; readonly grams: readonly string[] }[], grams: readonly string[]) {
  const places = new Map(grams.map((gram, at) => [gram, at + 1]));
  const featuresOf = (some: readonly string[]): Map<number, number> => {
    const at = some.flatMap((gram) => places.get(gram) ?? []);
    return new Map([[0, 1], ...at.map((place): [number, number] => [place, GRAM_SCALE / Math.sqrt(at.length)])]);
  };
  const weights = train(rowsOf(rows.map((row) => ({ isYes: row.isYes, features: featuresOf(row.grams) }))), {
    size: grams.length + 1,
    ...OPTIONS,
  });
  return {
    bias: weights[0] ?? 0,
    grams: new Map([...places].map(([gram, place]) => [gram, GRAM_SCALE * (weights[place] ?? 0)])),
  };
}

// Many people leave the question mark out.
const withoutMark = (message: string): string => message.replaceAll(/^[¿\s]+|[?？؟\s]+$/gu, '');

/** The messages, also without their question marks, and misspelt. */
function withVariants(messages: readonly TrainingMessage[]): TrainingMessage[] {
  const known = new Set(messages.map(({ message }) => message));
  const isNew = ({ message }: TrainingMessage): boolean => message !== '' && !known.has(message);
  const withMistakes = misspelling();
  return messages.flatMap((one) => [
    one,
    ...[withoutMark(one.message), withMistakes(one.message)].map((message) => ({ ...one, message })).filter(isNew),
  ]);
}
