import { z } from 'zod';
import { id, isoTime } from './fields.js';

/** A package as the credits page shows it. */
export const CreditPackage = z.object({
  id: z.string(),
  name: z.string(),
  credits: z.number().int(),
  price: z.number().int().describe('In cents.'),
  isPopular: z.boolean(),
  isBestValue: z.boolean(),
});
export type CreditPackage = z.infer<typeof CreditPackage>;

export const CREDIT_MOVEMENT_KINDS = ['grant', 'purchase', 'message', 'reversal', 'refund', 'correction'] as const;

/** One posting of the ledger of a user's credits. */
export const CreditMovement = z.object({
  id: z.string(),
  at: isoTime,
  kind: z.enum(CREDIT_MOVEMENT_KINDS),
  credits: z.number().int().describe('Positive when added, negative when spent.'),
  balanceAfter: z.number().int().describe('The balance after this posting.'),
  botId: id.nullable().describe('The bot whose reply was paid; null for postings that are not about a reply.'),
  description: z.string().describe('A text for people.'),
});
export type CreditMovement = z.infer<typeof CreditMovement>;
