import { LOGGER, type Logger } from '@kith/kit';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Checkout } from '../checkout/checkout.entity.js';
import type { Customer } from '../checkout/customer.entity.js';
import { SubscriptionRow } from '../plans/subscription.entity.js';
import type { CheckoutFacts, ReversalFacts } from './event-facts.js';

/** Money that came or went. */
export interface Booking {
  readonly userId: string;
  readonly action: 'payment_received' | 'payment_refunded';
  readonly details: Record<string, string | number | boolean>;
}

/** Writes payments and what went back of them into the books. Safe in any order, and twice. */
@Injectable()
export class PaymentBook {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  /** Ends our row of the checkout; a paid package brings the credits that it was sold with. */
  async endCheckout(manager: EntityManager, customer: Customer, facts: CheckoutFacts): Promise<Booking | null> {
    const order = await this.orderOf(manager, customer, facts);
    if (!order) return null;
    const { id } = order;
    if (facts.outcome === 'over') {
      await manager.update(Checkout, { id }, { state: 'expired' });
      return null;
    }
    const isPaid = facts.outcome === 'paid';
    // A payment under way ends the page, but never what is known to have failed.
    await manager.update(Checkout, isPaid ? { id } : { id, state: 'open' }, { state: 'paid' });
    if (!isPaid || !facts.isCredits) return null;
    return (await this.creditPurchase(manager, order, facts)) ? bookingOf(order, facts) : null;
  }

  /**
   * Takes back what is left of the credits that the payment brought; what was used already is owed, and flagged. A payment of a
   * subscription ends what it entitled to.
   */
  async reverse(manager: EntityManager, { paymentId, share, isDisputed }: ReversalFacts): Promise<Booking | null> {
    const [row] = await manager.query<{ userId: string | null; taken: string | null; owed: string | null }[]>(
      'select user_id as "userId", taken, owed from billing.reverse_payment($1, $2, $3)',
      [paymentId, share, isDisputed],
    );
    const facts = { payment: paymentId, disputed: isDisputed, share };
    if (row?.userId && row.taken !== null)
      return refund(row.userId, { ...facts, credits: Number(row.taken), owed: Number(row.owed) });
    const subscription = await manager.findOneBy(SubscriptionRow, { lastPaymentId: paymentId });
    return subscription && refund(subscription.userId, { ...facts, subscription: subscription.id });
  }

  /** Our own row, by the id that we gave it; what the event says about price and credits is only compared with it (S65, S66). */
  private async orderOf(manager: EntityManager, { userId, mode }: Customer, facts: CheckoutFacts): Promise<Checkout | null> {
    const { checkoutId, reference, amountCents, currency } = facts;
    const order = checkoutId === null ? null : await manager.findOneBy(Checkout, { id: checkoutId, userId, mode });
    const isOurs =
      order &&
      (order.reference === null || order.reference === reference) &&
      facts.isCredits === (order.kind === 'credits') &&
      (facts.outcome !== 'paid' || !facts.isCredits || (amountCents === order.priceCents && currency === 'usd'));
    if (isOurs) return order;
    this.logger.warn({ reference, userId }, 'a checkout that is none of ours');
    return null;
  }

  private async creditPurchase(manager: EntityManager, order: Checkout, facts: CheckoutFacts): Promise<boolean> {
    const { userId, mode, credits, priceCents } = order;
    const [row] = await manager.query<{ isNew: boolean }[]>('select billing.credit_purchase($1, $2, $3, $4, $5, $6) as "isNew"', [
      facts.reference,
      facts.paymentId,
      userId,
      mode,
      credits,
      priceCents,
    ]);
    return row?.isNew ?? false;
  }
}

function bookingOf({ userId, credits, priceCents, mode }: Checkout, { paymentId }: CheckoutFacts): Booking {
  return { userId, action: 'payment_received', details: { credits, cents: priceCents, payment: paymentId, mode } };
}

const refund = (userId: string, details: Booking['details']): Booking => ({ userId, action: 'payment_refunded', details });
