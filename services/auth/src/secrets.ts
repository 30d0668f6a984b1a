import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits as 43 base64url characters (ASVS 7.2.3). */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** As hex. How a `newSecret` is stored: it has too much entropy to be guessed, so a slow hash would protect it no better. */
export const sha256 = (value: string): string => createHash('sha256').update(value).digest('hex');

/** In the form of PKCE's code challenge (RFC 7636). */
export const sha256Base64Url = (value: string): string => createHash('sha256').update(value).digest('base64url');
