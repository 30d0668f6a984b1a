import { AppError } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { CustomerEntity } from '../checkout/customer.entity.js';
import { Clock } from '../clock.js';
import { lockUser } from '../locks.js';
import { SubscriptionEntity } from '../plans/subscription.entity.js';
import { isLive, type ProviderSubscription } from '../providers/payment-provider.js';
import { Payments } from '../providers/payments.js';

const MAX_ATTEMPTS = 10;
// Subscriptions whose period is over without an event that says how they go on.
const SELECT_OVERDUE = `
  select c.id from billing.subscription s join billing.customer c on c.user_id = s.user_id and c.mode = s.mode
  where s.mode = $1 and s.status in ('active', 'trialing', 'past_due')
    and s.period_end < $2::timestamptz - interval '10 minutes' and s.synced_at < $2::timestamptz - interval '1 hour'
  order by s.synced_at limit 20`;

/** A subscription as the provider reported it, with the customer row (and its version) from before the request. */
export interface ProviderSnapshot {
  readonly customer: CustomerEntity;
  readonly subscription: ProviderSubscription | null;
}

/** Another snapshot was stored since this one was requested, so it is unknown which of the two is newer. */
class StaleSnapshot extends Error {}

/**
 * Stores the provider's state of subscriptions. A snapshot is requested outside of any transaction, so that a slow provider holds no lock.
 * The customer's version tells whether another snapshot was stored meanwhile; then the provider is asked again. So every stored snapshot
 * was requested after all snapshots stored before it, whatever the order in which events arrive.
 */
@Injectable()
export class SubscriptionSync {
  /** By customer, what this process does last: events that arrive at once would otherwise make each other's snapshots stale. */
  private readonly lastOf = new Map<string, Promise<unknown>>();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly payments: Payments,
    private readonly clock: Clock,
  ) {}

  /** Runs `work` in a transaction with a snapshot that it may store; runs it again with a new snapshot when that one was stale. */
  async withSnapshot<T>(
    customerId: string,
    work: (manager: EntityManager, snapshot: ProviderSnapshot) => Promise<T>,
  ): Promise<T> {
    const last = (this.lastOf.get(customerId) ?? Promise.resolve()).then(() => this.attempt(customerId, work));
    const settled = last.catch(() => undefined);
    this.lastOf.set(customerId, settled);
    try {
      return await last;
    } finally {
      if (this.lastOf.get(customerId) === settled) this.lastOf.delete(customerId);
    }
  }

  private async attempt<T>(
    customerId: string,
    work: (manager: EntityManager, snapshot: ProviderSnapshot) => Promise<T>,
  ): Promise<T> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const snapshot = await this.requestSnapshot(customerId);
      try {
        return await this.database.transaction((manager) => work(manager, snapshot));
      } catch (error) {
        if (!(error instanceof StaleSnapshot)) throw error;
      }
    }
    throw new AppError('UNAVAILABLE');
  }

  /** Stores the snapshot; returns whether it differs from what was stored. */
  async store(manager: EntityManager, { customer, subscription }: ProviderSnapshot): Promise<boolean> {
    const { userId, mode } = customer;
    await lockUser(manager, userId);
    const { affected } = await manager.update(
      CustomerEntity,
      { id: customer.id, syncVersion: customer.syncVersion },
      { syncVersion: customer.syncVersion + 1 },
    );
    if (!affected) throw new StaleSnapshot();
    await this.recordPeriod(manager, customer, subscription);
    const before = await manager.findOneBy(SubscriptionEntity, { userId, mode });
    if (!subscription) {
      await manager.delete(SubscriptionEntity, { userId, mode });
      return before !== null;
    }
    const { id, plan, status, periodEnd, cancelsAtPeriodEnd, failedAt, lastPaymentId } = subscription;
    const { priceCents, scheduledPlan, payUrl, endedReason } = subscription;
    const state = { userId, mode, id, plan, status, periodEnd, cancelsAtPeriodEnd, failedAt, lastPaymentId };
    const after = { ...state, priceCents, scheduledPlan, payUrl, endedReason };
    await manager.upsert(SubscriptionEntity, { ...after, syncedAt: this.clock.now() }, ['userId', 'mode']);
    return !before || fingerprint(before) !== fingerprint(after);
  }

  /** Reads subscriptions whose period is over although no event arrived. */
  async syncOverdue(): Promise<void> {
    const overdue = await this.database.query<{ id: string }[]>(SELECT_OVERDUE, [this.payments.mode, this.clock.now()]);
    for (const { id } of overdue) await this.refresh(id);
  }

  /** Reads the subscription of a customer from the provider and stores it. */
  async refresh(customerId: string): Promise<void> {
    await this.withSnapshot(customerId, (manager, snapshot) => this.store(manager, snapshot));
  }

  /** For statistics. A subscription that was never paid for does not count. */
  private async recordPeriod(
    manager: EntityManager,
    { userId, mode }: CustomerEntity,
    subscription: ProviderSubscription | null,
  ): Promise<void> {
    const { id = null, startedAt = null, endedAt = null } = subscription ?? {};
    const plan = subscription && isSubscribed(subscription) && subscription.plan !== 'free' ? subscription.plan : null;
    const parameters = [userId, mode, id, plan, startedAt, endedAt, this.clock.now()];
    await manager.query('select billing.record_subscription($1, $2, $3, $4, $5, $6, $7)', parameters);
  }

  private async requestSnapshot(customerId: string): Promise<ProviderSnapshot> {
    const customer = await this.database.manager.findOneByOrFail(CustomerEntity, { id: customerId });
    return { customer, subscription: await this.payments.configured().subscriptionOf(customerId) };
  }
}

const isSubscribed = (subscription: ProviderSubscription): boolean =>
  isLive(subscription) || (subscription.status === 'canceled' && subscription.lastPaymentId !== null);

function fingerprint(row: Omit<SubscriptionEntity, 'syncedAt' | 'noticeSent'>): string {
  const { id, plan, status, periodEnd, cancelsAtPeriodEnd, failedAt, lastPaymentId, scheduledPlan, payUrl, endedReason } = row;
  const renewal = [scheduledPlan, payUrl, endedReason];
  return JSON.stringify([id, plan, status, periodEnd, cancelsAtPeriodEnd, failedAt, lastPaymentId, renewal]);
}
