import { LOGGER, type Logger } from '@kith/kit';
import type { EndReason } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Clock } from '../clock.js';
import { PlanChangePublisher } from '../plans/plan-change-publisher.js';
import { isLive, type ProviderSubscription } from '../providers/payment-provider.js';
import { Payments } from '../providers/payments.js';
import { SubscriptionSync } from './subscription-sync.js';

const GRACE_MS = 7 * 86_400_000;
const MAX_ENDED_AT_ONCE = 20;
// In a random order: one that the provider refuses to end must not hold up the others.
const SELECT_DUE = `
  select c.id as "customerId", s.user_id as "userId"
  from billing.subscription s join billing.customer c on c.user_id = s.user_id and c.mode = s.mode
  left join billing.payment_reversal r on r.payment_id = s.last_payment_id and r.share = 1 and r.dispute is distinct from 'open'
  where s.mode = $1 and s.status in ('active', 'trialing', 'past_due', 'unpaid')
    and (r.payment_id is not null or s.status = 'unpaid'
      or (s.status = 'past_due' and s.failed_at <= $2::timestamptz - interval '7 days'))
    and s.user_id = any($3::uuid[])
  order by random()`;
const SELECT_REVERSAL = 'select dispute from billing.payment_reversal where payment_id = $1 and share = 1';

interface DueEnding {
  readonly customerId: string;
  readonly userId: string;
}

/**
 * Ends subscriptions at the provider whose payment was refunded, whose dispute was lost, or that stayed unpaid for seven days: nobody is
 * charged again for a plan that is no longer in force, and another one can be bought (docs/decisions.md B13, D4).
 */
@Injectable()
export class SubscriptionEndings {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly payments: Payments,
    private readonly sync: SubscriptionSync,
    private readonly planChanges: PlanChangePublisher,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Ends what is due of these users, at most twenty subscriptions, and returns the users whose subscription was ended. Never throws: what the
   * provider could not end is ended by the next sweep.
   */
  async endDue(userIds: readonly string[]): Promise<string[]> {
    if (!this.payments.provider) return [];
    const ended: string[] = [];
    for (const due of (await this.findDue(userIds)).slice(0, MAX_ENDED_AT_ONCE))
      try {
        if (await this.endOne(due.customerId)) ended.push(due.userId);
        await this.planChanges.publishIfChanged(due.userId);
      } catch (error) {
        this.logger.warn({ err: error, userId: due.userId }, 'subscription could not be ended yet');
      }
    return ended;
  }

  /** The subscriptions of these users that are to be ended and were not. */
  findDue(userIds: readonly string[]): Promise<DueEnding[]> {
    return this.database.query<DueEnding[]>(SELECT_DUE, [this.payments.mode, this.clock.now(), userIds]);
  }

  /**
   * Ends a live subscription whose payment was reversed or stayed open for too long; returns whether it did. With `isRebuying` also one whose
   * payment is disputed, which is only suspended otherwise: its user may buy another one.
   */
  async endIfOver(customerId: string, subscription: ProviderSubscription, isRebuying = false): Promise<boolean> {
    const reason = await this.reasonToEnd(subscription, isRebuying);
    if (reason === null) return false;
    await this.payments.configured().endSubscription(customerId, subscription.id, reason);
    await this.sync.refresh(customerId);
    return true;
  }

  /** What is stored may be old: the payment that was refunded may be that of an earlier period. So the subscription is read again. */
  private async endOne(customerId: string): Promise<boolean> {
    const subscription = await this.payments.configured().subscriptionOf(customerId);
    const isEnded = subscription !== null && isLive(subscription) && (await this.endIfOver(customerId, subscription));
    if (!isEnded) await this.sync.refresh(customerId);
    return isEnded;
  }

  private async reasonToEnd(
    { status, failedAt, lastPaymentId }: ProviderSubscription,
    isRebuying: boolean,
  ): Promise<EndReason | null> {
    const [reversal] = await this.database.query<{ dispute: string | null }[]>(SELECT_REVERSAL, [lastPaymentId]);
    if (reversal && (isRebuying || reversal.dispute !== 'open'))
      return reversal.dispute === 'open' || reversal.dispute === 'lost' ? 'disputed' : 'refunded';
    const isGraceOver = failedAt !== null && failedAt.getTime() + GRACE_MS <= this.clock.now().getTime();
    return status === 'unpaid' || status === 'paused' || (status === 'past_due' && isGraceOver) ? 'unpaid' : null;
  }
}
