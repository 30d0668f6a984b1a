import { CONFIG, type Config } from '@kith/kit';
import {
  AppError,
  refuseImpersonation,
  type Actor,
  type billing,
  type ParsedInputOf,
  type SandboxCheckout,
  type Subscription,
} from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import type { z } from 'zod';
import type { CheckoutEntity } from '../checkout/checkout.entity.js';
import type { CustomerEntity } from '../checkout/customer.entity.js';
import { Customers } from '../checkout/customers.js';
import { Orders, titleOf } from '../checkout/orders.js';
import { returnUrls } from '../providers/payment-provider.js';
import { Payments } from '../providers/payments.js';
import { PlansService } from '../plans/plans.service.js';
import { SandboxSimulator } from './sandbox-simulator.js';

/** The pages that a payment provider would have. Without the sandbox every call answers NOT_FOUND. */
@Injectable()
export class SandboxService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly payments: Payments,
    private readonly orders: Orders,
    private readonly customers: Customers,
    private readonly simulator: SandboxSimulator,
    private readonly plans: PlansService,
  ) {}

  async checkout({ actor, checkoutId }: ParsedInputOf<typeof billing.sandboxCheckout>): Promise<z.infer<typeof SandboxCheckout>> {
    const { order } = await this.ownOrder(actor, checkoutId);
    const { id, kind, priceCents, state } = order;
    const isExpired = state === 'open' && this.orders.isOver(order);
    return { id, kind, title: titleOf(order), priceCents, state: isExpired ? 'expired' : state };
  }

  async pay({ actor, checkoutId, outcome }: ParsedInputOf<typeof billing.sandboxPay>): Promise<{ url: string }> {
    refuseImpersonation(actor);
    const { order, customer } = await this.ownOrder(actor, checkoutId);
    if (this.orders.isOver(order)) throw new AppError('PAYMENT_UNAVAILABLE', 'This checkout is over. Please start again.');
    const { successUrl, cancelUrl } = returnUrls(this.config.PUBLIC_URL, order.kind);
    if (outcome === 'decline') {
      await this.simulator.decline(order, customer);
      return { url: cancelUrl };
    }
    await this.simulator.pay(order, customer);
    return { url: successUrl };
  }

  async portal({ actor, action }: ParsedInputOf<typeof billing.sandboxPortal>): Promise<Subscription> {
    refuseImpersonation(actor);
    const customer = await this.ownCustomer(actor);
    if (!(await this.simulator.setCancelling(customer, action === 'cancel'))) throw new AppError('NOT_FOUND');
    return this.plans.subscription(actor);
  }

  private async ownOrder(actor: Actor, checkoutId: string): Promise<{ order: CheckoutEntity; customer: CustomerEntity }> {
    const customer = await this.ownCustomer(actor);
    const order = await this.orders.find(actor.userId, checkoutId);
    if (!order) throw new AppError('NOT_FOUND');
    return { order, customer };
  }

  private async ownCustomer({ userId }: Actor): Promise<CustomerEntity> {
    const customer = this.payments.provider?.mode === 'sandbox' ? await this.customers.find(userId) : null;
    if (!customer) throw new AppError('NOT_FOUND');
    return customer;
  }
}
