// Loaded by worker threads too; imports nothing, because Node loads it there without a build.

/** Samples on each side from which one of another rate is computed. */
const REACH = 16;

/** Brings samples of one rate to another by band-limited interpolation (windowed sinc). */
export class Resampler {
  private readonly kernels: Float32Array[];
  private readonly step: number;
  private readonly phases: number;
  private left = new Float32Array(REACH);
  private right = new Float32Array(REACH);
  /** Of the next sample, in phases from the beginning of what is kept. */
  private position: number;

  constructor(rate: number, outputRate: number) {
    const divisor = greatestCommonDivisor(rate, outputRate);
    this.phases = outputRate / divisor;
    this.step = rate / divisor;
    this.kernels = Array.from({ length: this.phases }, (_, phase) => kernel(phase / this.phases, Math.min(1, outputRate / rate)));
    this.position = REACH * this.phases;
  }

  push(left: Float32Array, right: Float32Array, add: (left: number, right: number) => void): void {
    this.left = joined(this.left, left);
    this.right = joined(this.right, right);
    for (; Math.floor(this.position / this.phases) + REACH < this.left.length; this.position += this.step) {
      const from = Math.floor(this.position / this.phases) - REACH + 1;
      const weights = this.kernels[this.position % this.phases] ?? new Float32Array();
      let sumLeft = 0;
      let sumRight = 0;
      // Not by iterators, which take five times as long.
      for (let index = 0; index < weights.length; index++) {
        const weight = weights[index] ?? 0;
        sumLeft += weight * (this.left[from + index] ?? 0);
        sumRight += weight * (this.right[from + index] ?? 0);
      }
      add(sumLeft, sumRight);
    }
    const done = Math.floor(this.position / this.phases) - REACH;
    this.left = this.left.slice(done);
    this.right = this.right.slice(done);
    this.position -= done * this.phases;
  }
}

function kernel(fraction: number, cutoff: number): Float32Array {
  const weights = Float32Array.from({ length: 2 * REACH }, (_, index) => {
    const distance = index - REACH + 1 - fraction;
    const window = 0.5 + 0.5 * Math.cos((Math.PI * distance) / (REACH + 1));
    const angle = Math.PI * distance * cutoff;
    return (angle === 0 ? 1 : Math.sin(angle) / angle) * window;
  });
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

const greatestCommonDivisor = (a: number, b: number): number => (b === 0 ? a : greatestCommonDivisor(b, a % b));

function joined(first: Float32Array, second: Float32Array): Float32Array<ArrayBuffer> {
  const all = new Float32Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
