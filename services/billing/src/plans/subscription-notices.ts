import { LOGGER, Queues, type Logger } from '@kith/kit';
import { queues, type Plan } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Clock } from '../clock.js';
import { Payments } from '../providers/payments.js';

// `key` names the event that the user is to be told of; `notice_sent` is the one that was told last.
const SELECT_DUE = `
  with due as (
    select s.user_id, s.id, s.plan, s.notice_sent, s.failed_at + interval '7 days' as grace_ends_at,
      case
        when r.payment_id is not null then 'refunded-' || r.payment_id
        when s.status = 'past_due' and s.failed_at > $2::timestamptz - interval '7 days'
          then 'failed-' || s.id || '-' || extract(epoch from s.failed_at)::bigint
      end as key
    from billing.subscription s
    left join billing.payment_reversal r on r.payment_id = s.last_payment_id and r.share = 1 and r.dispute is distinct from 'open'
    where s.mode = $1 and s.user_id = any($3::uuid[])
  )
  select user_id as "userId", plan, key, grace_ends_at as "graceEndsAt" from due
  where key is not null and key is distinct from notice_sent`;
const STORE_SENT = 'update billing.subscription set notice_sent = $3 where user_id = $1 and mode = $2';

interface DueNotice {
  readonly userId: string;
  readonly plan: Plan;
  readonly key: string;
  readonly graceEndsAt: Date | null;
}

/** Tells users that a payment of their subscription failed or was refunded, once per payment. */
@Injectable()
export class SubscriptionNotices {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly payments: Payments,
    private readonly queues: Queues,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** What these users are to be told of and were not. */
  findDue(userIds: readonly string[]): Promise<DueNotice[]> {
    return this.database.query<DueNotice[]>(SELECT_DUE, [this.payments.mode, this.clock.now(), userIds]);
  }

  /** Tells these users what is due. Never throws: what could not be sent is sent by the next sweep. */
  async sendDue(userIds: readonly string[]): Promise<void> {
    const { mode } = this.payments;
    try {
      for (const notice of await this.findDue(userIds)) {
        // The job is added first: after a crash it is added again under the same id instead of being lost.
        await this.add(notice);
        await this.database.query(STORE_SENT, [notice.userId, mode, notice.key]);
      }
    } catch (error) {
      this.logger.warn({ err: error }, 'notices of payments not sent yet');
    }
  }

  private add({ userId, plan, key, graceEndsAt }: DueNotice): Promise<unknown> {
    return key.startsWith('failed-') && graceEndsAt
      ? this.queues.add(queues.notices, `payment-${key}`, {
          kind: 'payment-failed',
          userId,
          plan,
          graceEndsAt: graceEndsAt.toISOString(),
        })
      : this.queues.add(queues.notices, `payment-${key}`, { kind: 'subscription-refunded', userId, plan });
  }
}
