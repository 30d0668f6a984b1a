import { z } from 'zod';
import { Actor } from './actor.js';
import { DailyCaps } from './bot-settings.js';
import { Cap, CAP_SCOPES } from './caps.js';
import { area } from './contract.js';
import { CreditMovement, CreditPackage } from './credits.js';
import { id, isoTime, Message, paging, text, trimmedText } from './fields.js';
import { normalisePlan, PLANS } from './plans.js';
import {
  CheckoutStatus,
  PlanChange,
  PlanChangeOutcome,
  PlanPurchase,
  SANDBOX_ACTIONS,
  SandboxPortal,
  Subscription,
  SUBSCRIPTION_ACTIONS,
  SUBSCRIPTION_STATES,
  UserAccount,
} from './subscriptions.js';

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

/** The place of an entry in a list that is paged by keyset: new entries do not shift the pages. */
const position = z.string().regex(/^[1-9]\d{0,17}$/, 'Must be the `next` of a page');

/** Where to pay, or to see what a change of the plan costs. */
const Checkout = Message.extend({
  url: z.url(),
  checkoutUrl: z.url().describe('The same value as `url`.'),
  checkoutId: id.nullable().describe('For the call `checkout`; null when `url` is the page of a plan change.'),
});

export const SANDBOX_OUTCOMES = ['pay', 'decline'] as const;

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
      runsOutAt: isoTime
        .nullable()
        .describe("When the daily limit is reached at the pace of today's use; null when the messages last for the day."),
    }),
    isRead: true,
    repeatable: true,
  },
  /** Messages that count, per UTC day, those paid with credits included; the last 7 days, today last. */
  activity: {
    input: z.object({ actor: Actor }),
    output: z.object({ activity: z.array(z.object({ date: z.iso.date(), count: z.number().int() })) }),
    isRead: true,
    repeatable: true,
  },
  /**
   * Reserves the charge of one message before the model is called. The same id gets the same answer; after a release it is charged again.
   * `charge` counts the charges of the id, from 1; 0 means that nothing was charged. `cap` names the cap that denied the message.
   */
  reserve: {
    input: z.object({ userId: id, requestId, botId: id.nullable().default(null), caps: z.array(Cap).max(3).default([]) }),
    output: z.object({
      source: z.enum(RESERVATIONS),
      charge: z.number().int().default(0),
      cap: z.enum(CAP_SCOPES).nullable().default(null),
      resetsAt: isoTime,
    }),
    repeatable: true,
    callers: ['chat'],
  },
  /** For check-ups: which of its caps a bot of the actor has reached today. */
  reachedCaps: {
    input: z.object({ actor: Actor, botId: id, caps: DailyCaps }),
    output: z.object({
      isBotReached: z.boolean(),
      guildIds: z.array(z.string()),
      members: z.number().int().describe('How many members reached theirs.'),
    }),
    isRead: true,
    repeatable: true,
    callers: ['bots'],
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
  /**
   * Super-admin: takes credits from a user, once per idempotency key; the user reads the reason in the credit history. BAD_INPUT when the user has
   * fewer, and for a different correction with the same key. FORBIDDEN, IMPERSONATING, NOT_FOUND.
   */
  correctCredits: {
    input: z.object({
      actor: Actor,
      userId: id,
      credits: credits.describe('How many are taken.'),
      reason: trimmedText(200).min(3, 'Please write a reason of at least 3 characters'),
      idempotencyKey: text(120).min(1),
    }),
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
  /** Starts the checkout of a package. NOT_FOUND, CHECKOUT_OVER, PAYMENT_UNAVAILABLE, NOT_CONFIGURED, IMPERSONATING. */
  checkoutCredits: { input: z.object({ actor: Actor, packageId: text(40) }), output: Checkout, timeoutMs: 20_000 },
  /**
   * Checkout of a plan; with a live subscription the page that shows what the change costs. Nothing is charged, and no plan changes
   * before the payment provider's event arrives. ALREADY_SUBSCRIBED, CHECKOUT_OVER, PAYMENT_UNAVAILABLE, NOT_CONFIGURED, IMPERSONATING.
   */
  checkoutPlan: { input: z.object({ actor: Actor, plan: paidPlan }), output: Checkout, timeoutMs: 20_000 },
  /** A checkout of the user and how it went. NOT_FOUND. */
  checkout: { input: byCheckout, output: CheckoutStatus, isRead: true, repeatable: true },
  /** The plan that the user bought or changed to last, within an hour; null without one. */
  recentPlanPurchase: {
    input: z.object({ actor: Actor }),
    output: z.object({ purchase: PlanPurchase.nullable() }),
    isRead: true,
    repeatable: true,
  },
  /**
   * What the change of a live subscription to this plan costs today and does. NOT_FOUND without a live subscription, ALREADY_SUBSCRIBED for
   * its own plan, the one it is scheduled for and while a payment is open; PAYMENT_UNAVAILABLE, NOT_CONFIGURED, IMPERSONATING.
   */
  previewPlanChange: {
    input: z.object({ actor: Actor, plan: paidPlan }),
    output: PlanChange,
    repeatable: true,
    timeoutMs: 20_000,
  },
  /**
   * Makes a previewed change and charges exactly the amount that it showed, once however often it is called. AMOUNT_CHANGED when it must be
   * previewed again; NOT_FOUND, PAYMENT_UNAVAILABLE, NOT_CONFIGURED, IMPERSONATING.
   */
  confirmPlanChange: {
    input: z.object({ actor: Actor, changeId: id }),
    output: PlanChangeOutcome,
    repeatable: true,
    timeoutMs: 20_000,
  },
  /**
   * Cancels the subscription for the end of its period, resumes it, or takes a scheduled change back. The answer is the state after the
   * provider's event. NOT_FOUND without a live subscription, PAYMENT_UNAVAILABLE, NOT_CONFIGURED, IMPERSONATING.
   */
  changeSubscription: {
    input: z.object({ actor: Actor, action: z.enum(SUBSCRIPTION_ACTIONS) }),
    output: Subscription,
    repeatable: true,
    timeoutMs: 20_000,
  },
  /** The provider's page for cards, invoices and cancelling. NOT_FOUND without a subscription, PAYMENT_UNAVAILABLE, NOT_CONFIGURED, IMPERSONATING. */
  portal: { input: z.object({ actor: Actor }), output: z.object({ url: z.url() }), timeoutMs: 20_000 },
  /** The plan in force and the subscription of the user. */
  subscription: { input: z.object({ actor: Actor }), output: Subscription, isRead: true, repeatable: true },
  /** The postings of the user's credits, latest first. `next` is the `before` of the next page; null on the last one. */
  history: {
    input: z.object({ actor: Actor, limit: paging.limit, before: position.optional() }),
    output: z.object({ movements: z.array(CreditMovement), total: z.number().int(), next: z.string().nullable() }),
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
  sandboxCheckout: { input: byCheckout, output: CheckoutStatus, isRead: true, repeatable: true },
  /**
   * Sandbox: pays or declines a checkout; a signed event goes through the same handler as the provider's. Answers the page to continue
   * on. PAYMENT_DECLINED for the outcome `decline`, CHECKOUT_OVER when it can no longer be paid; NOT_FOUND, IMPERSONATING.
   */
  sandboxPay: {
    input: byCheckout.extend({ outcome: z.enum(SANDBOX_OUTCOMES) }),
    output: z.object({ url: z.url() }),
    repeatable: true,
    timeoutMs: 20_000,
  },
  /** Sandbox: the payments of the user, as a provider's portal shows them. NOT_FOUND when a payment provider is configured. */
  sandboxPortal: { input: z.object({ actor: Actor }), output: SandboxPortal, isRead: true, repeatable: true },
  /**
   * Sandbox: what the holder of the card, the bank or the operator of a provider could do; signed events follow. NOT_FOUND also for a payment
   * in a state that does not allow the action; PAYMENT_DECLINED, IMPERSONATING.
   */
  changeSandbox: {
    input: z.object({ actor: Actor, action: z.enum(SANDBOX_ACTIONS), paymentId: text(100).nullish() }),
    output: SandboxPortal,
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
  /** Administrators: plan, its source, credits and today's messages of a user. FORBIDDEN. */
  userAccount: { input: z.object({ actor: Actor, userId: id }), output: UserAccount, isRead: true, repeatable: true },
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
