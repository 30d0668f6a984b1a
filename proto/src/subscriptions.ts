import { z } from 'zod';
import { id, isoTime } from './fields.js';
import { PLANS } from './plans.js';

/** Shown as a badge; the web app shows any other value as 'Undefined'. */
export const SUBSCRIPTION_STATES = ['active', 'inactive', 'cancelled'] as const;

/** Where the plan in force comes from; `free` without a subscription and without a grant. */
export const PLAN_SOURCES = ['free', 'subscription', 'admin'] as const;

/** Why a subscription is over: it ran out after it was cancelled, its payment was refunded or disputed, or stayed unpaid for seven days. */
export const END_REASONS = ['cancelled', 'refunded', 'disputed', 'unpaid'] as const;
export type EndReason = (typeof END_REASONS)[number];

const cents = z.number().int().nonnegative();

/** The plan in force, the subscription that is paid for, and the plan that an administrator gave. */
export const Subscription = z.object({
  plan: z.enum(PLANS).describe('The plan in force, whatever its source.'),
  source: z.enum(PLAN_SOURCES),
  status: z.enum(SUBSCRIPTION_STATES),
  paidPlan: z.enum(PLANS).nullable().describe('The plan of the subscription; null when there is none or it is over.'),
  grantedPlan: z.enum(PLANS).nullable().describe('The plan that an administrator gave; it has no end date.'),
  currentPeriodEnd: isoTime.nullable().describe('End of the period that is paid for.'),
  cancelsAtPeriodEnd: z.boolean().describe('Ends at `currentPeriodEnd` instead of being renewed.'),
  scheduledPlan: z.enum(PLANS).nullable().describe('The lower plan that follows at `currentPeriodEnd`.'),
  renewalCents: cents.nullable().describe('Charged at `currentPeriodEnd`; null when nothing is renewed.'),
  graceEndsAt: isoTime.nullable().describe('A payment failed: the plan is kept until this time. Null once it has passed.'),
  payUrl: z.url().nullable().describe('Where the open payment can be paid; null without one, and during an impersonation.'),
  endedReason: z
    .enum(END_REASONS)
    .nullable()
    .describe('Why the last subscription is over; null while one runs, and when there never was one.'),
  endedPlan: z.enum(PLANS).nullable().describe('The plan of the subscription that is over.'),
  isSandbox: z.boolean().describe('No payment provider is configured: no money moves.'),
});
export type Subscription = z.infer<typeof Subscription>;

/** `keep_plan` takes a scheduled change to a lower plan back. */
export const SUBSCRIPTION_ACTIONS = ['cancel', 'resume', 'keep_plan'] as const;

export const CHANGE_DIRECTIONS = ['upgrade', 'downgrade'] as const;

/** What a change of the plan would cost and do. Nothing changes before it is confirmed; the amount of today is fixed until `expiresAt`. */
export const PlanChange = z.object({
  id,
  direction: z
    .enum(CHANGE_DIRECTIONS)
    .describe('An upgrade is charged and applied at once, a downgrade follows at the end of the period.'),
  fromPlan: z.enum(PLANS),
  toPlan: z.enum(PLANS),
  todayCents: cents.describe(
    'Charged when the change is confirmed: the difference for the rest of the period. 0 for a downgrade.',
  ),
  currency: z.literal('usd'),
  renewalCents: cents.nullable().describe('Charged at `renewsAt`; null when the subscription ends instead.'),
  renewsAt: isoTime.nullable(),
  takesEffectAt: isoTime.describe('When the plan changes: now, or at the end of the period.'),
  endsAt: isoTime.nullable().describe('The end date of a cancelled subscription; null when it is not cancelled.'),
  keepsEndDate: z
    .boolean()
    .describe('Whether it still ends at `endsAt` after the change: true for an upgrade; a downgrade renews it.'),
  expiresAt: isoTime.describe('After this time the change must be previewed again.'),
  isSandbox: z.boolean(),
});
export type PlanChange = z.infer<typeof PlanChange>;

/**
 * `paid`: charged, the plan changes when the event of the provider arrives, which takes seconds; `payment_required`: the card was not
 * charged, and nothing changes until the payment is made at `payUrl`; `scheduled`: a downgrade, nothing was charged.
 */
export const PLAN_CHANGE_STATES = ['paid', 'payment_required', 'scheduled'] as const;

export const PlanChangeOutcome = z.object({ state: z.enum(PLAN_CHANGE_STATES), payUrl: z.url().nullable() });
export type PlanChangeOutcome = z.infer<typeof PlanChangeOutcome>;

/** What administrators see of a user's plan and credits. */
export const UserAccount = Subscription.pick({
  plan: true,
  source: true,
  status: true,
  paidPlan: true,
  currentPeriodEnd: true,
  cancelsAtPeriodEnd: true,
  graceEndsAt: true,
  isSandbox: true,
}).extend({
  credits: z.number().int(),
  used: z.number().int().describe('Messages of today.'),
  dailyLimit: z.number().int().describe('999999 stands for unlimited.'),
});
export type UserAccount = z.infer<typeof UserAccount>;

export const CHECKOUT_KINDS = ['subscription', 'credits'] as const;
/** `processing`: the provider waits for the bank; `declined`: the last attempt failed, and another one may be made while the page is open. */
export const CHECKOUT_STATES = ['open', 'processing', 'paid', 'declined', 'expired'] as const;

/** A checkout of the user and how it went. */
export const CheckoutStatus = z.object({
  id,
  kind: z.enum(CHECKOUT_KINDS),
  title: z.string(),
  priceCents: z.number().int(),
  state: z.enum(CHECKOUT_STATES),
});
export type CheckoutStatus = z.infer<typeof CheckoutStatus>;

/** A plan that the user bought or changed to within the last hour. */
export const PlanPurchase = z.object({
  plan: z.enum(PLANS),
  state: z.enum(CHECKOUT_STATES).describe('`paid` means that the event of the provider has arrived.'),
});
export type PlanPurchase = z.infer<typeof PlanPurchase>;

export const SANDBOX_PAYMENT_STATES = ['open', 'paid', 'refunded', 'void', 'disputed', 'lost'] as const;

/** A payment in the sandbox; `open` is one that failed and can be paid. */
export const SandboxPayment = z.object({
  id: z.string(),
  title: z.string(),
  cents: z.number().int(),
  state: z.enum(SANDBOX_PAYMENT_STATES),
  at: isoTime,
});

/** What the provider's portal and its operator could do, for an installation without a provider (docs/decisions.md B17). */
export const SandboxPortal = z.object({
  isCardDeclined: z.boolean().describe('Renewals and upgrades fail until the card works again.'),
  hasSubscription: z.boolean(),
  payments: z.array(SandboxPayment).describe('The latest 50, latest first.'),
});
export type SandboxPortal = z.infer<typeof SandboxPortal>;

/** `renew` ends the period now; `pay` needs an open payment, `refund` and `dispute` a paid one, `win` and `lose` a disputed one. */
export const SANDBOX_ACTIONS = ['decline_card', 'accept_card', 'renew', 'pay', 'refund', 'dispute', 'win', 'lose'] as const;
