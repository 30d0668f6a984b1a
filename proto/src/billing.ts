import { z } from 'zod';
import { Actor } from './actor.js';
import { area } from './contract.js';
import { normalisePlan, PLANS } from './plans.js';
import { id, isoTime, text } from './text.js';

/** One message: the same id is charged once, however often it is asked for (decision B8). */
const requestId = text(120).min(1);

/** A number, or a numeral as the form sends it; not the other things JavaScript takes for numbers. */
const credits = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,7}$/)
      .transform(Number),
  ])
  .pipe(z.number().int().min(1).max(1_000_000));

/** `plan`: counted against the day; `credit`: one credit taken; `denied`: neither left. */
const RESERVATIONS = ['plan', 'credit', 'denied'] as const;

export const billing = area('billing', 'billing', {
  /** The plan in force: the higher of subscription and administrator's grant (decision B15). */
  entitlement: { input: z.object({ userId: id }), output: z.object({ plan: z.enum(PLANS) }), repeatable: true },
  /** Administrators: the plan of a user, as an entitlement with source `admin`. FORBIDDEN. */
  setPlan: {
    input: z.object({
      actor: Actor,
      userId: id,
      plan: z.enum(['free', 'basic', 'standard', 'premium']).transform(normalisePlan),
    }),
    output: z.object({ userId: id, plan: z.enum(PLANS), message: z.string() }),
    repeatable: true,
  },
  /** Today's messages, the limit (999999 = unlimited), the credits and the next reset at 00:00 UTC (decisions B5, B6). */
  usage: {
    input: z.object({ actor: Actor }),
    output: z.object({ used: z.number().int(), dailyLimit: z.number().int(), credits: z.number().int(), resetsAt: isoTime }),
    repeatable: true,
  },
  /**
   * Reserves one message before the model is asked. The same id answers what it answered before; after a release it is charged anew.
   * `charge` counts the charges of the id from 1; 0: nothing was charged.
   */
  reserve: {
    input: z.object({ userId: id, requestId }),
    output: z.object({ source: z.enum(RESERVATIONS), charge: z.number().int().default(0), resetsAt: isoTime }),
    repeatable: true,
  },
  /** The reserved message was delivered: the charge stands. */
  settle: { input: z.object({ requestId }), output: z.object({}), repeatable: true },
  /**
   * The reserved message failed: count and credit go back. Does nothing after settle. With the `charge` that reserve named a release
   * that comes again, late, leaves the charge of a later attempt alone.
   */
  release: { input: z.object({ requestId, charge: z.number().int().optional() }), output: z.object({}), repeatable: true },
  /** Super-admin: credits for a user, once per idempotency key. FORBIDDEN. */
  grantCredits: {
    input: z.object({ actor: Actor, userId: id, credits, idempotencyKey: text(120).min(1) }),
    output: z.object({ credits: z.number().int(), message: z.string() }),
    repeatable: true,
  },
});
