import { Keyring } from '@kith/kit';
import { Injectable } from '@nestjs/common';
import type { CheckoutEntity } from '../checkout/checkout.entity.js';
import type { CustomerEntity } from '../checkout/customer.entity.js';
import { Payments } from '../providers/payments.js';
import { WebhookService } from '../webhook/webhook.service.js';
import { checkoutDeclined, type SandboxEvent } from './sandbox-events.js';
import { SandboxRecords } from './sandbox-records.js';
import { SandboxProvider, sandboxSecret } from './sandbox.provider.js';

/**
 * Simulates what a provider does on its side: it changes the sandbox's records, then sends events in Stripe's format, signed as Stripe
 * signs, to the handler that receives Stripe's events (docs/decisions.md B17).
 */
@Injectable()
export class SandboxSimulator {
  private readonly secret: string;

  constructor(
    private readonly records: SandboxRecords,
    private readonly webhooks: WebhookService,
    { provider }: Payments,
    keyring: Keyring,
  ) {
    this.secret = sandboxSecret(keyring);
    if (provider instanceof SandboxProvider) provider.send = (events) => this.send(events);
  }

  async pay(order: CheckoutEntity, { id: customerId }: CustomerEntity): Promise<void> {
    await this.send(await this.records.payOrder(order, customerId));
  }

  async decline(order: CheckoutEntity, { id: customerId }: CustomerEntity): Promise<void> {
    await this.send([checkoutDeclined(order, customerId)]);
  }

  /** Renews or ends subscriptions whose period is over; returns how many. */
  async renewDue(): Promise<number> {
    const due = await this.records.findDue();
    for (const customerId of due) await this.send(await this.records.renew(customerId));
    return due.length;
  }

  async send(events: readonly SandboxEvent[]): Promise<void> {
    for (const event of events) await this.sendOne(event);
  }

  private async sendOne({ type, id, object }: SandboxEvent): Promise<void> {
    const { Stripe } = await import('stripe');
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
