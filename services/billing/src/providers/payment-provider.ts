import type { EndReason, Plan, PlanChangeOutcome, SUBSCRIPTION_ACTIONS } from '@kith/proto';

/** Which provider a row belongs to: rows of one mode never count in another, and only `live` ones stand for money. */
export type Mode = 'sandbox' | 'test' | 'live';

/** What a user is about to pay for. Price and credits come from the catalogue alone (docs/decisions.md B10). */
export interface Order {
  readonly checkoutId: string;
  readonly userId: string;
  readonly customerId: string;
  readonly kind: 'subscription' | 'credits';
  /** A plan, or the id of a package. */
  readonly item: string;
  readonly title: string;
  readonly priceCents: number;
  readonly expiresAt: Date;
}

export type PaidPlan = Exclude<Plan, 'free'>;

/** A confirmed change of a plan. */
export interface ConfirmedChange {
  /** The idempotency key: the change is made and charged once. */
  readonly id: string;
  readonly plan: PaidPlan;
  /** The time that the proration counts from: that of the preview, so that the amount charged is the amount shown. */
  readonly prorationAt: Date;
}

/** A customer's subscription as the provider reports it when it is read. */
export interface ProviderSubscription {
  readonly id: string;
  readonly itemId: string;
  /** `free` when the subscription is for a product that is not in our catalogue. */
  readonly plan: Plan;
  /** Stripe's status: active, trialing, past_due, unpaid, paused, incomplete, incomplete_expired, canceled. */
  readonly status: string;
  readonly startedAt: Date;
  /** Null while it runs. */
  readonly endedAt: Date | null;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly cancelsAtPeriodEnd: boolean;
  /** When the open payment failed; null unless past_due. */
  readonly failedAt: Date | null;
  /** The latest payment that was received for it, as refunds refer to it; null without one. An open invoice does not count. */
  readonly lastPaymentId: string | null;
  /** What a renewal of the present plan costs; null when the provider does not say. */
  readonly priceCents: number | null;
  /** The id of the schedule at the provider that changes the subscription, and the plan that follows by it. */
  readonly scheduleId: string | null;
  readonly scheduledPlan: PaidPlan | null;
  /** Where the open payment can be paid; null without one. */
  readonly payUrl: string | null;
  /** Why it was ended; null unless canceled. */
  readonly endedReason: EndReason | null;
}

/** A paid invoice as the provider reports it when it is read. */
export interface ProviderInvoice {
  readonly id: string;
  readonly subscriptionId: string | null;
  /** As refunds refer to it; null when it was paid without one, from the balance of the customer for example. */
  readonly paymentId: string | null;
  /** Null when it is for a product that is not in our catalogue. */
  readonly plan: PaidPlan | null;
  /** What was paid; above 0. */
  readonly cents: number;
  /** ISO 4217, lower case. */
  readonly currency: string;
}

/** A payment provider. Every method throws PAYMENT_UNAVAILABLE when the provider is down or refuses. */
export interface PaymentProvider {
  readonly mode: Mode;
  /** Secrets that sign its events: two during a rotation. Without any, events are refused. */
  readonly webhookSecrets: readonly string[];
  /** Creates the customer of this user and returns its id; a repeated call returns the same id. */
  createCustomer(userId: string): Promise<string>;
  /** Creates a page on which the order can be paid once; the same page for the same order. */
  createCheckout(order: Order): Promise<{ reference: string; url: string }>;
  /** What `changePlan` with these values charges, in cents. */
  previewCents(customerId: string, subscription: ProviderSubscription, change: Omit<ConfirmedChange, 'id'>): Promise<number>;
  /** Changes a live subscription to a higher plan and charges the difference; the plan changes only when that is paid. */
  changePlan(customerId: string, subscription: ProviderSubscription, change: ConfirmedChange): Promise<PlanChangeOutcome>;
  /** Lets a lower plan follow at the end of the period, without a charge today. A cancelled subscription is renewed by it. */
  scheduleChange(customerId: string, subscription: ProviderSubscription, change: ConfirmedChange): Promise<void>;
  /** Cancels the subscription for the end of its period, resumes it, or takes a scheduled plan back. */
  setRenewal(
    customerId: string,
    subscription: ProviderSubscription,
    action: (typeof SUBSCRIPTION_ACTIONS)[number],
  ): Promise<void>;
  /** Makes sure the page cannot be paid any more. A page that was paid stays paid. */
  expireCheckout(reference: string): Promise<void>;
  portalUrl(customerId: string): Promise<string>;
  /** The live subscription of the customer, else the latest one; null when there never was one. */
  subscriptionOf(customerId: string): Promise<ProviderSubscription | null>;
  /** A paid invoice of the customer; null when there is none, or nothing was due. */
  readInvoice(customerId: string, invoiceId: string): Promise<ProviderInvoice | null>;
  /** Ends one subscription immediately and withdraws its open payments. Does nothing when it is over. */
  endSubscription(customerId: string, subscriptionId: string, reason: EndReason): Promise<void>;
  /** Ends every subscription of the customer immediately. */
  endSubscriptions(customerId: string): Promise<void>;
}

const ENDED_STATUSES: readonly string[] = ['canceled', 'incomplete', 'incomplete_expired'];

/** Whether the subscription still runs, so that a second one must not be sold. */
export const isLive = ({ status }: Pick<ProviderSubscription, 'status'>): boolean => !ENDED_STATUSES.includes(status);

/** Whether the subscription is paid for or in its trial. */
export const isPaid = ({ status }: Pick<ProviderSubscription, 'status'>): boolean => status === 'active' || status === 'trialing';

/** Where the provider sends the user after paying and after cancelling the payment page (docs/decisions.md B12). */
export function returnUrls(publicUrl: string, kind: Order['kind']): { successUrl: string; cancelUrl: string } {
  return kind === 'credits'
    ? { successUrl: `${publicUrl}/credits?purchase=success`, cancelUrl: `${publicUrl}/credits` }
    : { successUrl: `${publicUrl}/dashboard?upgrade=success`, cancelUrl: `${publicUrl}/pricing` };
}
