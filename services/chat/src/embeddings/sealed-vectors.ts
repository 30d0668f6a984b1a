import { directionOf, numbersIn, storedVector, type Keyring } from '@kith/kit';

/** A vector as the database holds it, encrypted for its place, because what a text says can be guessed from it. */
export const sealedVector = (keyring: Keyring, vector: Float32Array, place: string): string =>
  keyring.encrypt(storedVector(vector).bytes.toString('base64'), place);

/** The direction of such a vector. */
export const openedDirection = (keyring: Keyring, sealed: string, place: string): Float32Array =>
  directionOf(numbersIn(Buffer.from(keyring.decrypt(sealed, place), 'base64')));
