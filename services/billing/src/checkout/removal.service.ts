import { LOGGER, type Logger } from '@kith/kit';
import { AppError } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { lockUser } from '../user-lock.js';
import { Customer } from './customer.entity.js';
import { Customers } from './customers.js';
import { Orders } from './orders.js';
import { Payments } from './payments.js';

const SANDBOX = `
  delete from billing.sandbox_subscription
  where customer_id in (select id from billing.customer where user_id = $1 and mode = 'sandbox')`;
const TABLES = ['plan_grant', 'plan_told', 'subscription', 'checkout', 'customer'] as const;

/** An account that is gone. The ledger keeps its numbers under an id that names nobody any more. */
@Injectable()
export class RemovalService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly payments: Payments,
    private readonly customers: Customers,
    private readonly orders: Orders,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Ends at the provider first: while that fails nothing is forgotten and the job comes again. */
  async removeUser(userId: string): Promise<Record<string, never>> {
    const closed = await this.endPayments(userId);
    await this.database.transaction(async (manager) => {
      await lockUser(manager, userId);
      await this.refuseOpenPage(manager, userId, closed);
      for (const statement of [SANDBOX, ...TABLES.map((table) => `delete from billing.${table} where user_id = $1`)])
        await manager.query(statement, [userId]);
    });
    return {};
  }

  /** Answers the pages that can't be paid any more. */
  private async endPayments(userId: string): Promise<ReadonlySet<string>> {
    const { provider } = this.payments;
    if (provider?.mode !== 'live') await this.reportLive(userId);
    if (!provider) return new Set();
    const [customer, open] = await Promise.all([this.customers.find(userId), this.orders.openOf(userId)]);
    const pages = open.flatMap(({ reference }) => reference ?? []);
    await Promise.all(pages.map((reference) => provider.expireCheckout(reference)));
    if (customer) await provider.endSubscriptions(customer.id);
    return new Set(pages);
  }

  /** One that was being made meanwhile has to be closed too. What is made from now on finds its row gone, and is closed by its maker. */
  private async refuseOpenPage(manager: EntityManager, userId: string, closed: ReadonlySet<string>): Promise<void> {
    if (!this.payments.provider) return;
    const open = await this.orders.lockOpen(manager, userId);
    if (open.some(({ reference }) => reference !== null && !closed.has(reference))) throw new AppError('UNAVAILABLE');
  }

  private async reportLive(userId: string): Promise<void> {
    const customer = await this.database.manager.findOneBy(Customer, { userId, mode: 'live' });
    if (customer)
      this.logger.error(
        { userId, customerId: customer.id },
        'no payment provider for money: a subscription of a removed account may go on',
      );
  }
}
