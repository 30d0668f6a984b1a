import { z } from 'zod';
import { Actor } from './actor.js';
import { area } from './contract.js';
import { normalisePlan, PLANS } from './plans.js';
import { id, isoTime, Message, paging, text } from './fields.js';

/** Identifies one message: the same id is charged once, however often it is sent. */
const requestId = text(120).min(1);

/** A number, or digits as the form sends them; nothing else that JavaScript would convert to a number. */
const credits = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,7}$/)
      .transform(Number),
  ])
  .pipe(z.number().int().min(1).max(1_000_000));

/** Shown as a badge; the web app shows any other value as 'Undefined'. */
export const SUBSCRIPTION_STATES = ['active', 'inactive', 'cancelled'] as const;

/** Where the plan in force comes from; `free` without a subscription and without a grant. */
export const PLAN_SOURCES = ['free', 'subscription', 'admin'] as const;

/** The plan in force and the subscription that is paid for. */
export const Subscription = z.object({
  plan: z.enum(PLANS).describe('The plan in force, whatever its source.'),
  source: z.enum(PLAN_SOURCES),
  status: z.enum(SUBSCRIPTION_STATES),
  paidPlan: z.enum(PLANS).nullable().describe('The plan that is paid for; null without a subscription.'),
  currentPeriodEnd: isoTime.nullable().describe('End of the period that is paid for.'),
  cancelsAtPeriodEnd: z.boolean().describe('Ends at `currentPeriodEnd` instead of being renewed.'),
  graceEndsAt: isoTime.nullable().describe('A payment failed: the plan is kept until this time.'),
  isSandbox: z.boolean().describe('No payment provider is configured: no money moves.'),
});
export type Subscription = z.infer<typeof Subscription>;

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

export const CREDIT_MOVEMENT_KINDS = ['grant', 'purchase', 'message', 'reversal', 'refund'] as const;

/** One posting of the ledger of a user's credits. */
export const CreditMovement = z.object({
  id: z.string(),
  at: isoTime,
  kind: z.enum(CREDIT_MOVEMENT_KINDS),
  credits: z.number().int().describe('Positive when added, negative when spent.'),
  description: z.string().describe('A text for people.'),
});
export type CreditMovement = z.infer<typeof CreditMovement>;

/** Where to pay. */
const Checkout = Message.extend({ url: z.url(), checkoutUrl: z.url().describe('The same value as `url`.') });

export const CHECKOUT_KINDS = ['subscription', 'credits'] as const;
export const CHECKOUT_STATES = ['open', 'paid', 'expired'] as const;
export const SANDBOX_OUTCOMES = ['pay', 'decline'] as const;
export const SANDBOX_ACTIONS = ['cancel', 'resume'] as const;

/** A checkout of the sandbox, which stands in for a payment provider where none is configured (docs/decisions.md B17). */
export const SandboxCheckout = z.object({
  id,
  kind: z.enum(CHECKOUT_KINDS),
  title: z.string(),
  priceCents: z.number().int(),
  state: z.enum(CHECKOUT_STATES).describe('Only an open checkout can be paid.'),
});
export type SandboxCheckout = z.infer<typeof SandboxCheckout>;

const byCheckout = z.object({ actor: Actor, checkoutId: id });
const paidPlan = z
  .enum(['basic', 'standard', 'premium'])
  .transform((plan): 'basic' | 'premium' => (plan === 'premium' ? 'premium' : 'basic'));

/** `plan`: counted against the daily limit; `credit`: one credit spent; `denied`: neither is left. */
const RESERVATIONS = ['plan', 'credit', 'denied'] as const;

export const billing = area('billing', 'billing', {
  /** The plan in force: the higher one of the subscription and an administrator's grant. */
  entitlement: {
    input: z.object({ userId: id }),
    output: z.object({ plan: z.enum(PLANS) }),
    repeatable: true,
    callers: ['auth', 'bots'],
  },
  /** Administrators: the plan of a user, as an entitlement with source `admin`. FORBIDDEN, IMPERSONATING, NOT_FOUND. */
  setPlan: {
    input: z.object({
      actor: Actor,
      userId: id,
      plan: z.enum(['free', 'basic', 'standard', 'premium']).transform(normalisePlan),
    }),
    output: z.object({ userId: id, plan: z.enum(PLANS), message: z.string() }),
    repeatable: true,
  },
  /** Messages of today, the daily limit, credits, plan and the time of the next reset. */
  usage: {
    input: z.object({ actor: Actor }),
    output: z.object({
      used: z.number().int().describe('Messages of today.'),
      dailyLimit: z.number().int().describe('999999 stands for unlimited.'),
      credits: z.number().int(),
      plan: z.enum(PLANS),
      resetsAt: isoTime.describe('Start of the next day, 00:00 UTC.'),
    }),
    isRead: true,
    repeatable: true,
  },
  /**
   * Reserves the charge of one message before the model is called. The same id gets the same answer; after a release it is charged again.
   * `charge` counts the charges of the id, from 1; 0 means that nothing was charged.
   */
  reserve: {
    input: z.object({ userId: id, requestId }),
    output: z.object({ source: z.enum(RESERVATIONS), charge: z.number().int().default(0), resetsAt: isoTime }),
    repeatable: true,
    callers: ['chat'],
  },
  /** The message was delivered: makes its charge final. */
  settle: { input: z.object({ requestId }), output: z.object({}), repeatable: true, callers: ['chat'] },
  /**
   * The message failed: gives the charge back. Does nothing after `settle`. With the `charge` that `reserve` answered, a delayed duplicate
   * does not give back the charge of a later attempt.
   */
  release: {
    input: z.object({ requestId, charge: z.number().int().optional() }),
    output: z.object({}),
    repeatable: true,
    callers: ['chat'],
  },
  /** Super-admin: grants credits to a user, once per idempotency key; BAD_INPUT for a different grant with the same key. FORBIDDEN, IMPERSONATING, NOT_FOUND. */
  grantCredits: {
    input: z.object({ actor: Actor, userId: id, credits, idempotencyKey: text(120).min(1) }),
    output: Message.extend({ credits: z.number().int().describe('The new balance.') }),
    repeatable: true,
  },
  /** The credit packages, cheapest first. */
  packages: {
    input: z.object({ actor: Actor }),
    output: z.object({ packages: z.array(CreditPackage) }),
    isRead: true,
    repeatable: true,
  },
  /** Starts the checkout of a package. NOT_FOUND, PAYMENT_UNAVAILABLE, NOT_CONFIGURED, IMPERSONATING. */
  checkoutCredits: { input: z.object({ actor: Actor, packageId: text(40) }), output: Checkout, timeoutMs: 20_000 },
  /**
   * Checkout of a plan, or the change of a live subscription to a higher one. No plan changes before the payment
   * provider's event arrives. ALREADY_SUBSCRIBED, PAYMENT_UNAVAILABLE, NOT_CONFIGURED, IMPERSONATING.
   */
  checkoutPlan: { input: z.object({ actor: Actor, plan: paidPlan }), output: Checkout, timeoutMs: 20_000 },
  /** The provider's page for cards, invoices and cancelling. NOT_FOUND without a subscription, PAYMENT_UNAVAILABLE, NOT_CONFIGURED, IMPERSONATING. */
  portal: { input: z.object({ actor: Actor }), output: z.object({ url: z.url() }), timeoutMs: 20_000 },
  /** The plan in force and the subscription of the user. */
  subscription: { input: z.object({ actor: Actor }), output: Subscription, isRead: true, repeatable: true },
  /** The postings of the user's credits, latest first. */
  history: {
    input: z.object({ actor: Actor, ...paging }),
    output: z.object({ movements: z.array(CreditMovement), total: z.number().int() }),
    isRead: true,
    repeatable: true,
  },
  /**
   * An event of the payment provider: the unparsed body and its signature. Applied once. SIGNATURE_INVALID, NOT_CONFIGURED;
   * after PAYMENT_UNAVAILABLE and UNAVAILABLE the provider shall send it again.
   */
  webhook: {
    input: z.object({ body: z.string().max(300_000), signature: z.string().max(1000) }),
    output: z.object({ received: z.literal(true) }),
    repeatable: true,
    timeoutMs: 20_000,
  },
  /** Sandbox: one checkout of the user. NOT_FOUND, also when a payment provider is configured. */
  sandboxCheckout: { input: byCheckout, output: SandboxCheckout, isRead: true, repeatable: true },
  /**
   * Sandbox: pays or declines a checkout; a signed event goes through the same handler as the provider's. Answers the page to continue
   * on. NOT_FOUND, PAYMENT_UNAVAILABLE when the checkout is no longer open, IMPERSONATING.
   */
  sandboxPay: {
    input: byCheckout.extend({ outcome: z.enum(SANDBOX_OUTCOMES) }),
    output: z.object({ url: z.url() }),
    repeatable: true,
    timeoutMs: 20_000,
  },
  /** Sandbox: cancels or resumes the user's subscription, as the provider's portal would. NOT_FOUND, IMPERSONATING. */
  sandboxPortal: {
    input: z.object({ actor: Actor, action: z.enum(SANDBOX_ACTIONS) }),
    output: Subscription,
    repeatable: true,
    timeoutMs: 20_000,
  },
  /** For the weekly reports: what users were charged in the week that begins on a Monday, UTC; no row for users who were charged nothing. */
  weeklyUsage: {
    input: z.object({ userIds: z.array(id).max(200), weekStart: z.iso.date() }),
    output: z.object({
      usage: z.array(
        z.object({
          userId: id,
          planReplies: z.number().int().describe('Replies that counted towards the daily limits.'),
          creditsUsed: z.number().int(),
        }),
      ),
    }),
    repeatable: true,
    callers: ['auth'],
  },
  /** For the auth service: plan, badge and credits of users. */
  accounts: {
    input: z.object({ userIds: z.array(id).max(200) }),
    output: z.object({
      accounts: z.array(
        z.object({ userId: id, plan: z.enum(PLANS), status: z.enum(SUBSCRIPTION_STATES), credits: z.number().int() }),
      ),
    }),
    repeatable: true,
    callers: ['auth'],
  },
  /** Administrators: users per paid plan; all others are free. FORBIDDEN, IMPERSONATING. */
  planCounts: {
    input: z.object({ actor: Actor }),
    output: z.object({ basic: z.number().int(), premium: z.number().int() }),
    isRead: true,
    repeatable: true,
  },
  /**
   * For the auth service: ends the subscription of a deleted account and deletes its plan; the ledger stays.
   * After PAYMENT_UNAVAILABLE and UNAVAILABLE nothing is deleted yet: repeat the call.
   */
  removeUser: { input: z.object({ userId: id }), output: z.object({}), repeatable: true, timeoutMs: 20_000, callers: ['auth'] },
});
