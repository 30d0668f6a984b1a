import { z } from 'zod';
import { Actor } from './actor.js';
import { area } from './contract.js';
import { cursorPaging, id, isoTime, neighbours } from './fields.js';
import { PLANS } from './plans.js';

/** Which provider a payment belongs to; only those of the mode `live` stand for money. */
export const PAYMENT_MODES = ['sandbox', 'test', 'live'] as const;

/** `received`: it is being applied, or the process ended meanwhile; then the provider sends it again. */
export const WEBHOOK_STATES = ['received', 'applied', 'failed'] as const;

/** Why an event that was applied changed nothing: its type is not used, or its customer is unknown here. */
export const WEBHOOK_NOTES = ['unused', 'unknown_customer'] as const;

/** The last 30 days and 12 months. */
export const STATISTICS_PERIODS = 13;

const count = z.number().int().nonnegative();
const cents = z.number().int();
const list = { actor: Actor, ...cursorPaging };

/** A signed event of the payment provider and what became of it. */
export const WebhookEvent = z.object({
  id: z.string().describe("The provider's id."),
  type: z.string(),
  mode: z.enum(PAYMENT_MODES),
  state: z.enum(WEBHOOK_STATES),
  failure: z.string().nullable().describe('The error code of the last attempt; null unless `failed`.'),
  note: z.enum(WEBHOOK_NOTES).nullable().describe('Why it changed nothing; null when it may have.'),
  attempts: count.describe('How often it was tried to apply it, by deliveries and replays.'),
  happenedAt: isoTime,
  receivedAt: isoTime,
  userId: id.nullable().describe('The user it is about, when known.'),
  username: z.string().nullable().describe('Null when the user is not known or does not exist any more.'),
});
export type WebhookEvent = z.infer<typeof WebhookEvent>;

/** A payment that was received, and what was given back of it. */
export const Payment = z.object({
  id: z.string(),
  at: isoTime,
  title: z.string().describe('A text for people.'),
  cents,
  currency: z.string(),
  refundedCents: cents,
  dispute: z.enum(['open', 'won', 'lost']).nullable(),
});
export type Payment = z.infer<typeof Payment>;

/** What was received for one plan or package in a period; both are null for anything else that was sold at the provider. */
export const RevenueItem = z.object({
  plan: z.enum(PLANS).nullable(),
  credits: count.nullable().describe('The size of the package.'),
  payments: count,
  cents,
});
export type RevenueItem = z.infer<typeof RevenueItem>;

/** The money of a period in one currency, before the fees of the provider. */
export const Revenue = z.object({
  currency: z.string(),
  items: z.array(RevenueItem),
  receivedCents: cents,
  refundedCents: cents,
  disputedCents: cents.describe(
    'Taken by disputes, without what was returned in the same period; negative when more was returned.',
  ),
  netCents: cents,
});
export type Revenue = z.infer<typeof Revenue>;

/** Subscriptions at the provider; plans that administrators gave do not count. */
export const SubscriberCounts = z.object({
  basic: count.describe('Running at the end of the period.'),
  premium: count.describe('Running at the end of the period.'),
  started: count,
  ended: count,
});
export type SubscriberCounts = z.infer<typeof SubscriberCounts>;

/** What became of credits in a period. */
export const CreditTotals = z.object({
  sold: count,
  granted: count,
  spent: cents.describe('On replies that were delivered; negative when more were returned than spent.'),
  refunded: cents.describe('Taken back after refunds and disputes, without those that were returned.'),
  corrected: count.describe('Taken by administrators.'),
  outstanding: cents.describe('The balances of all users at the end of the period.'),
});
export type CreditTotals = z.infer<typeof CreditTotals>;

/** One month, or the last 30 days. */
export const StatisticsPeriod = z.object({
  month: z
    .string()
    .regex(/^\d{4}-\d{2}$/)
    .nullable()
    .describe('UTC; null for the last 30 days.'),
  from: isoTime,
  to: isoTime,
  revenue: z.array(Revenue).describe('One entry per currency.'),
  subscribers: SubscriberCounts,
  credits: CreditTotals,
});
export type StatisticsPeriod = z.infer<typeof StatisticsPeriod>;

export const payments = area('billing', 'payments', {
  /** Administrators: the events of the payment provider, latest first, kept for 90 days. FORBIDDEN, IMPERSONATING. */
  events: {
    input: z.object({ ...list, state: z.enum(WEBHOOK_STATES).optional() }),
    output: z.object({
      events: z.array(WebhookEvent),
      total: z.number().int(),
      ...neighbours,
      refused: count.describe(
        'Deliveries of the last 30 days that were refused: not signed by the provider, or not for this installation.',
      ),
    }),
    isRead: true,
    repeatable: true,
  },
  /**
   * Administrators: applies an event again. What was done before is not done twice; the subscription is read from the provider. NOT_CONFIGURED
   * also for an event of another mode; NOT_FOUND, PAYMENT_UNAVAILABLE, FORBIDDEN, IMPERSONATING.
   */
  replay: {
    input: z.object({ actor: Actor, eventId: z.string().regex(/^evt_[\w-]{1,240}$/, 'Must be the ID of an event') }),
    output: WebhookEvent,
    repeatable: true,
    timeoutMs: 20_000,
  },
  /** The payments of the user, latest first. */
  list: {
    input: z.object(list),
    output: z.object({ payments: z.array(Payment), total: z.number().int(), ...neighbours }),
    isRead: true,
    repeatable: true,
  },
  /** Administrators: the payments of a user, latest first. FORBIDDEN, IMPERSONATING. */
  ofUser: {
    input: z.object({ ...list, userId: id }),
    output: z.object({ payments: z.array(Payment), total: z.number().int(), ...neighbours }),
    isRead: true,
    repeatable: true,
  },
  /** Administrators: money, subscribers and credits of the last 30 days, then of the last 12 months, latest first. FORBIDDEN, IMPERSONATING. */
  statistics: {
    input: z.object({
      actor: Actor,
      limit: z.coerce.number().int().min(1).max(STATISTICS_PERIODS).default(STATISTICS_PERIODS).describe('How many periods.'),
    }),
    output: z.object({ mode: z.enum(PAYMENT_MODES), periods: z.array(StatisticsPeriod) }),
    isRead: true,
    repeatable: true,
  },
});
