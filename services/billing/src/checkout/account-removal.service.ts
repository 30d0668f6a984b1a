import { LOGGER, type Logger } from '@kith/kit';
import { AppError } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { lockUser } from '../locks.js';
import { Payments } from '../providers/payments.js';
import { CustomerEntity } from './customer.entity.js';
import { Customers } from './customers.js';
import { Orders } from './orders.js';

// In this order: sandbox subscriptions are found through the customer.
const DELETE_STATEMENTS = [
  `delete from billing.sandbox_payment
   where customer_id in (select id from billing.customer where user_id = $1 and mode = 'sandbox')`,
  'delete from billing.plan_change where user_id = $1',
  `delete from billing.sandbox_subscription
   where customer_id in (select id from billing.customer where user_id = $1 and mode = 'sandbox')`,
  'delete from billing.plan_grant where user_id = $1',
  'delete from billing.announced_plan where user_id = $1',
  'delete from billing.subscription where user_id = $1',
  // The event of its end will find no customer.
  'update billing.subscription_period set until_at = greatest(from_at, now()) where user_id = $1 and until_at is null',
  'delete from billing.checkout where user_id = $1',
  'delete from billing.customer where user_id = $1',
  // What was deleted above has noted that the plan is to be looked at.
  'delete from billing.plan_check where user_id = $1',
] as const;

/** Deletes the billing data of a removed account. The ledger and what was paid are kept: the user id in them refers to nobody any more. */
@Injectable()
export class AccountRemovalService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly payments: Payments,
    private readonly customers: Customers,
    private readonly orders: Orders,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Ends payments at the provider first. While that fails nothing is deleted, and the job is retried. Safe to repeat. */
  async removeUser(userId: string): Promise<Record<string, never>> {
    const expiredPages = await this.endPayments(userId);
    await this.database.transaction(async (manager) => {
      await lockUser(manager, userId);
      await this.refuseOpenPage(manager, userId, expiredPages);
      for (const statement of DELETE_STATEMENTS) await manager.query(statement, [userId]);
    });
    return {};
  }

  /** Returns the references of the pages that can no longer be paid. */
  private async endPayments(userId: string): Promise<ReadonlySet<string>> {
    const { provider } = this.payments;
    if (provider?.mode !== 'live') await this.reportLiveCustomer(userId);
    if (!provider) return new Set();
    const [customer, open] = await Promise.all([this.customers.find(userId), this.orders.findOpen(userId)]);
    const pages = open.flatMap(({ reference }) => reference ?? []);
    await Promise.all(pages.map((reference) => provider.expireCheckout(reference)));
    if (customer) await provider.endSubscriptions(customer.id);
    return new Set(pages);
  }

  /**
   * UNAVAILABLE when a page was created since `endPayments`: the retry expires it. A page that is created from now on finds its order
   * deleted, and the checkout that created it expires it.
   */
  private async refuseOpenPage(manager: EntityManager, userId: string, expiredPages: ReadonlySet<string>): Promise<void> {
    if (!this.payments.provider) return;
    const open = await this.orders.lockOpen(manager, userId);
    if (open.some(({ reference }) => reference !== null && !expiredPages.has(reference))) throw new AppError('UNAVAILABLE');
  }

  private async reportLiveCustomer(userId: string): Promise<void> {
    const customer = await this.database.manager.findOneBy(CustomerEntity, { userId, mode: 'live' });
    if (customer)
      this.logger.error(
        { userId, customerId: customer.id },
        'live payment provider not configured: a subscription of a removed account may still be charged',
      );
  }
}
