import { createHash, randomBytes } from 'node:crypto';

/** 256 bits of randomness as 43 characters: nothing to guess (ASVS 7.2.3). */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** Hex. What is stored of a secret that we made ourselves; a slow hash would protect it no better. */
export const sha256 = (value: string): string => createHash('sha256').update(value).digest('hex');
