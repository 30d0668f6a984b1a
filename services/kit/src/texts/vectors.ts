/** A vector as it is stored. */
export interface StoredVector {
  /** The sign of each number, as Postgres reads a bit string: how many are equal says about how near two vectors are. */
  readonly signs: string;
  /** Each number as a signed byte, relative to the largest one. */
  readonly bytes: Buffer;
}

const MAX_BYTE = 127;

/** The vector that the chat service answers as float32 in base64; little-endian, as all platforms of Node. */
export function vectorIn(base64: string): Float32Array {
  const bytes = Buffer.from(base64, 'base64');
  // Copied, because a Buffer may begin at any byte of its memory.
  return new Float32Array(new Uint8Array(bytes.subarray(0, bytes.length - (bytes.length % 4))).buffer);
}

export function signsOf(vector: Float32Array): string {
  let signs = '';
  for (const number of vector) signs += number > 0 ? '1' : '0';
  return signs;
}

/** In a quarter of the bytes: the direction is rounded by less than what separates two passages. */
export function storedVector(vector: Float32Array): StoredVector {
  const largest = vector.reduce((most, number) => Math.max(most, Math.abs(number)), 0);
  const scaled = Int8Array.from(vector, (number) => Math.round((number / largest) * MAX_BYTE));
  return { signs: signsOf(vector), bytes: Buffer.from(scaled.buffer) };
}

/** The numbers of a stored vector. */
export const numbersIn = (bytes: Buffer): Int8Array => new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** How near the directions of two vectors are: -1 to 1. -1 for vectors of different dimension. */
export function cosine(one: ArrayLike<number>, other: ArrayLike<number>): number {
  if (one.length !== other.length) return -1;
  let [product, ofOne, ofOther] = [0, 0, 0];
  for (let place = 0; place < one.length; place += 1) {
    const [a, b] = [one[place] ?? 0, other[place] ?? 0];
    product += a * b;
    ofOne += a * a;
    ofOther += b * b;
  }
  return ofOne === 0 || ofOther === 0 ? -1 : product / Math.sqrt(ofOne * ofOther);
}

/** The direction of a vector: the same with length 1. */
export function directionOf(vector: ArrayLike<number>): Float32Array {
  const numbers = Float32Array.from(vector);
  const length = Math.sqrt(numbers.reduce((sum, number) => sum + number * number, 0));
  return length === 0 ? numbers : numbers.map((number) => number / length);
}

/** The cosine of two directions of the same dimension. */
export function nearness(one: Float32Array, other: Float32Array): number {
  let product = 0;
  for (let place = 0; place < one.length; place += 1) product += (one[place] ?? 0) * (other[place] ?? 0);
  return product;
}
