import {
  AppError,
  PLAN_CATALOGUE,
  PACKAGES,
  planRank,
  refuseImpersonation,
  type Actor,
  type billing,
  type ParsedInputOf,
  type Plan,
} from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { SubscriptionEntity } from '../plans/subscription.entity.js';
import { isLive, isPaid, type Order, type PaymentProvider, type ProviderSubscription } from '../providers/payment-provider.js';
import { Payments } from '../providers/payments.js';
import type { CheckoutEntity } from './checkout.entity.js';
import type { CustomerEntity } from './customer.entity.js';
import { Customers } from './customers.js';
import { Orders, packageItem, planItem, titleOf } from './orders.js';

type PaymentPage = Awaited<ReturnType<PaymentProvider['changePlan']>>;

/** Leads to the provider's payment pages. Plan and credits change only when the provider's event arrives (docs/decisions.md B11). */
@Injectable()
export class CheckoutService {
  constructor(
    private readonly payments: Payments,
    private readonly customers: Customers,
    private readonly orders: Orders,
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
    return checkoutAnswer(url, `Pay to get ${pack.credits} credits.`);
  }

  async checkoutPlan({ actor, plan }: ParsedInputOf<typeof billing.checkoutPlan>) {
    refuseImpersonation(actor);
    const provider = this.payments.configured();
    const customer = await this.customers.findOrCreate(actor.userId, provider);
    const { order, superseded } = await this.orders.open(actor.userId, planItem(plan));
    const url = await this.createPage(order, provider, async () => {
      // Before the subscription is read: if one of these pages was paid in another tab, the provider then reports a live subscription.
      await Promise.all(superseded.map((other) => this.cancel(other, provider)));
      const latest = await provider.subscriptionOf(customer.id);
      const current = latest && isLive(latest) ? latest : null;
      const refusal = current && planChangeRefusal(current, plan);
      if (refusal) {
        await this.cancel(order, provider);
        throw new AppError('ALREADY_SUBSCRIBED', refusal);
      }
      const providersOrder = providerOrder(order, customer);
      if (current) {
        // A page that was created before the subscription existed would start a second one.
        if (order.reference !== null) await provider.expireCheckout(order.reference);
        return provider.changePlan(providersOrder, current);
      }
      return order.url === null ? provider.createCheckout(providersOrder) : { reference: order.reference, url: order.url };
    });
    return checkoutAnswer(url, `Pay to get the ${PLAN_CATALOGUE[plan].label} plan.`);
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
      if (reference === null) await this.orders.close(order);
      else if (!(await this.orders.savePage(order, { reference, url }))) {
        // Another tab chose another plan meanwhile, or the account was removed: this page must not be paid.
        await provider.expireCheckout(reference);
        throw new AppError('PAYMENT_UNAVAILABLE', 'This checkout is over. Please start again.');
      }
      return url;
    } catch (error) {
      if (order.url === null) await this.orders.close(order);
      throw error;
    }
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

/** Why a live subscription cannot be changed to this plan by a checkout; null when it can. */
function planChangeRefusal({ plan, status }: ProviderSubscription, wanted: Plan): string | null {
  if (plan === wanted) return 'You already have this plan.';
  if (planRank(plan) > planRank(wanted))
    return `You have the ${PLAN_CATALOGUE[plan].label} plan. To pay less, cancel or change it under Settings.`;
  return isPaid({ status }) ? null : 'Your subscription has an open payment. Please settle it under Settings first.';
}

const checkoutAnswer = (url: string, message: string) => ({ url, checkoutUrl: url, message });
