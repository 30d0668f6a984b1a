import { readFileSync } from 'node:fs';
import { PART_BITS, partsOf } from './message-parts.js';

/**
 * How far a message looks like a question for information rather than small talk: the logarithm of the odds, 0 for neither. `after`: where it follows a
 * question, as one that asks on does, which looks like small talk alone ("since when").
 */
export interface Forms {
  readonly alone: number;
  readonly after: number;
}

/** What bench/train-form.bench.ts learned of the parts of messages (message-parts.ts): 4 bytes each, as objects by their names would take fourteen times that. */
export interface FormWeights {
  readonly bias: Forms;
  /** Where the parts with the same first bits begin; one number more than there are of these. */
  readonly starts: Uint32Array<ArrayBuffer>;
  /** The other bits of each part, in ascending order. */
  readonly rests: Uint16Array<ArrayBuffer>;
  /** The weights of each part, in units. */
  readonly alone: Int8Array<ArrayBuffer>;
  readonly after: Int8Array<ArrayBuffer>;
  readonly unit: number;
}

const REST_BITS = 16;
const FIRST_BITS = PART_BITS - REST_BITS;
const REST = 2 ** REST_BITS - 1;

/** The parts in ascending order, with their weights. */
export function formWeights(
  parts: Uint32Array,
  { alone, after }: { readonly alone: Float64Array; readonly after: Float64Array },
  bias: Forms,
): FormWeights {
  const starts = new Uint32Array(2 ** FIRST_BITS + 1);
  for (const part of parts) starts[(part >>> REST_BITS) + 1] = (starts[(part >>> REST_BITS) + 1] ?? 0) + 1;
  for (let at = 1; at < starts.length; at += 1) starts[at] = (starts[at] ?? 0) + (starts[at - 1] ?? 0);
  const largest = [...alone, ...after].reduce((most, weight) => Math.max(most, Math.abs(weight)), 0);
  const unit = largest / LARGEST_IN_UNITS || 1;
  const inUnits = (weights: Float64Array) => Int8Array.from(weights, (weight) => Math.round(weight / unit));
  const rests = Uint16Array.from(parts, (part) => part & REST);
  return { bias, starts, rests, alone: inUnits(alone), after: inUnits(after), unit };
}
const LARGEST_IN_UNITS = 127;

const ARRAYS = { starts: Uint32Array, rests: Uint16Array, alone: Int8Array, after: Int8Array } as const;
/** As in form-weights.json: its arrays in base64. */
type KeptWeights = Pick<FormWeights, 'bias' | 'unit'> & Readonly<Record<keyof typeof ARRAYS, string>>;

export function keptWeights({ bias, unit, ...arrays }: FormWeights): KeptWeights {
  const text = (name: keyof typeof ARRAYS): string => Buffer.from(arrays[name].buffer).toString('base64');
  return { bias, unit, starts: text('starts'), rests: text('rests'), alone: text('alone'), after: text('after') };
}

export function readWeights({ bias, unit, ...texts }: KeptWeights): FormWeights {
  const bytes = (name: keyof typeof ARRAYS): ArrayBuffer => new Uint8Array(Buffer.from(texts[name], 'base64')).buffer;
  return {
    bias,
    unit,
    starts: new ARRAYS.starts(bytes('starts')),
    rests: new ARRAYS.rests(bytes('rests')),
    alone: new ARRAYS.alone(bytes('alone')),
    after: new ARRAYS.after(bytes('after')),
  };
}

const WEIGHTS = readWeights(JSON.parse(readFileSync(new URL('./form-weights.json', import.meta.url), 'utf8')) as KeptWeights);

/** From which share of a message's parts that have letters its form is told in full: of another script none is known, and it is neither. */
const ENOUGH_KNOWN = 0.1;

export function formsOf(message: string, weights: FormWeights = WEIGHTS): Forms {
  const { withLetters, others } = partsOf(message);
  const { bias, unit, alone, after } = weights;
  const sums = { known: 0, alone: 0, after: 0 };
  const add = (part: number): void => {
    const place = placeOf(part, weights);
    if (place < 0) return;
    sums.known += 1;
    sums.alone += alone[place] ?? 0;
    sums.after += after[place] ?? 0;
  };
  for (const part of withLetters) add(part);
  const share = Math.min(1, sums.known / (withLetters.size || 1) / ENOUGH_KNOWN);
  for (const part of others) add(part);
  const scale = unit / Math.sqrt(sums.known || 1);
  return { alone: share * (bias.alone + scale * sums.alone), after: share * (bias.after + scale * sums.after) };
}

/** By bisection; -1 where the part has no weight. */
function placeOf(part: number, { starts, rests }: FormWeights): number {
  const first = part >>> REST_BITS;
  const rest = part & REST;
  let from = starts[first] ?? 0;
  let to = (starts[first + 1] ?? 0) - 1;
  while (from <= to) {
    const middle = (from + to) >>> 1;
    const found = rests[middle] ?? 0;
    if (found === rest) return middle;
    if (found < rest) from = middle + 1;
    else to = middle - 1;
  }
  return -1;
}
