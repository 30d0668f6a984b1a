/** Rows for training: the places and values of each row's features that are not 0, one after the other, and whether the answer is yes. */
export interface Rows {
  /** Where the features of each row begin; one number more than rows. */
  readonly starts: Int32Array;
  readonly places: Int32Array;
  readonly values: Float64Array;
  readonly isYes: readonly boolean[];
  /** How much each row counts; all alike by default. */
  readonly counts?: Float64Array;
}
interface Options {
  readonly size: number;
  readonly decay: number;
  readonly rounds: number;
  readonly rate: number;
}

const MOMENTUM = 0.9;

export function rowsOf(all: readonly { readonly features: ReadonlyMap<number, number>; readonly isYes: boolean }[]): Rows {
  const starts = new Int32Array(all.length + 1);
  const total = all.reduce((sum, { features }) => sum + features.size, 0);
  const places = new Int32Array(total);
  const values = new Float64Array(total);
  let at = 0;
  for (const [row, { features }] of all.entries()) {
    for (const [place, value] of features) {
      places[at] = place;
      values[at] = value;
      at += 1;
    }
    starts[row + 1] = at;
  }
  return { starts, places, values, isYes: all.map(({ isYes }) => isYes) };
}

/** Weights by gradient descent with momentum; both answers count alike, however many rows have them. */
export function train(rows: Rows, { size, decay, rounds, rate }: Options): Float64Array {
  const { starts, places, values, isYes } = rows;
  const weights = new Float64Array(size);
  const momentum = new Float64Array(size);
  const gradient = new Float64Array(size);
  const counts = balanced(rows);
  for (let round = 0; round < rounds; round += 1) {
    for (let at = 0; at < size; at += 1) gradient[at] = decay * (weights[at] ?? 0);
    for (let row = 0; row < isYes.length; row += 1) {
      const start = starts[row] ?? 0;
      const end = starts[row + 1] ?? 0;
      let sum = 0;
      for (let at = start; at < end; at += 1) sum += (weights[places[at] ?? 0] ?? 0) * (values[at] ?? 0);
      const error = (counts[row] ?? 0) * (probability(sum) - (isYes[row] ? 1 : 0));
      for (let at = start; at < end; at += 1) {
        const place = places[at] ?? 0;
        gradient[place] = (gradient[place] ?? 0) + error * (values[at] ?? 0);
      }
    }
    for (let at = 0; at < size; at += 1) {
      momentum[at] = MOMENTUM * (momentum[at] ?? 0) + (gradient[at] ?? 0);
      weights[at] = (weights[at] ?? 0) - rate * (momentum[at] ?? 0);
    }
  }
  return weights;
}

/** How much each row counts, so that both answers count one half. */
function balanced({ isYes, counts = new Float64Array(isYes.length).fill(1) }: Rows): Float64Array {
  const sumOf = (answer: boolean): number => counts.reduce((sum, count, row) => (isYes[row] === answer ? sum + count : sum), 0);
  const [yes, no] = [sumOf(true), sumOf(false)];
  return counts.map((count, row) => (0.5 * count) / ((isYes[row] ? yes : no) || 1));
}

const probability = (logit: number): number => 1 / (1 + Math.exp(-logit));
