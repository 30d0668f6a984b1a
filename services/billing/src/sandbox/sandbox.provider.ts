import type { Keyring } from '@kith/kit';
import { PLAN_CATALOGUE, type EndReason, type PlanChangeOutcome } from '@kith/proto';
import type {
  ConfirmedChange,
  Order,
  PaymentProvider,
  ProviderInvoice,
  ProviderSubscription,
} from '../providers/payment-provider.js';
import { paymentOfInvoice, type SandboxEvent } from './sandbox-events.js';
import type { SandboxRecords } from './sandbox-records.js';

/**
 * The provider of installations without a real one: its pages are our own, its records lie in our tables and no money moves
 * (docs/decisions.md B17).
 */
export class SandboxProvider implements PaymentProvider {
  readonly mode = 'sandbox';
  readonly webhookSecrets: readonly string[];
  /** Sends events to the handler of webhooks; set by the simulator. */
  send: (events: readonly SandboxEvent[]) => Promise<void> = () => Promise.resolve();

  constructor(
    private readonly publicUrl: string,
    keyring: Keyring,
    private readonly records: SandboxRecords,
  ) {
    this.webhookSecrets = [sandboxSecret(keyring)];
  }

  createCustomer(userId: string): Promise<string> {
    return Promise.resolve(`cus_sandbox_${userId}`);
  }

  createCheckout({ checkoutId }: Order): Promise<{ reference: string; url: string }> {
    return Promise.resolve({ reference: `cs_sandbox_${checkoutId}`, url: `${this.publicUrl}/sandbox-checkout/${checkoutId}` });
  }

  async previewCents(
    customerId: string,
    _subscription: ProviderSubscription,
    { plan, prorationAt }: Omit<ConfirmedChange, 'id'>,
  ): Promise<number> {
    const { subscription } = await this.records.read(customerId);
    return subscription ? this.records.prorationCents(subscription, plan, prorationAt) : 0;
  }

  async changePlan(customerId: string, _subscription: ProviderSubscription, change: ConfirmedChange): Promise<PlanChangeOutcome> {
    const { isPaid, events } = await this.records.changePlan(customerId, change);
    await this.send(events);
    return isPaid ? { state: 'paid', payUrl: null } : { state: 'payment_required', payUrl: this.portalAddress };
  }

  async scheduleChange(customerId: string, _subscription: ProviderSubscription, { plan }: ConfirmedChange): Promise<void> {
    await this.send(await this.records.schedule(customerId, plan));
  }

  async setRenewal(
    customerId: string,
    _subscription: ProviderSubscription,
    action: Parameters<PaymentProvider['setRenewal']>[2],
  ): Promise<void> {
    await this.send(await this.records.setRenewal(customerId, action));
  }

  /** Nothing to do: the sandbox page reads the state of the order. */
  expireCheckout(): Promise<void> {
    return Promise.resolve();
  }

  portalUrl(): Promise<string> {
    return Promise.resolve(this.portalAddress);
  }

  async subscriptionOf(customerId: string): Promise<ProviderSubscription | null> {
    const { subscription, open } = await this.records.read(customerId);
    if (!subscription) return null;
    const isOpen = subscription.status === 'past_due';
    return {
      ...subscription,
      itemId: subscription.id,
      failedAt: isOpen ? subscription.failedAt : null,
      priceCents: PLAN_CATALOGUE[subscription.plan].priceCents,
      scheduleId: null,
      payUrl: open ? this.portalAddress : null,
    };
  }

  async readInvoice(customerId: string, invoiceId: string): Promise<ProviderInvoice | null> {
    const payment = await this.records.payment(customerId, paymentOfInvoice(invoiceId));
    if (!payment || payment.state === 'open' || payment.state === 'void' || payment.cents === 0) return null;
    const { id: paymentId, subscriptionId, plan, cents } = payment;
    return { id: invoiceId, paymentId, subscriptionId, plan, cents, currency: 'usd' };
  }

  async endSubscription(customerId: string, subscriptionId: string, reason: EndReason): Promise<void> {
    await this.send(await this.records.end(customerId, subscriptionId, reason));
  }

  endSubscriptions(customerId: string): Promise<void> {
    return this.records.remove(customerId);
  }

  private get portalAddress(): string {
    return `${this.publicUrl}/sandbox-portal`;
  }
}

/** The secret that signs the sandbox's events, derived from the keyring so that nobody without it can forge one. */
export const sandboxSecret = (keyring: Keyring): string => `whsec_${keyring.derive('billing-sandbox-webhook').toString('hex')}`;
