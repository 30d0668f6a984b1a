import type { Plan } from '@kith/proto';

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

/** A customer's subscription as the provider reports it when it is read. */
export interface ProviderSubscription {
  readonly id: string;
  readonly itemId: string;
  /** `free` when the subscription is for a product that is not in our catalogue. */
  readonly plan: Plan;
  /** Stripe's status: active, trialing, past_due, unpaid, paused, incomplete, incomplete_expired, canceled. */
  readonly status: string;
  readonly periodEnd: Date;
  readonly cancelsAtPeriodEnd: boolean;
  /** When the open payment failed; null unless past_due. */
  readonly failedAt: Date | null;
  /** The payment of the latest invoice, as refunds refer to it; null while the invoice is open or when nothing was due. */
  readonly lastPaymentId: string | null;
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
  /** Changes a live subscription to a higher plan once the difference is paid; `reference` is set when that needs a payment page. */
  changePlan(order: Order, subscription: ProviderSubscription): Promise<{ reference: string | null; url: string }>;
  /** Makes sure the page cannot be paid any more. A page that was paid stays paid. */
  expireCheckout(reference: string): Promise<void>;
  portalUrl(customerId: string): Promise<string>;
  /** The live subscription of the customer, else the latest one; null when there never was one. */
  subscriptionOf(customerId: string): Promise<ProviderSubscription | null>;
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
