import type { GeneratedImage } from '@kith/proto';

/** An image model somewhere. */
export interface Painter {
  /** The bytes of one picture; throws ModelFailure when the provider refuses, hangs or answers anything else. */
  paint(description: string, signal: AbortSignal): Promise<Buffer>;
}

/** Nest token of the painter of this installation; null where no image model is configured. */
export const PAINTER = Symbol('painter');

const STARTS: readonly [GeneratedImage['mediaType'], (bytes: Buffer) => boolean][] = [
  ['image/png', (bytes) => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))],
  ['image/jpeg', (bytes) => bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))],
  ['image/webp', (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'],
];

/** What the bytes are by how they begin, whatever their sender calls them; undefined for all but the three kinds that are shown. */
export const pictureType = (bytes: Buffer): GeneratedImage['mediaType'] | undefined =>
  STARTS.find(([, isIt]) => isIt(bytes))?.[0];
