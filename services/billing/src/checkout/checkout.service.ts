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
import { SubscriptionRow } from '../plans/subscription.entity.js';
import type { Checkout } from './checkout.entity.js';
import type { Customer } from './customer.entity.js';
import { Customers } from './customers.js';
import { Orders, soldPackage, soldPlan, titleOf } from './orders.js';
import { isLive, isPaid, type Order, type PaymentProvider, type ProviderSubscription } from './payment-provider.js';
import { Payments } from './payments.js';

type Page = Awaited<ReturnType<PaymentProvider['changePlan']>>;

/** Leads to the provider's pages. Nothing is had before the provider's event says so (decision B11). */
@Injectable()
export class CheckoutService {
  constructor(
    private readonly payments: Payments,
    private readonly customers: Customers,
    private readonly orders: Orders,
    @InjectRepository(SubscriptionRow) private readonly subscriptions: Repository<SubscriptionRow>,
  ) {}

  async checkoutCredits({ actor, packageId }: ParsedInputOf<typeof billing.checkoutCredits>) {
    refuseImpersonation(actor);
    const pack = PACKAGES.find(({ id }) => id === packageId);
    if (!pack) throw new AppError('NOT_FOUND');
    const provider = this.payments.configured();
    const customer = await this.customers.of(actor.userId, provider);
    const { order } = await this.orders.open(actor.userId, soldPackage(pack));
    const url = order.url ?? (await this.made(order, provider, () => provider.createCheckout(orderOf(order, customer))));
    return answer(url, `Pay to get ${pack.credits} credits.`);
  }

  async checkoutPlan({ actor, plan }: ParsedInputOf<typeof billing.checkoutPlan>) {
    refuseImpersonation(actor);
    const provider = this.payments.configured();
    const customer = await this.customers.of(actor.userId, provider);
    const { order, superseded } = await this.orders.open(actor.userId, soldPlan(plan));
    const url = await this.made(order, provider, async () => {
      // Before the next question: what was paid in another tab meanwhile is a live subscription then.
      await Promise.all(superseded.map((other) => this.retire(other, provider)));
      const latest = await provider.subscriptionOf(customer.id);
      const held = latest && isLive(latest) ? latest : null;
      const refusal = held && refusalOf(held, plan);
      if (refusal) {
        await this.retire(order, provider);
        throw new AppError('ALREADY_SUBSCRIBED', refusal);
      }
      const asked = orderOf(order, customer);
      if (held) {
        // A page that was made before there was a subscription would bring a second one.
        if (order.reference !== null) await provider.expireCheckout(order.reference);
        return provider.changePlan(asked, held);
      }
      return order.url === null ? provider.createCheckout(asked) : { reference: order.reference, url: order.url };
    });
    return answer(url, `Pay to get the ${PLAN_CATALOGUE[plan].label} plan.`);
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

  /** An order that came to nothing is dropped: Stripe would answer the same failure to its idempotency key again. */
  private async made(order: Checkout, provider: PaymentProvider, work: () => Promise<Page>): Promise<string> {
    try {
      const { reference, url } = await work();
      if (reference === null) await this.orders.drop(order);
      else if (!(await this.orders.keep(order, { reference, url }))) {
        // Another tab chose another plan meanwhile, or the account is gone: nobody is to pay this page.
        await provider.expireCheckout(reference);
        throw new AppError('PAYMENT_UNAVAILABLE', 'This checkout is over. Please start again.');
      }
      return url;
    } catch (error) {
      if (order.url === null) await this.orders.drop(order);
      throw error;
    }
  }

  /** A page that could not be closed stays open in our books too: the next checkout tries again. */
  private async retire(order: Checkout, provider: PaymentProvider): Promise<void> {
    try {
      if (order.reference !== null) await provider.expireCheckout(order.reference);
      await this.orders.drop(order);
    } catch (error) {
      await this.orders.reopen(order);
      throw error;
    }
  }
}

function orderOf({ id, userId, kind, item, credits, priceCents, expiresAt }: Checkout, { id: customerId }: Customer): Order {
  return { checkoutId: id, userId, customerId, kind, item, priceCents, expiresAt, title: titleOf({ kind, item, credits }) };
}

/** Why a live subscription can't be changed to this plan here; null when it can. */
function refusalOf({ plan, status }: ProviderSubscription, wanted: Plan): string | null {
  if (plan === wanted) return 'You already have this plan.';
  if (planRank(plan) > planRank(wanted))
    return `You have the ${PLAN_CATALOGUE[plan].label} plan. To pay less, cancel or change it under Settings.`;
  return isPaid({ status }) ? null : 'Your subscription has an open payment. Please settle it under Settings first.';
}

const answer = (url: string, message: string) => ({ url, checkoutUrl: url, message });
