import { randomUUID } from 'node:crypto';
import { Keyring } from '@kith/kit';
import { Injectable } from '@nestjs/common';
import { Stripe } from 'stripe';
import type { Checkout } from '../checkout/checkout.entity.js';
import { sandboxSecret } from '../checkout/sandbox.provider.js';
import { WebhookService } from '../webhook/webhook.service.js';
import type { SandboxSubscription } from './sandbox-subscription.entity.js';

/** Events of the shape of Stripe's, signed as Stripe signs, into the very handler that takes Stripe's (decision B17). */
@Injectable()
export class SandboxEvents {
  private readonly secret: string;

  constructor(
    keyring: Keyring,
    private readonly webhooks: WebhookService,
  ) {
    this.secret = sandboxSecret(keyring);
  }

  /** The id is made of what happened: sent again, nothing happens again. */
  async paid(order: Checkout, customerId: string, paymentId: string): Promise<void> {
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

  async declined({ id, priceCents }: Checkout, customerId: string): Promise<void> {
    await this.send('payment_intent.payment_failed', `evt_sandbox_declined_${randomUUID()}`, {
      object: 'payment_intent',
      id: `pi_sandbox_declined_${id}`,
      customer: customerId,
      amount: priceCents,
      currency: 'usd',
      status: 'requires_payment_method',
    } satisfies Partial<Stripe.PaymentIntent>);
  }

  async invoicePaid({ id, customerId, lastPaymentId }: SandboxSubscription, cents: number): Promise<void> {
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

  async changed(subscription: SandboxSubscription): Promise<void> {
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
