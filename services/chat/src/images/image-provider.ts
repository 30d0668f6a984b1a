import type { GeneratedImage } from '@kith/proto';

export interface ImageRequest {
  /** The provider's id of the image model. */
  readonly model: string;
  readonly description: string;
  readonly signal: AbortSignal;
}

/** A provider of image models. */
export interface ImageProvider {
  /** The bytes of one image; throws ModelFailure when the provider refuses, times out or answers anything else. */
  generate(request: ImageRequest): Promise<Buffer>;
}

const SIGNATURES: readonly [GeneratedImage['mediaType'], (bytes: Buffer) => boolean][] = [
  ['image/png', (bytes) => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))],
  ['image/jpeg', (bytes) => bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))],
  ['image/webp', (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'],
];

const isGif = (bytes: Buffer): boolean => ['GIF87a', 'GIF89a'].includes(bytes.toString('latin1', 0, 6));

/** The type of a picture that models see, by its first bytes. */
export const pictureTypeOf = (bytes: Buffer): GeneratedImage['mediaType'] | 'image/gif' | undefined =>
  imageMediaType(bytes) ?? (isGif(bytes) ? 'image/gif' : undefined);

/** The type of an image by its first bytes, whatever the sender declares; undefined for all but the three types that are shown. */
export const imageMediaType = (bytes: Buffer): GeneratedImage['mediaType'] | undefined =>
  SIGNATURES.find(([, matches]) => matches(bytes))?.[0];
