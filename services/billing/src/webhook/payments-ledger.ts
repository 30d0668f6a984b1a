import { LOGGER, type Logger } from '@kith/kit';
import { Inject, Injectable } from '@nestjs/common';
import { Not, type EntityManager } from 'typeorm';
import { CheckoutEntity } from '../checkout/checkout.entity.js';
import type { CustomerEntity } from '../checkout/customer.entity.js';
import { Clock } from '../clock.js';
import type { ProviderInvoice } from '../providers/payment-provider.js';
import type { CheckoutOutcome, PaymentReversal } from './event-parser.js';

// What is stored about one payment is stored in turns, so that a refund and its payment, in whatever order they arrive, see each other.
const LOCK_PAYMENT = 'select pg_advisory_xact_lock(hashtextextended($1, 0))';
// The time of the first event that reported this amount.
const STORE_RETURN = `
  insert into billing.payment_return as r (payment_id, kind, cents, at, mode, currency)
  select $1, $2, $3, $4, paid.mode, paid.currency
  from (select) one left join (
    select mode, currency from billing.invoice where payment_id = $1
    union all select mode, 'usd' from billing.purchase where payment_id = $1 limit 1
  ) paid on true
  on conflict (payment_id, kind, cents) do update set at = least(r.at, excluded.at)`;
const STORE_INVOICE = `
  insert into billing.invoice (id, payment_id, subscription_id, user_id, mode, plan, cents, currency, paid_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing returning id`;
// The event of a refund may arrive before the event of its payment.
const NAME_RETURNS = 'update billing.payment_return set mode = $2, currency = $3 where payment_id = $1 and mode is null';
// Whoever paid an invoice with this payment, of whatever period; the event of the invoice itself may not have arrived yet.
const SELECT_SUBSCRIBER = `
  select user_id as "userId", subscription_id as subscription from billing.invoice where payment_id = $1
  union all select user_id, id from billing.subscription where last_payment_id = $1 limit 1`;

interface Reversed {
  readonly userId: string | null;
  readonly taken: string | null;
  readonly owed: string | null;
  readonly isChanged: boolean;
}

/** A payment that was received or refunded, for the audit log. */
export interface PaymentRecord {
  readonly userId: string;
  readonly action: 'payment_received' | 'payment_refunded';
  readonly details: Record<string, string | number | boolean>;
}

/** Stores payments and refunds. Safe in any order and when repeated. */
@Injectable()
export class PaymentsLedger {
  constructor(
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Closes our order; a paid package adds the credits that it was sold with. */
  async closeCheckout(
    manager: EntityManager,
    customer: CustomerEntity,
    checkout: CheckoutOutcome,
    paidAt: Date,
  ): Promise<PaymentRecord | null> {
    const order = await this.findOrder(manager, customer, checkout);
    if (!order) return null;
    const { id } = order;
    const { outcome } = checkout;
    if (outcome === 'expired' || outcome === 'declined') {
      // A payment that was received stays received, in whatever order its events arrive.
      const declinedAt = outcome === 'declined' ? { declinedAt: this.clock.now() } : {};
      await manager.update(CheckoutEntity, { id, state: Not('paid') }, { state: 'expired', ...declinedAt });
      return null;
    }
    if (outcome === 'pending') {
      // It closes the open page, but does not revive an order that is known to have failed.
      await manager.update(CheckoutEntity, { id, state: 'open' }, { state: 'processing', declinedAt: null });
      return null;
    }
    await manager.update(CheckoutEntity, { id }, { state: 'paid', declinedAt: null });
    if (!checkout.isCredits) return null;
    return (await this.creditPurchase(manager, order, checkout, paidAt)) ? purchaseRecord(order, checkout) : null;
  }

  /** The last attempt to pay an open order failed. */
  async decline(manager: EntityManager, { userId, mode }: CustomerEntity, checkoutId: string): Promise<void> {
    await manager.update(CheckoutEntity, { id: checkoutId, userId, mode, state: 'open' }, { declinedAt: this.clock.now() });
  }

  /**
   * Takes back the credits of a reversed payment that are left, and returns them when a dispute was won; credits that were used are flagged
   * as owed. A reversed payment of a subscription ends the entitlement: `billing.entitlement` reads the stored reversal.
   */
  async reverse(
    manager: EntityManager,
    { paymentId, refunded, dispute, cents }: PaymentReversal,
    at: Date,
  ): Promise<PaymentRecord | null> {
    await manager.query(LOCK_PAYMENT, [paymentId]);
    await manager.query(STORE_RETURN, [paymentId, returnKind(dispute), cents, at]);
    const [row] = await manager.query<Reversed[]>(
      'select user_id as "userId", taken, owed, is_changed as "isChanged" from billing.reverse_payment($1, $2, $3)',
      [paymentId, refunded, dispute],
    );
    const reversal = { payment: paymentId, disputed: dispute !== null, share: refunded, ...(dispute && { dispute }) };
    if (row?.userId && row.taken !== null)
      return refundRecord(row.userId, { ...reversal, credits: Number(row.taken), owed: Number(row.owed) });
    if (!row?.isChanged) return null;
    const [paid] = await manager.query<{ userId: string; subscription: string | null }[]>(SELECT_SUBSCRIBER, [paymentId]);
    return paid
      ? refundRecord(paid.userId, { ...reversal, ...(paid.subscription && { subscription: paid.subscription }) })
      : null;
  }

  /** Stores a paid invoice once. */
  async storeInvoice(
    manager: EntityManager,
    { userId, mode }: CustomerEntity,
    { id, paymentId, subscriptionId, plan, cents, currency }: ProviderInvoice,
    paidAt: Date,
  ): Promise<PaymentRecord | null> {
    const parameters = [id, paymentId, subscriptionId, userId, mode, plan, cents, currency, paidAt];
    if (paymentId !== null) await manager.query(LOCK_PAYMENT, [paymentId]);
    const stored = await manager.query<unknown[]>(STORE_INVOICE, parameters);
    if (stored.length === 0) return null;
    if (paymentId !== null) await manager.query(NAME_RETURNS, [paymentId, mode, currency]);
    const details = { cents, currency, invoice: id, mode, ...(plan && { plan }), ...(paymentId && { payment: paymentId }) };
    return { userId, action: 'payment_received', details };
  }

  /**
   * The order by the id that we put into the metadata. Price and credits of the event are never used, only compared with the order
   * (docs/security.md S65, S66).
   */
  private async findOrder(
    manager: EntityManager,
    { userId, mode }: CustomerEntity,
    { checkoutId, reference, outcome, isCredits, amountCents, currency }: CheckoutOutcome,
  ): Promise<CheckoutEntity | null> {
    const order = checkoutId === null ? null : await manager.findOneBy(CheckoutEntity, { id: checkoutId, userId, mode });
    const isMatching =
      order &&
      (order.reference === null || order.reference === reference) &&
      isCredits === (order.kind === 'credits') &&
      (outcome !== 'paid' || !isCredits || (amountCents === order.priceCents && currency === 'usd'));
    if (isMatching) return order;
    this.logger.warn({ reference, userId }, 'payment event does not match any order');
    return null;
  }

  private async creditPurchase(
    manager: EntityManager,
    { userId, mode, credits, priceCents }: CheckoutEntity,
    { reference, paymentId }: CheckoutOutcome,
    paidAt: Date,
  ): Promise<boolean> {
    const parameters = [reference, paymentId, userId, mode, credits, priceCents, paidAt];
    const [row] = await manager.query<{ isNew: boolean }[]>(
      'select billing.credit_purchase($1, $2, $3, $4, $5, $6, $7) as "isNew"',
      parameters,
    );
    return row?.isNew ?? false;
  }
}

function purchaseRecord({ userId, credits, priceCents, mode }: CheckoutEntity, { paymentId }: CheckoutOutcome): PaymentRecord {
  return { userId, action: 'payment_received', details: { credits, cents: priceCents, payment: paymentId, mode } };
}

const refundRecord = (userId: string, details: PaymentRecord['details']): PaymentRecord => ({
  userId,
  action: 'payment_refunded',
  details,
});

const returnKind = (dispute: PaymentReversal['dispute']): 'refund' | 'dispute' | 'dispute_won' | 'dispute_lost' => {
  if (dispute === null) return 'refund';
  return dispute === 'open' ? 'dispute' : `dispute_${dispute}`;
};
