import { globalAgent } from 'node:https';
import type { Config, Logger } from '@kith/kit';
import { AppError, normalisePlan, PLAN_CATALOGUE } from '@kith/proto';
import { Stripe } from 'stripe';
import {
  isLive,
  isPaid,
  returnUrls,
  type Mode,
  type Order,
  type PaymentProvider,
  type ProviderSubscription,
} from './payment-provider.js';

// A checkout makes up to six requests, and the call that waits for it has a timeout of 20 s.
const TIMEOUT_MS = 5000;
const MAX_SUBSCRIPTIONS = 100;
const NEXT_MONTH_MS = 31 * 86_400_000;

/** Takes payments through Stripe, in its test or live mode. */
export class StripeProvider implements PaymentProvider {
  readonly mode: Mode;
  readonly webhookSecrets: readonly string[];
  private readonly stripe: Stripe;
  private readonly publicUrl: string;

  constructor(
    config: Config,
    secretKey: string,
    private readonly logger: Logger,
  ) {
    this.mode = /^(sk|rk)_live_/.test(secretKey) ? 'live' : 'test';
    this.webhookSecrets = (config.STRIPE_WEBHOOK_SECRET ?? '').split(',').flatMap((secret) => secret.trim() || []);
    this.publicUrl = config.PUBLIC_URL;
    this.stripe = new Stripe(secretKey, {
      ...serverAddress(config.STRIPE_API_URL),
      timeout: TIMEOUT_MS,
      maxNetworkRetries: 1,
      telemetry: false,
      // Its own agent would not use the proxy of the environment.
      ...(config.STRIPE_API_URL?.startsWith('http:') ? {} : { httpAgent: globalAgent }),
    });
    if (this.webhookSecrets.length === 0) logger.warn('STRIPE_WEBHOOK_SECRET is not set: nothing can be sold');
  }

  createCustomer(userId: string): Promise<string> {
    return this.request('create a customer', async () => {
      const customer = await this.stripe.customers.create({ metadata: { userId } }, { idempotencyKey: `customer-${userId}` });
      return customer.id;
    });
  }

  createCheckout(order: Order): Promise<{ reference: string; url: string }> {
    return this.request('create a checkout', async () => {
      const session = await this.stripe.checkout.sessions.create(await this.sessionParams(order), {
        idempotencyKey: `checkout-${order.checkoutId}`,
      });
      if (session.url === null) throw new AppError('PAYMENT_UNAVAILABLE');
      return { reference: session.id, url: session.url };
    });
  }

  /** Charges the difference at once; Stripe changes the plan only when it is paid. */
  changePlan({ checkoutId, item }: Order, { id, itemId }: ProviderSubscription): Promise<{ reference: null; url: string }> {
    return this.request('change a subscription', async () => {
      const changed = await this.stripe.subscriptions.update(
        id,
        {
          items: [{ id: itemId, price: await planPriceId(this.stripe, item) }],
          proration_behavior: 'always_invoice',
          payment_behavior: 'pending_if_incomplete',
          expand: ['latest_invoice'],
        },
        { idempotencyKey: `change-${checkoutId}` },
      );
      const { latest_invoice: invoice, pending_update: pending } = changed;
      const invoiceUrl = typeof invoice === 'object' ? invoice?.hosted_invoice_url : undefined;
      return { reference: null, url: (pending && invoiceUrl) || returnUrls(this.publicUrl, 'subscription').successUrl };
    });
  }

  expireCheckout(reference: string): Promise<void> {
    return this.request('expire a checkout', async () => {
      try {
        await this.stripe.checkout.sessions.expire(reference);
      } catch (error) {
        // The page was paid or has expired already.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
      }
    });
  }

  portalUrl(customerId: string): Promise<string> {
    return this.request('open the portal', async () => {
      const session = await this.stripe.billingPortal.sessions.create({
        customer: customerId,
        return_url: `${this.publicUrl}/settings`,
      });
      return session.url;
    });
  }

  subscriptionOf(customerId: string): Promise<ProviderSubscription | null> {
    return this.request('read a subscription', async () => {
      const subscriptions = await this.subscriptionsOf(customerId);
      const live = subscriptions.filter(isLive);
      if (live.length > 1) this.logger.warn({ customerId, subscriptions: live.length }, 'more than one live subscription');
      const [latest] = (live.length > 0 ? live : subscriptions).toSorted(
        (a, b) => Number(isPaid(b)) - Number(isPaid(a)) || b.created - a.created,
      );
      return latest ? toProviderSubscription(latest) : null;
    });
  }

  endSubscriptions(customerId: string): Promise<void> {
    return this.request('end a subscription', async () => {
      const open = (await this.subscriptionsOf(customerId)).filter(
        ({ status }) => !status.endsWith('expired') && status !== 'canceled',
      );
      await Promise.all(open.map(({ id }) => this.stripe.subscriptions.cancel(id)));
    });
  }

  /** All subscriptions of a customer; none when the customer was deleted at Stripe. */
  private async subscriptionsOf(customerId: string): Promise<Stripe.Subscription[]> {
    try {
      const { data } = await this.stripe.subscriptions.list({
        customer: customerId,
        status: 'all',
        limit: MAX_SUBSCRIPTIONS,
        expand: ['data.latest_invoice.payments'],
      });
      return data;
    } catch (error) {
      if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') return [];
      throw error;
    }
  }

  private async sessionParams(order: Order): Promise<Stripe.Checkout.SessionCreateParams> {
    const { checkoutId, userId, customerId, kind, item, title, priceCents, expiresAt } = order;
    const { successUrl, cancelUrl } = returnUrls(this.publicUrl, kind);
    const metadata = { userId, checkoutId };
    const shared = {
      customer: customerId,
      client_reference_id: userId,
      success_url: successUrl,
      cancel_url: cancelUrl,
      expires_at: Math.floor(expiresAt.getTime() / 1000),
      metadata,
    };
    if (kind === 'subscription')
      return {
        ...shared,
        mode: 'subscription',
        line_items: [{ price: await planPriceId(this.stripe, item), quantity: 1 }],
        subscription_data: { metadata },
      };
    const price = { currency: 'usd', unit_amount: priceCents, product_data: { name: title } };
    return {
      ...shared,
      mode: 'payment',
      line_items: [{ price_data: price, quantity: 1 }],
      payment_intent_data: { metadata },
    };
  }

  private async request<T>(operation: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeError)) throw error;
      const { type, code, statusCode, requestId } = error;
      this.logger.warn({ type, code, statusCode, stripeRequest: requestId }, `Stripe request failed: ${operation}`);
      throw new AppError('PAYMENT_UNAVAILABLE');
    }
  }
}

function serverAddress(url: string | undefined): Stripe.StripeConfig {
  if (url === undefined) return {};
  const { hostname, port, protocol } = new URL(url);
  const isHttp = protocol === 'http:';
  return { host: hostname, port: port || (isHttp ? 80 : 443), protocol: isHttp ? 'http' : 'https' };
}

function toProviderSubscription(subscription: Stripe.Subscription): ProviderSubscription {
  const { id, status, created, cancel_at: cancelAt, latest_invoice: latest } = subscription;
  const [item] = subscription.items.data;
  const invoice = typeof latest === 'object' ? latest : null;
  const periodEnd = item ? toDate(item.current_period_end) : new Date(created * 1000 + NEXT_MONTH_MS);
  // The portal may end a subscription at a given time instead of at the end of the period. A later time is renewed until then.
  const endsAt = cancelAt !== null && toDate(cancelAt) <= periodEnd ? toDate(cancelAt) : null;
  return {
    id,
    itemId: item?.id ?? '',
    plan: normalisePlan(item?.price.metadata['plan']),
    status,
    periodEnd: endsAt ?? periodEnd,
    cancelsAtPeriodEnd: subscription.cancel_at_period_end || endsAt !== null,
    failedAt: status === 'past_due' ? toDate(failureTime(invoice) ?? item?.current_period_start ?? created) : null,
    lastPaymentId: invoice?.status === 'paid' ? paymentIdOf(invoice) : null,
  };
}

// Stripe first tries to charge an invoice when it is finalised.
const failureTime = (invoice: Stripe.Invoice | null) => invoice && (invoice.status_transitions.finalized_at ?? invoice.created);

function paymentIdOf({ payments }: Stripe.Invoice): string | null {
  const payment = payments?.data.find(({ is_default: isDefault }) => isDefault)?.payment;
  return idOf(payment?.payment_intent ?? payment?.charge ?? null);
}

/** The id of an object that Stripe sends either as its id or expanded. */
export const idOf = (reference: string | { readonly id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);

const toDate = (seconds: number): Date => new Date(seconds * 1000);

/**
 * The id of a plan's price at Stripe, created when it is first needed. The amount is part of the lookup key: another price in the
 * catalogue is another price at Stripe, and subscribers keep the one they pay. NOT_FOUND for a plan without a price.
 */
async function planPriceId(stripe: Stripe, item: string): Promise<string> {
  const plan = normalisePlan(item);
  const { priceCents, label } = PLAN_CATALOGUE[plan];
  if (priceCents === 0) throw new AppError('NOT_FOUND');
  const lookupKey = `kith-${plan}-${priceCents}-usd-month`;
  const { data } = await stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 });
  const [known] = data;
  if (known) return known.id;
  const created = await stripe.prices.create(
    {
      lookup_key: lookupKey,
      currency: 'usd',
      unit_amount: priceCents,
      recurring: { interval: 'month' },
      product_data: { name: `Kith ${label}` },
      metadata: { plan },
    },
    { idempotencyKey: `price-${lookupKey}` },
  );
  return created.id;
}
