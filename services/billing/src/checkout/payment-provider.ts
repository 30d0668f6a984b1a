import type { Plan } from '@kith/proto';

/** Where a row comes from: rows of one mode never count in another, and only `live` ones stand for money. */
export type Mode = 'sandbox' | 'test' | 'live';

/** What somebody is about to pay for. Price and credits come from the catalogue alone (decision B10). */
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

/** The truth about a customer's subscription, as the provider tells it when asked. */
export interface ProviderSubscription {
  readonly id: string;
  readonly itemId: string;
  /** `free` when it is for something that we do not sell. */
  readonly plan: Plan;
  /** In the words of Stripe: active, trialing, past_due, unpaid, paused, incomplete, incomplete_expired, canceled. */
  readonly status: string;
  readonly periodEnd: Date;
  readonly cancelsAtPeriodEnd: boolean;
  /** When the payment that is open failed; null unless past_due. */
  readonly failedAt: Date | null;
  /** What the latest invoice was paid with, by which refunds name it; null while that is open, or nothing was to be paid. */
  readonly lastPaymentId: string | null;
}

/** Who takes the money. PAYMENT_UNAVAILABLE when it is down or refuses. */
export interface PaymentProvider {
  readonly mode: Mode;
  /** What its events may be signed with: two during a rotation; none: events are refused. */
  readonly webhookSecrets: readonly string[];
  /** The customer of this user; the same one however often it is asked for. */
  createCustomer(userId: string): Promise<string>;
  /** A page on which the order can be paid, once; the same one for the same order. */
  createCheckout(order: Order): Promise<{ reference: string; url: string }>;
  /** Changes a live subscription to a higher plan, in force when the difference is paid; `reference` when that takes a page of its own. */
  changePlan(order: Order, subscription: ProviderSubscription): Promise<{ reference: string | null; url: string }>;
  /** The page can't be paid from now on. One that was paid stays paid. */
  expireCheckout(reference: string): Promise<void>;
  portalUrl(customerId: string): Promise<string>;
  /** The subscription that counts: one that lives, else the latest. */
  subscriptionOf(customerId: string): Promise<ProviderSubscription | null>;
  /** Ends every subscription of the customer now. */
  endSubscriptions(customerId: string): Promise<void>;
}

const OVER: readonly string[] = ['canceled', 'incomplete', 'incomplete_expired'];

/** Whether a second subscription beside this one would be one too many. */
export const isLive = ({ status }: Pick<ProviderSubscription, 'status'>): boolean => !OVER.includes(status);

/** Whether it is paid for, or need not be yet. */
export const isPaid = ({ status }: Pick<ProviderSubscription, 'status'>): boolean => status === 'active' || status === 'trialing';

/** Where the provider sends somebody after paying, and after changing their mind (decision B12). */
export function returnUrls(publicUrl: string, kind: Order['kind']): { successUrl: string; cancelUrl: string } {
  return kind === 'credits'
    ? { successUrl: `${publicUrl}/credits?purchase=success`, cancelUrl: `${publicUrl}/credits` }
    : { successUrl: `${publicUrl}/dashboard?upgrade=success`, cancelUrl: `${publicUrl}/pricing` };
}
