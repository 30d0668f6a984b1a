import { randomUUID } from 'node:crypto';
import { Keyring } from '@kith/kit';
import { PLAN_CATALOGUE } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Stripe } from 'stripe';
import { LessThanOrEqual, Repository } from 'typeorm';
import type { CheckoutEntity } from '../checkout/checkout.entity.js';
import type { CustomerEntity } from '../checkout/customer.entity.js';
import { Clock } from '../clock.js';
import { WebhookService } from '../webhook/webhook.service.js';
import { SandboxSubscriptionEntity } from './sandbox-subscription.entity.js';
import { sandboxSecret } from './sandbox.provider.js';

const BATCH = 100;
// An active subscription that changes its plan keeps its period; one that has ended starts a new period.
const SUBSCRIBE = `
  insert into billing.sandbox_subscription as s (id, customer_id, plan, status, period_end, last_payment_id)
  values ($1, $2, $3, 'active', $4, $5)
  on conflict (customer_id) do update set
    id = case s.status when 'active' then s.id else excluded.id end,
    plan = excluded.plan,
    period_end = case s.status when 'active' then s.period_end else excluded.period_end end,
    cancels_at_period_end = s.status = 'active' and s.cancels_at_period_end,
    status = 'active',
    last_payment_id = excluded.last_payment_id`;

/**
 * Simulates what a provider does on its side: it changes the sandbox's records, then sends events in Stripe's format, signed as Stripe
 * signs, to the handler that receives Stripe's events (docs/decisions.md B17).
 */
@Injectable()
export class SandboxSimulator {
  private readonly secret: string;

  constructor(
    @InjectRepository(SandboxSubscriptionEntity) private readonly rows: Repository<SandboxSubscriptionEntity>,
    private readonly webhooks: WebhookService,
    private readonly clock: Clock,
    keyring: Keyring,
  ) {
    this.secret = sandboxSecret(keyring);
  }

  async pay(order: CheckoutEntity, { id: customerId }: CustomerEntity): Promise<void> {
    const paymentId = `pi_sandbox_${order.id}`;
    if (order.kind === 'subscription') {
      const end = addMonth(this.clock.now());
      await this.rows.query(SUBSCRIBE, [`sub_sandbox_${order.id}`, customerId, order.item, end, paymentId]);
    }
    await this.sendCheckoutPaid(order, customerId, paymentId);
    if (order.kind === 'subscription')
      await this.sendInvoicePaid(await this.rows.findOneByOrFail({ customerId }), order.priceCents);
  }

  async decline({ id, priceCents }: CheckoutEntity, { id: customerId }: CustomerEntity): Promise<void> {
    await this.send('payment_intent.payment_failed', `evt_sandbox_declined_${randomUUID()}`, {
      object: 'payment_intent',
      id: `pi_sandbox_declined_${id}`,
      customer: customerId,
      amount: priceCents,
      currency: 'usd',
      status: 'requires_payment_method',
    } satisfies Partial<Stripe.PaymentIntent>);
  }

  /** Returns false when there is no subscription to cancel or resume. */
  async setCancelling({ id: customerId }: CustomerEntity, cancelsAtPeriodEnd: boolean): Promise<boolean> {
    const { affected } = await this.rows.update({ customerId, status: 'active' }, { cancelsAtPeriodEnd });
    if (!affected) return false;
    await this.sendSubscriptionChanged(await this.rows.findOneByOrFail({ customerId }));
    return true;
  }

  /** Renews or ends subscriptions whose period is over; returns how many. */
  async renewDue(): Promise<number> {
    const now = this.clock.now();
    const due = await this.rows.find({ where: { status: 'active', periodEnd: LessThanOrEqual(now) }, take: BATCH });
    for (const subscription of due)
      await (subscription.cancelsAtPeriodEnd ? this.end(subscription) : this.renew(subscription, now));
    return due.length;
  }

  private async end(subscription: SandboxSubscriptionEntity): Promise<void> {
    const { affected } = await this.rows.update({ id: subscription.id, status: 'active' }, { status: 'canceled' });
    if (affected) await this.sendSubscriptionChanged({ ...subscription, status: 'canceled' });
  }

  private async renew(subscription: SandboxSubscriptionEntity, now: Date): Promise<void> {
    let { periodEnd } = subscription;
    while (periodEnd <= now) periodEnd = addMonth(periodEnd);
    const period = { periodEnd, lastPaymentId: `pi_sandbox_${randomUUID()}` };
    // The condition skips a subscription that was cancelled, changed or deleted since it was read.
    const { id, plan, lastPaymentId } = subscription;
    const { affected } = await this.rows.update({ id, plan, lastPaymentId, cancelsAtPeriodEnd: false }, period);
    if (affected) await this.sendInvoicePaid({ ...subscription, ...period }, PLAN_CATALOGUE[plan].priceCents);
  }

  /** The event id is derived from the order: a repeated payment sends the same event, which is applied once. */
  private async sendCheckoutPaid(order: CheckoutEntity, customerId: string, paymentId: string): Promise<void> {
    await this.send('checkout.session.completed', `evt_sandbox_paid_${order.id}`, {
      object: 'checkout.session',
      id: order.reference ?? order.id,
      mode: order.kind === 'credits' ? 'payment' : 'subscription',
      payment_status: 'paid',
      status: 'complete',
      customer: customerId,
      payment_intent: order.kind === 'credits' ? paymentId : null,
      amount_total: order.priceCents,
      currency: 'usd',
      metadata: { userId: order.userId, checkoutId: order.id },
    } satisfies Partial<Stripe.Checkout.Session>);
  }

  private async sendInvoicePaid({ id, customerId, lastPaymentId }: SandboxSubscriptionEntity, cents: number): Promise<void> {
    await this.send('invoice.paid', `evt_sandbox_invoice_${lastPaymentId}`, {
      object: 'invoice',
      id: `in_${lastPaymentId}`,
      customer: customerId,
      amount_paid: cents,
      currency: 'usd',
      status: 'paid',
      parent: { type: 'subscription_details', quote_details: null, subscription_details: { subscription: id, metadata: null } },
    } satisfies Partial<Stripe.Invoice>);
  }

  private async sendSubscriptionChanged(subscription: SandboxSubscriptionEntity): Promise<void> {
    const { id, customerId, status, cancelsAtPeriodEnd } = subscription;
    const type = status === 'canceled' ? 'customer.subscription.deleted' : 'customer.subscription.updated';
    await this.send(type, `evt_sandbox_${status}_${randomUUID()}`, {
      object: 'subscription',
      id,
      customer: customerId,
      status,
      cancel_at_period_end: cancelsAtPeriodEnd,
    } satisfies Partial<Stripe.Subscription>);
  }

  private async send(type: Stripe.Event['type'], id: string, object: object): Promise<void> {
    const body = JSON.stringify({
      object: 'event',
      id,
      type,
      api_version: Stripe.API_VERSION,
      created: Math.floor(Date.now() / 1000),
      livemode: false,
      pending_webhooks: 0,
      request: null,
      data: { object: { livemode: false, ...object } },
    });
    const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret: this.secret });
    await this.webhooks.receive({ body, signature });
  }
}

/** The same day of the next month, or the last day of a shorter month. */
function addMonth(date: Date): Date {
  const later = new Date(date);
  later.setUTCMonth(date.getUTCMonth() + 1);
  if (later.getUTCDate() < date.getUTCDate()) later.setUTCDate(0);
  return later;
}
