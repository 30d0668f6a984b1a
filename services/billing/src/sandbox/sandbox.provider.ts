import type { Keyring } from '@kith/kit';
import type { Plan } from '@kith/proto';
import type { DataSource } from 'typeorm';
import type { Order, PaymentProvider, ProviderSubscription } from '../providers/payment-provider.js';

const SELECT_SUBSCRIPTION = `
  select id, plan, status, period_end as "periodEnd", cancels_at_period_end as "cancelsAtPeriodEnd",
    last_payment_id as "lastPaymentId"
  from billing.sandbox_subscription where customer_id = $1`;

interface SubscriptionRow {
  readonly id: string;
  readonly plan: Plan;
  readonly status: string;
  readonly periodEnd: Date;
  readonly cancelsAtPeriodEnd: boolean;
  readonly lastPaymentId: string;
}

/**
 * The provider of installations without a real one: its pages are our own, its records lie in our tables and no money moves
 * (docs/decisions.md B17).
 */
export class SandboxProvider implements PaymentProvider {
  readonly mode = 'sandbox';
  readonly webhookSecrets: readonly string[];

  constructor(
    private readonly publicUrl: string,
    keyring: Keyring,
    private readonly database: DataSource,
  ) {
    this.webhookSecrets = [sandboxSecret(keyring)];
  }

  createCustomer(userId: string): Promise<string> {
    return Promise.resolve(`cus_sandbox_${userId}`);
  }

  createCheckout({ checkoutId }: Order): Promise<{ reference: string; url: string }> {
    return Promise.resolve({ reference: `cs_sandbox_${checkoutId}`, url: `${this.publicUrl}/sandbox-checkout/${checkoutId}` });
  }

  changePlan(order: Order): Promise<{ reference: string; url: string }> {
    return this.createCheckout(order);
  }

  /** Nothing to do: the sandbox page reads the state of the order. */
  expireCheckout(): Promise<void> {
    return Promise.resolve();
  }

  portalUrl(): Promise<string> {
    return Promise.resolve(`${this.publicUrl}/settings`);
  }

  async subscriptionOf(customerId: string): Promise<ProviderSubscription | null> {
    const [row] = await this.database.query<SubscriptionRow[]>(SELECT_SUBSCRIPTION, [customerId]);
    return row ? { ...row, itemId: row.id, failedAt: null } : null;
  }

  async endSubscriptions(customerId: string): Promise<void> {
    await this.database.query('delete from billing.sandbox_subscription where customer_id = $1', [customerId]);
  }
}

/** The secret that signs the sandbox's events, derived from the keyring so that nobody without it can forge one. */
export const sandboxSecret = (keyring: Keyring): string => `whsec_${keyring.derive('billing-sandbox-webhook').toString('hex')}`;
