/** One message for training: the numbers of its features, and whether the answer is yes. */
interface Row {
  readonly features: ReadonlyMap<number, number>;
  readonly isYes: boolean;
}
interface Options {
  readonly size: number;
  readonly decay: number;
  readonly rounds: number;
  readonly rate: number;
}

const MOMENTUM = 0.9;

/** Weights by gradient descent with momentum; both answers count alike, however many rows have them. */
export function train(rows: readonly Row[], { size, decay, rounds, rate }: Options): Float64Array {
  const weights = new Float64Array(size);
  const momentum = new Float64Array(size);
  const yes = rows.filter(({ isYes }) => isYes).length / rows.length;
  for (let round = 0; round < rounds; round += 1) {
    const gradient = weights.map((weight) => decay * weight);
    for (const { features, isYes } of rows) {
      const share = isYes ? 0.5 / yes : 0.5 / (1 - yes);
      const error = (share * (probability(sum(weights, features)) - (isYes ? 1 : 0))) / rows.length;
      for (const [at, value] of features) gradient[at] = (gradient[at] ?? 0) + error * value;
    }
    for (const [at, value] of gradient.entries()) {
      momentum[at] = MOMENTUM * (momentum[at] ?? 0) + value;
      weights[at] = (weights[at] ?? 0) - rate * (momentum[at] ?? 0);
    }
  }
  return weights;
}

function sum(weights: Float64Array, features: ReadonlyMap<number, number>): number {
  let total = 0;
  for (const [at, value] of features) total += (weights[at] ?? 0) * value;
  return total;
}

const probability = (logit: number): number => 1 / (1 + Math.exp(-logit));
