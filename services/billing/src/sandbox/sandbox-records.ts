import { randomUUID } from 'node:crypto';
import { AppError, PLAN_CATALOGUE, type EndReason } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, LessThanOrEqual, type EntityManager } from 'typeorm';
import type { CheckoutEntity } from '../checkout/checkout.entity.js';
import { titleOf } from '../checkout/order-title.js';
import { CustomerEntity } from '../checkout/customer.entity.js';
import { Clock } from '../clock.js';
import type { ConfirmedChange, PaidPlan, PaymentProvider } from '../providers/payment-provider.js';
import { addMonth, prorationCents } from './proration.js';
import {
  checkoutPaid,
  disputeChanged,
  invoiceSettled,
  paymentRefunded,
  subscriptionChanged,
  type SandboxEvent,
} from './sandbox-events.js';
import { SandboxPaymentEntity } from './sandbox-payment.entity.js';
import { newSubscription, SandboxSubscriptionEntity } from './sandbox-subscription.entity.js';

const BATCH = 100;

type Work<T> = (manager: EntityManager, customer: CustomerEntity) => Promise<T>;

/**
 * The records that a payment provider would keep: subscriptions and payments of the sandbox. Every method changes them in one transaction and
 * returns the events that a provider would send afterwards.
 */
@Injectable()
export class SandboxRecords {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly clock: Clock,
  ) {}

  /** The subscription of a customer and its open payment. */
  async read(customerId: string): Promise<{ subscription: SandboxSubscriptionEntity | null; open: SandboxPaymentEntity | null }> {
    const subscription = await this.database.manager.findOneBy(SandboxSubscriptionEntity, { customerId });
    if (!subscription) return { subscription, open: null };
    const where = { subscriptionId: subscription.id, state: 'open' } as const;
    return { subscription, open: await this.database.manager.findOneBy(SandboxPaymentEntity, where) };
  }

  /** Pays an order. Repeated, it returns the same events. */
  payOrder(order: CheckoutEntity, customerId: string): Promise<SandboxEvent[]> {
    return this.locked(customerId, async (manager) => {
      const id = `pi_sandbox_${order.id}`;
      const isSubscription = order.kind === 'subscription';
      const plan = order.item === 'premium' ? 'premium' : 'basic';
      const subscriptionId = `sub_sandbox_${order.id}`;
      const known = await manager.findOneBy(SandboxPaymentEntity, { id });
      const payment =
        known ??
        (await this.addPayment(manager, {
          id,
          customerId,
          subscriptionId: isSubscription ? subscriptionId : null,
          title: titleOf(order),
          cents: order.priceCents,
          plan: isSubscription ? plan : null,
          state: 'paid',
        }));
      if (!known && isSubscription) await this.subscribe(manager, { id: subscriptionId, customerId, plan, lastPaymentId: id });
      const paid = checkoutPaid(order, customerId, id);
      return isSubscription ? [paid, invoiceSettled(payment)] : [paid];
    });
  }

  prorationCents(subscription: SandboxSubscriptionEntity, plan: PaidPlan, at: Date): number {
    return prorationCents(subscription, PLAN_CATALOGUE[subscription.plan].priceCents, PLAN_CATALOGUE[plan].priceCents, at);
  }

  /** Changes to a higher plan at once, or, while the card is declined, leaves an open payment for it. Repeated, it charges nothing more. */
  changePlan(
    customerId: string,
    { id: changeId, plan, prorationAt }: ConfirmedChange,
  ): Promise<{ isPaid: boolean; events: SandboxEvent[] }> {
    return this.locked(customerId, async (manager, { hasDeclinedCard }) => {
      const id = `pi_sandbox_change_${changeId}`;
      const known = await manager.findOneBy(SandboxPaymentEntity, { id });
      if (known) return { isPaid: known.state !== 'open', events: [invoiceSettled(known)] };
      const subscription = await this.requireActive(manager, customerId);
      // An earlier change that was declined is replaced, not charged beside this one.
      await this.voidOpen(manager, subscription.id);
      const payment = await this.addPayment(manager, {
        id,
        customerId,
        subscriptionId: subscription.id,
        title: `Change to the ${PLAN_CATALOGUE[plan].label} plan`,
        cents: this.prorationCents(subscription, plan, prorationAt),
        plan,
        state: hasDeclinedCard ? 'open' : 'paid',
      });
      if (!hasDeclinedCard) await this.applyPayment(manager, subscription, payment);
      return { isPaid: !hasDeclinedCard, events: [invoiceSettled(payment), subscriptionChanged(subscription)] };
    });
  }

  schedule(customerId: string, plan: PaidPlan): Promise<SandboxEvent[]> {
    return this.update(customerId, { scheduledPlan: plan, cancelsAtPeriodEnd: false });
  }

  setRenewal(customerId: string, action: Parameters<PaymentProvider['setRenewal']>[2]): Promise<SandboxEvent[]> {
    return this.update(
      customerId,
      action === 'keep_plan' ? { scheduledPlan: null } : { scheduledPlan: null, cancelsAtPeriodEnd: action === 'cancel' },
    );
  }

  /** Ends a subscription at once and withdraws its open payments. */
  end(customerId: string, id: string, endedReason: EndReason): Promise<SandboxEvent[]> {
    return this.locked(customerId, async (manager) => {
      const subscription = await manager.findOneBy(SandboxSubscriptionEntity, { id, customerId });
      return !subscription || subscription.status === 'canceled' ? [] : this.close(manager, subscription, endedReason);
    });
  }

  /** Customers whose period is over. */
  async findDue(): Promise<string[]> {
    const where = { status: 'active', periodEnd: LessThanOrEqual(this.clock.now()) } as const;
    const due = await this.database.manager.find(SandboxSubscriptionEntity, { where, take: BATCH, select: { customerId: true } });
    return due.map(({ customerId }) => customerId);
  }

  /** Renews or ends a subscription whose period is over, or with `isForced` ends the period now. NOT_FOUND without an active one. */
  renew(customerId: string, isForced = false): Promise<SandboxEvent[]> {
    return this.locked(customerId, async (manager, { hasDeclinedCard }) => {
      const now = this.clock.now();
      const held = await this.requireActive(manager, customerId);
      const subscription = isForced ? Object.assign(held, { periodEnd: now }) : held;
      if (subscription.periodEnd > now) return [];
      if (subscription.cancelsAtPeriodEnd) return this.close(manager, subscription, 'cancelled');
      const plan = subscription.scheduledPlan ?? subscription.plan;
      let periodEnd = addMonth(subscription.periodEnd);
      while (periodEnd <= now) periodEnd = addMonth(periodEnd);
      await this.voidOpen(manager, subscription.id);
      Object.assign(subscription, { plan, scheduledPlan: null, periodStart: subscription.periodEnd, periodEnd });
      const payment = await this.addPayment(manager, {
        id: `pi_sandbox_${randomUUID()}`,
        customerId,
        subscriptionId: subscription.id,
        title: `${PLAN_CATALOGUE[plan].label} plan, monthly`,
        cents: PLAN_CATALOGUE[plan].priceCents,
        plan,
        state: hasDeclinedCard ? 'open' : 'paid',
      });
      if (hasDeclinedCard) Object.assign(subscription, { status: 'past_due', failedAt: now });
      else subscription.lastPaymentId = payment.id;
      await manager.save(subscription);
      return [invoiceSettled(payment), subscriptionChanged(subscription)];
    });
  }

  /** Pays an open payment. PAYMENT_DECLINED while the card is declined. */
  payOpen(customerId: string, id: string): Promise<SandboxEvent[]> {
    return this.locked(customerId, async (manager, { hasDeclinedCard }) => {
      const payment = await this.requirePayment(manager, customerId, id, 'open');
      if (hasDeclinedCard) throw new AppError('PAYMENT_DECLINED');
      payment.state = 'paid';
      await manager.save(payment);
      const subscription = await manager.findOneBy(SandboxSubscriptionEntity, { id: payment.subscriptionId ?? '' });
      if (!subscription) return [invoiceSettled(payment)];
      await this.applyPayment(manager, subscription, payment);
      return [invoiceSettled(payment), subscriptionChanged(subscription)];
    });
  }

  refund(customerId: string, id: string): Promise<SandboxEvent[]> {
    return this.setPayment(customerId, id, ['paid', 'refunded'], paymentRefunded);
  }

  dispute(customerId: string, id: string): Promise<SandboxEvent[]> {
    return this.setPayment(customerId, id, ['paid', 'disputed'], (payment) => disputeChanged(payment, 'needs_response'));
  }

  closeDispute(customerId: string, id: string, outcome: 'won' | 'lost'): Promise<SandboxEvent[]> {
    const state = outcome === 'won' ? 'paid' : 'lost';
    return this.setPayment(customerId, id, ['disputed', state], (payment) => disputeChanged(payment, outcome));
  }

  async setCard(customerId: string, hasDeclinedCard: boolean): Promise<void> {
    await this.database.manager.update(CustomerEntity, { id: customerId }, { hasDeclinedCard });
  }

  payment(customerId: string, id: string): Promise<SandboxPaymentEntity | null> {
    return this.database.manager.findOneBy(SandboxPaymentEntity, { id, customerId });
  }

  payments(customerId: string, limit: number): Promise<SandboxPaymentEntity[]> {
    return this.database.manager.find(SandboxPaymentEntity, {
      where: { customerId },
      order: { createdAt: 'desc', id: 'asc' },
      take: limit,
    });
  }

  async remove(customerId: string): Promise<void> {
    await this.database.manager.delete(SandboxSubscriptionEntity, { customerId });
  }

  private setPayment(
    customerId: string,
    id: string,
    [from, to]: readonly [SandboxPaymentEntity['state'], SandboxPaymentEntity['state']],
    event: (payment: SandboxPaymentEntity) => SandboxEvent,
  ): Promise<SandboxEvent[]> {
    return this.locked(customerId, async (manager) => {
      const payment = await this.requirePayment(manager, customerId, id, from);
      payment.state = to;
      await manager.save(payment);
      return [event(payment)];
    });
  }

  /** Changes an active or past due subscription. NOT_FOUND without one. */
  private update(
    customerId: string,
    fields: Partial<Pick<SandboxSubscriptionEntity, 'scheduledPlan' | 'cancelsAtPeriodEnd'>>,
  ): Promise<SandboxEvent[]> {
    return this.locked(customerId, async (manager) => {
      const subscription = await manager.findOneBy(SandboxSubscriptionEntity, { customerId });
      if (!subscription || subscription.status === 'canceled') throw new AppError('NOT_FOUND');
      await manager.save(Object.assign(subscription, fields));
      return [subscriptionChanged(subscription)];
    });
  }

  private async subscribe(manager: EntityManager, fields: Parameters<typeof newSubscription>[0]): Promise<void> {
    await manager.delete(SandboxSubscriptionEntity, { customerId: fields.customerId });
    await manager.insert(SandboxSubscriptionEntity, newSubscription(fields, this.clock.now()));
  }

  private async applyPayment(
    manager: EntityManager,
    subscription: SandboxSubscriptionEntity,
    { id, plan }: SandboxPaymentEntity,
  ): Promise<void> {
    if (subscription.status === 'canceled') return;
    const paid = { status: 'active', failedAt: null, scheduledPlan: null, lastPaymentId: id } as const;
    await manager.save(Object.assign(subscription, paid, { plan: plan ?? subscription.plan }));
  }

  private async close(
    manager: EntityManager,
    subscription: SandboxSubscriptionEntity,
    endedReason: EndReason,
  ): Promise<SandboxEvent[]> {
    await this.voidOpen(manager, subscription.id);
    const ended = { status: 'canceled', endedReason, failedAt: null, scheduledPlan: null } as const;
    await manager.save(Object.assign(subscription, ended, { endedAt: this.clock.now() }));
    return [subscriptionChanged(subscription)];
  }

  private async voidOpen(manager: EntityManager, subscriptionId: string): Promise<void> {
    await manager.update(SandboxPaymentEntity, { subscriptionId, state: 'open' }, { state: 'void' });
  }

  private addPayment(manager: EntityManager, fields: Omit<SandboxPaymentEntity, 'createdAt'>): Promise<SandboxPaymentEntity> {
    return manager.save(manager.create(SandboxPaymentEntity, { ...fields, createdAt: this.clock.now() }));
  }

  private async requireActive(manager: EntityManager, customerId: string): Promise<SandboxSubscriptionEntity> {
    const subscription = await manager.findOneBy(SandboxSubscriptionEntity, { customerId, status: 'active' });
    if (!subscription) throw new AppError('NOT_FOUND');
    return subscription;
  }

  private async requirePayment(
    manager: EntityManager,
    customerId: string,
    id: string,
    state: SandboxPaymentEntity['state'],
  ): Promise<SandboxPaymentEntity> {
    const payment = await manager.findOneBy(SandboxPaymentEntity, { id, customerId, state });
    if (!payment) throw new AppError('NOT_FOUND');
    return payment;
  }

  /** One change at a time for a customer. */
  private locked<T>(customerId: string, work: Work<T>): Promise<T> {
    return this.database.transaction(async (manager) => {
      const lock = { mode: 'pessimistic_write' } as const;
      const customer = await manager.findOne(CustomerEntity, { where: { id: customerId }, lock });
      if (!customer) throw new AppError('NOT_FOUND');
      return work(manager, customer);
    });
  }
}
