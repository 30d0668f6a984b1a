import { globalAgent } from 'node:https';
import type { Config, Logger } from '@kith/kit';
import { AppError, type EndReason, type PlanChangeOutcome } from '@kith/proto';
import { Stripe } from 'stripe';
import {
  isLive,
  isPaid,
  returnUrls,
  type ConfirmedChange,
  type Mode,
  type Order,
  type PaymentProvider,
  type ProviderInvoice,
  type ProviderSubscription,
} from './payment-provider.js';
import { readInvoice } from './stripe-invoices.js';
import {
  changedItem,
  endComment,
  idOf,
  nextPriceId,
  paymentIdOf,
  planPriceId,
  toProviderSubscription,
  toSeconds,
} from './stripe-subscription.js';

// A checkout makes up to six requests, and the call that waits for it has a timeout of 20 s.
const TIMEOUT_MS = 5000;
const MAX_SUBSCRIPTIONS = 100;
const MAX_INVOICES = 100;
const MONTH = { interval: 'month', interval_count: 1 } as const;

type RenewalAction = Parameters<PaymentProvider['setRenewal']>[2];

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

  previewCents(
    customerId: string,
    subscription: ProviderSubscription,
    { plan, prorationAt }: Omit<ConfirmedChange, 'id'>,
  ): Promise<number> {
    return this.request('preview a change', async () => {
      const { amount_due: cents } = await this.stripe.invoices.createPreview({
        customer: customerId,
        subscription: subscription.id,
        subscription_details: {
          items: [await changedItem(this.stripe, subscription, plan)],
          proration_behavior: 'always_invoice',
          proration_date: toSeconds(prorationAt),
        },
      });
      return Math.max(0, cents);
    });
  }

  /** Charges the difference at once; Stripe changes the plan only when it is paid. */
  changePlan(_customerId: string, subscription: ProviderSubscription, change: ConfirmedChange): Promise<PlanChangeOutcome> {
    return this.request('change a subscription', async () => {
      const { latest_invoice: invoice, pending_update: pending } = await this.stripe.subscriptions.update(
        subscription.id,
        {
          items: [await changedItem(this.stripe, subscription, change.plan)],
          proration_behavior: 'always_invoice',
          proration_date: toSeconds(change.prorationAt),
          payment_behavior: 'pending_if_incomplete',
          expand: ['latest_invoice'],
        },
        { idempotencyKey: `change-${change.id}` },
      );
      if (!pending) return { state: 'paid', payUrl: null };
      const invoiceUrl = typeof invoice === 'object' ? invoice?.hosted_invoice_url : undefined;
      return { state: 'payment_required', payUrl: invoiceUrl ?? null };
    });
  }

  scheduleChange(_customerId: string, subscription: ProviderSubscription, { plan }: ConfirmedChange): Promise<void> {
    return this.request('schedule a change', async () => {
      const { id: subscriptionId, scheduleId, cancelsAtPeriodEnd } = subscription;
      // A schedule cannot be made of a subscription that ends, nor of one that has a schedule.
      if (scheduleId !== null) await this.stripe.subscriptionSchedules.release(scheduleId);
      if (cancelsAtPeriodEnd) await this.renew(subscriptionId);
      // No idempotency key: a repeated call releases the schedule of the first one and makes another one.
      const schedule = await this.stripe.subscriptionSchedules.create({ from_subscription: subscriptionId });
      const [current] = schedule.phases;
      if (!current) throw new AppError('PAYMENT_UNAVAILABLE');
      const items = current.items.map(({ price, quantity }) => ({ price: idOf(price) ?? '', quantity: quantity ?? 1 }));
      const present = { items, start_date: current.start_date, end_date: current.end_date };
      const next = { items: [{ price: await planPriceId(this.stripe, plan), quantity: 1 }], duration: MONTH };
      await this.stripe.subscriptionSchedules.update(schedule.id, {
        end_behavior: 'release',
        proration_behavior: 'none',
        phases: [present, next],
      });
    });
  }

  setRenewal(_customerId: string, { id, scheduleId }: ProviderSubscription, action: RenewalAction): Promise<void> {
    return this.request(`${action} a subscription`, async () => {
      if (scheduleId !== null) await this.stripe.subscriptionSchedules.release(scheduleId);
      if (action === 'cancel') await this.stripe.subscriptions.update(id, { cancel_at_period_end: true });
      if (action === 'resume') await this.renew(id);
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
      if (!latest) return null;
      const priceId = nextPriceId(latest);
      const scheduled = priceId === null ? null : await this.stripe.prices.retrieve(priceId);
      return toProviderSubscription(latest, scheduled, await this.lastPaymentOf(latest));
    });
  }

  readInvoice(customerId: string, invoiceId: string): Promise<ProviderInvoice | null> {
    return this.request('read an invoice', () => readInvoice(this.stripe, customerId, invoiceId));
  }

  endSubscription(_customerId: string, subscriptionId: string, reason: EndReason): Promise<void> {
    return this.request('end a subscription', async () => {
      try {
        await this.stripe.subscriptions.cancel(subscriptionId, { cancellation_details: { comment: endComment(reason) } });
      } catch (error) {
        // It is over already. Its open invoices are withdrawn all the same.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
        const { status } = await this.stripe.subscriptions.retrieve(subscriptionId);
        if (status !== 'canceled') throw error;
      }
      const open = await this.stripe.invoices.list({ subscription: subscriptionId, status: 'open', limit: MAX_INVOICES });
      // Whoever pays an invoice of an ended subscription would get nothing for it.
      await Promise.all(open.data.flatMap(({ id }) => (id === undefined ? [] : [this.stripe.invoices.voidInvoice(id)])));
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

  /** The latest payment of a subscription. An invoice that is open, or on which nothing was due, has none: then that of an earlier one. */
  private async lastPaymentOf({ id, latest_invoice: latest }: Stripe.Subscription): Promise<string | null> {
    const payment = typeof latest === 'object' && latest ? paymentIdOf(latest) : null;
    if (payment !== null) return payment;
    const { data } = await this.stripe.invoices.list({
      subscription: id,
      status: 'paid',
      limit: MAX_INVOICES,
      expand: ['data.payments'],
    });
    return data.map(paymentIdOf).find((found) => found !== null) ?? null;
  }

  /** All subscriptions of a customer; none when the customer was deleted at Stripe. */
  private async subscriptionsOf(customerId: string): Promise<Stripe.Subscription[]> {
    try {
      const { data } = await this.stripe.subscriptions.list({
        customer: customerId,
        status: 'all',
        limit: MAX_SUBSCRIPTIONS,
        expand: ['data.latest_invoice.payments', 'data.schedule'],
      });
      return data;
    } catch (error) {
      if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') return [];
      throw error;
    }
  }

  /** Takes a cancellation back, also one for a fixed time, as the portal makes it. */
  private async renew(subscriptionId: string): Promise<void> {
    const { cancel_at_period_end: isAtPeriodEnd } = await this.stripe.subscriptions.retrieve(subscriptionId);
    await this.stripe.subscriptions.update(subscriptionId, isAtPeriodEnd ? { cancel_at_period_end: false } : { cancel_at: '' });
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
