import {
  AppError,
  PLAN_CATALOGUE,
  PACKAGES,
  refuseImpersonation,
  type Actor,
  type billing,
  type CheckoutStatus,
  type ParsedInputOf,
  type PlanPurchase,
} from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { z } from 'zod';
import { SubscriptionEntity } from '../plans/subscription.entity.js';
import { isLive, type Order, type PaymentProvider, type ProviderSubscription } from '../providers/payment-provider.js';
import { Payments } from '../providers/payments.js';
import { SubscriptionEndings } from '../webhook/subscription-endings.js';
import type { CheckoutEntity } from './checkout.entity.js';
import type { CustomerEntity } from './customer.entity.js';
import { Customers } from './customers.js';
import { titleOf } from './order-title.js';
import { Orders, packageItem, planItem } from './orders.js';
import { planChangeRefusal, PlanChangesService } from './plan-changes.service.js';

type PaymentPage = Awaited<ReturnType<PaymentProvider['createCheckout']>>;

/** Leads to the provider's payment pages. Plan and credits change only when the provider's event arrives (docs/decisions.md B11). */
@Injectable()
export class CheckoutService {
  constructor(
    private readonly payments: Payments,
    private readonly customers: Customers,
    private readonly orders: Orders,
    private readonly planChanges: PlanChangesService,
    private readonly endings: SubscriptionEndings,
    @InjectRepository(SubscriptionEntity) private readonly subscriptions: Repository<SubscriptionEntity>,
  ) {}

  async checkoutCredits({ actor, packageId }: ParsedInputOf<typeof billing.checkoutCredits>) {
    refuseImpersonation(actor);
    const pack = PACKAGES.find(({ id }) => id === packageId);
    if (!pack) throw new AppError('NOT_FOUND');
    const provider = this.payments.configured();
    const customer = await this.customers.findOrCreate(actor.userId, provider);
    const { order } = await this.orders.open(actor.userId, packageItem(pack));
    const url =
      order.url ?? (await this.createPage(order, provider, () => provider.createCheckout(providerOrder(order, customer))));
    return checkoutAnswer({ url, checkoutId: order.id }, `Pay to get ${pack.credits} credits.`);
  }

  async checkoutPlan({ actor, plan }: ParsedInputOf<typeof billing.checkoutPlan>) {
    refuseImpersonation(actor);
    const provider = this.payments.configured();
    const customer = await this.customers.findOrCreate(actor.userId, provider);
    const { order, superseded } = await this.orders.open(actor.userId, planItem(plan));
    try {
      // Before the subscription is read: if one of these pages was paid in another tab, the provider then reports a live subscription.
      await Promise.all(superseded.map((other) => this.cancel(other, provider)));
      const current = await this.blockingSubscription(customer, provider);
      if (current) {
        // A page that was created before the subscription existed would start a second one.
        await this.cancel(order, provider);
        const refusal = planChangeRefusal(current, plan);
        if (refusal !== null) throw new AppError('ALREADY_SUBSCRIBED', refusal);
        const { label } = PLAN_CATALOGUE[plan];
        return checkoutAnswer({ url: this.planChanges.pageUrl(plan), checkoutId: null }, `See what a change to ${label} costs.`);
      }
    } catch (error) {
      if (order.url === null) await this.orders.close(order);
      throw error;
    }
    const url =
      order.url ?? (await this.createPage(order, provider, () => provider.createCheckout(providerOrder(order, customer))));
    return checkoutAnswer({ url, checkoutId: order.id }, `Pay to get the ${PLAN_CATALOGUE[plan].label} plan.`);
  }

  async checkout({ actor: { userId }, checkoutId }: ParsedInputOf<typeof billing.checkout>): Promise<CheckoutStatus> {
    const order = await this.orders.find(userId, checkoutId);
    if (!order) throw new AppError('NOT_FOUND');
    return this.orders.statusOf(order);
  }

  /** The purchase that a greeting may speak of: what the provider's events say, whatever an address claims (docs/security.md S65). */
  async recentPlanPurchase({ userId }: Actor): Promise<{ purchase: z.infer<typeof PlanPurchase> | null }> {
    return { purchase: await this.orders.recentPlanPurchase(userId) };
  }

  async portal(actor: Actor): Promise<{ url: string }> {
    refuseImpersonation(actor);
    const provider = this.payments.configured();
    const { userId } = actor;
    const [customer, subscription] = await Promise.all([
      this.customers.find(userId),
      this.subscriptions.findOneBy({ userId, mode: provider.mode }),
    ]);
    if (!customer || !subscription) throw new AppError('NOT_FOUND');
    return { url: await provider.portalUrl(customer.id) };
  }

  /**
   * Creates the page of an order and returns its address. An order whose page could not be created is closed: with the same order id as
   * idempotency key, Stripe would return the same failure again.
   */
  private async createPage(
    order: CheckoutEntity,
    provider: PaymentProvider,
    create: () => Promise<PaymentPage>,
  ): Promise<string> {
    try {
      const { reference, url } = await create();
      if (!(await this.orders.savePage(order, { reference, url }))) {
        // Another tab chose another plan meanwhile, or the account was removed: this page must not be paid.
        await provider.expireCheckout(reference);
        throw new AppError('CHECKOUT_OVER');
      }
      return url;
    } catch (error) {
      if (order.url === null) await this.orders.close(order);
      throw error;
    }
  }

  /** The live subscription that keeps the user from buying another one. One that is refunded or unpaid for good is ended instead. */
  private async blockingSubscription(
    { id: customerId }: CustomerEntity,
    provider: PaymentProvider,
  ): Promise<ProviderSubscription | null> {
    const latest = await provider.subscriptionOf(customerId);
    if (!latest || !isLive(latest)) return null;
    return (await this.endings.endIfOver(customerId, latest, true)) ? null : latest;
  }

  /** Expires the page and closes the order. When the provider fails the order stays open, so that the next checkout tries again. */
  private async cancel(order: CheckoutEntity, provider: PaymentProvider): Promise<void> {
    try {
      if (order.reference !== null) await provider.expireCheckout(order.reference);
      await this.orders.close(order);
    } catch (error) {
      await this.orders.reopen(order);
      throw error;
    }
  }
}

function providerOrder(
  { id, userId, kind, item, credits, priceCents, expiresAt }: CheckoutEntity,
  { id: customerId }: CustomerEntity,
): Order {
  return { checkoutId: id, userId, customerId, kind, item, priceCents, expiresAt, title: titleOf({ kind, item, credits }) };
}

const checkoutAnswer = ({ url, checkoutId }: { url: string; checkoutId: string | null }, message: string) => ({
  url,
  checkoutUrl: url,
  checkoutId,
  message,
});
