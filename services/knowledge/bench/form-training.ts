import { formWeights, type FormWeights, type Forms } from '../src/search/message-form.js';
import { partsOf } from '../src/search/message-parts.js';
import { misspelling, numbersFrom } from './mistakes.js';
import type { TrainingMessage } from './training-messages.js';

type Place = keyof Forms;
type Kind = TrainingMessage['kind'];

/** How much messages of a kind count where they follow no message, and where they follow a question; negative: as small talk. */
const COUNTS: Readonly<Record<Kind, Forms>> = {
  question: { alone: 1, after: 0.3 },
  'follow-up': { alone: 0.3, after: 1 },
  'small talk': { alone: -1, after: -1 },
  reaction: { alone: -0.5, after: -1 },
};

const LEAST_MESSAGES_OF_PART = 3;
/** Those that change the forms of messages most; more of them change little. */
const MOST_PARTS = 70_000;
/** Brings the features of a message near 1. */
const SCALE = 3;
const [EPOCHS, AVERAGED_EPOCHS] = [12, 4];
const RATE = 0.2;
const DECAY = 2e-5;
/** Of AdaGrad: the squares of the gradients of a weight begin with it. */
const FIRST_SQUARE = 1e-3;
const SEED = 11;

interface Row {
  readonly parts: readonly number[];
  readonly kind: Kind;
}
/** One weight of each part. */
interface Model {
  readonly bias: number;
  readonly weights: Float64Array;
}

/** What questions for information look like beside small talk, by the words and the characters of these messages. */
export function learnForm(messages: readonly TrainingMessage[]): FormWeights {
  const rows = withVariants(messages).map(({ message, kind }): Row => {
    const { withLetters, others } = partsOf(message);
    return { parts: [...withLetters, ...others], kind };
  });
  const counts = new Map<number, number>();
  for (const { parts } of rows) for (const part of parts) counts.set(part, (counts.get(part) ?? 0) + 1);
  const frequent = [...counts.keys()].filter((part) => (counts.get(part) ?? 0) >= LEAST_MESSAGES_OF_PART);
  const first = modelsOf(rows, frequent);
  const effects = frequent.map((part, at): [number, number] => {
    const weight = Math.max(Math.abs(first.alone.weights[at] ?? 0), Math.abs(first.after.weights[at] ?? 0));
    return [part, weight * Math.sqrt(counts.get(part) ?? 0)];
  });
  const kept = effects.toSorted(([, one], [, other]) => other - one).slice(0, MOST_PARTS);
  const parts = Uint32Array.from(kept, ([part]) => part).toSorted();
  // Once more without the others, whose part the ones that stay take over.
  const { alone, after } = modelsOf(rows, [...parts]);
  return formWeights(parts, { alone: alone.weights, after: after.weights }, { alone: alone.bias, after: after.bias });
}

function modelsOf(rows: readonly Row[], parts: readonly number[]): Readonly<Record<Place, Model>> {
  const places = new Map(parts.map((part, at) => [part, at]));
  const known = rows.map((row) => Int32Array.from(row.parts.flatMap((part) => places.get(part) ?? [])));
  const modelOf = (place: Place): Model =>
    trained(
      known,
      rows.map(({ kind }) => COUNTS[kind][place]),
      parts.length,
    );
  return { alone: modelOf('alone'), after: modelOf('after') };
}

/** Logistic regression by stochastic gradient descent (AdaGrad) in the same order in each run; questions and small talk count alike. */
function trained(rows: readonly Int32Array[], counts: readonly number[], size: number): Model {
  const [weights, sums] = [new Float64Array(size), new Float64Array(size)];
  const squares = new Float64Array(size).fill(FIRST_SQUARE);
  const bias = { value: 0, sum: 0, squares: FIRST_SQUARE };
  const sumOf = (sign: number): number => counts.reduce((sum, count) => sum + Math.max(0, sign * count), 0);
  const balance = { yes: (sumOf(1) + sumOf(-1)) / (2 * sumOf(1)), no: (sumOf(1) + sumOf(-1)) / (2 * sumOf(-1)) };
  const decay = DECAY * rows.length;
  const order = Int32Array.from(rows.keys());
  const random = numbersFrom(SEED);
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    shuffle(order, random);
    for (const row of order) {
      const parts = rows[row] ?? new Int32Array();
      const count = counts[row] ?? 0;
      const value = SCALE / Math.sqrt(parts.length || 1);
      let sum = bias.value;
      for (const part of parts) sum += (weights[part] ?? 0) * value;
      const error = Math.abs(count) * (count > 0 ? balance.yes : balance.no) * (1 / (1 + Math.exp(-sum)) - (count > 0 ? 1 : 0));
      bias.squares += error ** 2;
      bias.value -= (RATE * error) / Math.sqrt(bias.squares);
      for (const part of parts) {
        const gradient = error * value + decay * (weights[part] ?? 0);
        squares[part] = (squares[part] ?? 0) + gradient ** 2;
        weights[part] = (weights[part] ?? 0) - (RATE * gradient) / Math.sqrt(squares[part] ?? 1);
      }
    }
    if (epoch < EPOCHS - AVERAGED_EPOCHS) continue;
    bias.sum += bias.value;
    for (let part = 0; part < size; part += 1) sums[part] = (sums[part] ?? 0) + (weights[part] ?? 0);
  }
  return { bias: bias.sum / AVERAGED_EPOCHS, weights: sums.map((sum) => (SCALE * sum) / AVERAGED_EPOCHS) };
}

function shuffle(order: Int32Array, random: () => number): void {
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [order[at], order[other]] = [order[other] ?? 0, order[at] ?? 0];
  }
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
