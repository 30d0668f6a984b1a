import { AppError } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { Customer } from '../checkout/customer.entity.js';
import type { ProviderSubscription } from '../checkout/payment-provider.js';
import { Payments } from '../checkout/payments.js';
import { Clock } from '../clock.js';
import { SubscriptionRow } from '../plans/subscription.entity.js';
import { lockUser } from '../user-lock.js';

const TRIES = 10;
// The period is over and no event said what came then.
const OVERDUE = `
  select c.id from billing.subscription s join billing.customer c on c.user_id = s.user_id and c.mode = s.mode
  where s.mode = $1 and s.status in ('active', 'trialing', 'past_due')
    and s.period_end < $2::timestamptz - interval '10 minutes' and s.synced_at < $2::timestamptz - interval '1 hour'
  order by s.synced_at limit 20`;

/** What the provider said, and how many truths had been written down when it was asked. */
export interface Truth {
  readonly customer: Customer;
  readonly subscription: ProviderSubscription | null;
}

/** Somebody wrote down a truth since ours was asked for: whose is the later one nobody knows. */
class StaleTruth extends Error {}

/**
 * Writes down the provider's truth. It is fetched outside of any transaction, so that a slow provider holds no lock; a counter of the
 * customer tells whether another truth was stored meanwhile, and then it is fetched again. So what is stored was always asked for after
 * all that was stored before, whatever the order in which events come.
 */
@Injectable()
export class SubscriptionSync {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly payments: Payments,
    private readonly clock: Clock,
  ) {}

  /** Does `work` in a transaction with the truth that it may store; again, with a fresh one, when that was stale. */
  async withTruth<T>(customerId: string, work: (manager: EntityManager, truth: Truth) => Promise<T>): Promise<T> {
    for (let tried = 0; tried < TRIES; tried += 1) {
      const truth = await this.fetch(customerId);
      try {
        return await this.database.transaction((manager) => work(manager, truth));
      } catch (error) {
        if (!(error instanceof StaleTruth)) throw error;
      }
    }
    throw new AppError('UNAVAILABLE');
  }

  /** Stores the truth; answers whether anything is different now. */
  async store(manager: EntityManager, { customer, subscription }: Truth): Promise<boolean> {
    const { userId, mode } = customer;
    await lockUser(manager, userId);
    const { affected } = await manager.update(
      Customer,
      { id: customer.id, syncVersion: customer.syncVersion },
      { syncVersion: customer.syncVersion + 1 },
    );
    if (!affected) throw new StaleTruth();
    const before = await manager.findOneBy(SubscriptionRow, { userId, mode });
    if (!subscription) {
      await manager.delete(SubscriptionRow, { userId, mode });
      return before !== null;
    }
    const { id, plan, status, periodEnd, cancelsAtPeriodEnd, failedAt } = subscription;
    // An invoice that nobody paid, as one of an upgrade, does not replace what was paid: it may have been refunded.
    const lastPaymentId = subscription.lastPaymentId ?? (before?.id === id ? before.lastPaymentId : null);
    const after = { userId, mode, id, plan, status, periodEnd, cancelsAtPeriodEnd, failedAt, lastPaymentId };
    await manager.upsert(SubscriptionRow, { ...after, syncedAt: this.clock.now() }, ['userId', 'mode']);
    return !before || fingerprint(before) !== fingerprint(after);
  }

  /** Asks about subscriptions that no event came for when one was due. */
  async syncOverdue(): Promise<void> {
    const overdue = await this.database.query<{ id: string }[]>(OVERDUE, [this.payments.mode, this.clock.now()]);
    for (const { id } of overdue) await this.withTruth(id, (manager, truth) => this.store(manager, truth));
  }

  private async fetch(customerId: string): Promise<Truth> {
    const customer = await this.database.manager.findOneByOrFail(Customer, { id: customerId });
    return { customer, subscription: await this.payments.configured().subscriptionOf(customerId) };
  }
}

function fingerprint(row: Omit<SubscriptionRow, 'syncedAt'>): string {
  return JSON.stringify([row.id, row.plan, row.status, row.periodEnd, row.cancelsAtPeriodEnd, row.failedAt, row.lastPaymentId]);
}
