import { createHash } from 'node:crypto';

/** Discord takes at most 25 characters; equal for every try at the same part of the same answer. */
export const nonceOf = (botId: string, messageId: string, part: number): string =>
  createHash('sha256').update(`${botId}:${messageId}:${part}`).digest('base64url').slice(0, 25);
