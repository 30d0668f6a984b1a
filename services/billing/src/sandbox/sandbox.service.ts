import { CONFIG, type Config } from '@kith/kit';
import {
  AppError,
  refuseImpersonation,
  unreachable,
  type Actor,
  type billing,
  type CheckoutStatus,
  type ParsedInputOf,
  type SandboxPortal,
} from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import type { CheckoutEntity } from '../checkout/checkout.entity.js';
import type { CustomerEntity } from '../checkout/customer.entity.js';
import { Customers } from '../checkout/customers.js';
import { Orders } from '../checkout/orders.js';
import { returnUrls, type PaymentProvider } from '../providers/payment-provider.js';
import { Payments } from '../providers/payments.js';
import type { SandboxEvent } from './sandbox-events.js';
import { SandboxRecords } from './sandbox-records.js';
import { SandboxSimulator } from './sandbox-simulator.js';

const SHOWN_PAYMENTS = 50;

/** The pages that a payment provider would have. Without the sandbox every call answers NOT_FOUND. */
@Injectable()
export class SandboxService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly payments: Payments,
    private readonly orders: Orders,
    private readonly customers: Customers,
    private readonly records: SandboxRecords,
    private readonly simulator: SandboxSimulator,
  ) {}

  async checkout({ actor, checkoutId }: ParsedInputOf<typeof billing.sandboxCheckout>): Promise<CheckoutStatus> {
    const { order } = await this.ownOrder(actor, checkoutId);
    return this.orders.statusOf(order);
  }

  async pay({ actor, checkoutId, outcome }: ParsedInputOf<typeof billing.sandboxPay>): Promise<{ url: string }> {
    refuseImpersonation(actor);
    const { order, customer } = await this.ownOrder(actor, checkoutId);
    if (this.orders.isOver(order)) throw new AppError('CHECKOUT_OVER');
    if (outcome === 'decline') {
      await this.simulator.decline(order, customer);
      throw new AppError('PAYMENT_DECLINED');
    }
    await this.simulator.pay(order, customer);
    return { url: returnUrls(this.config.PUBLIC_URL, order.kind).successUrl };
  }

  async portal(actor: Actor): Promise<SandboxPortal> {
    this.sandbox();
    const customer = await this.customers.find(actor.userId);
    if (!customer) return { isCardDeclined: false, hasSubscription: false, payments: [] };
    const [{ subscription }, payments] = await Promise.all([
      this.records.read(customer.id),
      this.records.payments(customer.id, SHOWN_PAYMENTS),
    ]);
    return {
      isCardDeclined: customer.hasDeclinedCard,
      hasSubscription: subscription !== null && subscription.status !== 'canceled',
      payments: payments.map(({ id, title, cents, state, createdAt }) => ({
        id,
        title,
        cents,
        state,
        at: createdAt.toISOString(),
      })),
    };
  }

  async change({ actor, action, paymentId }: ParsedInputOf<typeof billing.changeSandbox>): Promise<SandboxPortal> {
    refuseImpersonation(actor);
    const { id: customerId } = await this.customers.findOrCreate(actor.userId, this.sandbox());
    await this.simulator.send(await this.act(customerId, action, paymentId ?? ''));
    return this.portal(actor);
  }

  private async act(
    customerId: string,
    action: ParsedInputOf<typeof billing.changeSandbox>['action'],
    paymentId: string,
  ): Promise<readonly SandboxEvent[]> {
    switch (action) {
      case 'decline_card':
      case 'accept_card':
        await this.records.setCard(customerId, action === 'decline_card');
        return [];
      case 'renew':
        return this.records.renew(customerId, true);
      case 'pay':
        return this.records.payOpen(customerId, paymentId);
      case 'refund':
        return this.records.refund(customerId, paymentId);
      case 'dispute':
        return this.records.dispute(customerId, paymentId);
      case 'win':
        return this.records.closeDispute(customerId, paymentId, 'won');
      case 'lose':
        return this.records.closeDispute(customerId, paymentId, 'lost');
      default:
        return unreachable(action);
    }
  }

  private async ownOrder(actor: Actor, checkoutId: string): Promise<{ order: CheckoutEntity; customer: CustomerEntity }> {
    this.sandbox();
    const customer = await this.customers.find(actor.userId);
    const order = customer && (await this.orders.find(actor.userId, checkoutId));
    if (!customer || !order) throw new AppError('NOT_FOUND');
    return { order, customer };
  }

  /** The sandbox. NOT_FOUND when a payment provider is configured, or none. */
  private sandbox(): PaymentProvider {
    const { provider } = this.payments;
    if (provider?.mode !== 'sandbox') throw new AppError('NOT_FOUND');
    return provider;
  }
}
