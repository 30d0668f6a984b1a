import { AppError, type Actor } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { isLive, type PaymentProvider, type ProviderSubscription } from '../providers/payment-provider.js';
import { Payments } from '../providers/payments.js';
import type { CustomerEntity } from './customer.entity.js';
import { Customers } from './customers.js';

/** A subscription that runs, as the provider reports it now. */
export interface LiveSubscription {
  readonly provider: PaymentProvider;
  readonly customer: CustomerEntity;
  readonly subscription: ProviderSubscription;
}

/** Reads live subscriptions from the provider. */
@Injectable()
export class LiveSubscriptions {
  constructor(
    private readonly payments: Payments,
    private readonly customers: Customers,
  ) {}

  /** The live subscription of a user. NOT_FOUND without one, NOT_CONFIGURED without a provider. */
  async of({ userId }: Actor): Promise<LiveSubscription> {
    const provider = this.payments.configured();
    const customer = await this.customers.find(userId);
    const subscription = customer && (await provider.subscriptionOf(customer.id));
    if (!customer || !subscription || !isLive(subscription)) throw new AppError('NOT_FOUND');
    return { provider, customer, subscription };
  }
}
