import type { EndReason } from '@kith/proto';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { addMonth } from './proration.js';

/** A subscription as the sandbox records it, in place of a provider's records. */
@Entity('sandbox_subscription')
export class SandboxSubscriptionEntity {
  @PrimaryColumn('text')
  id: string;

  @Column('text', { name: 'customer_id' })
  customerId: string;

  @Column('text')
  plan: 'basic' | 'premium';

  @Column('text')
  status: 'active' | 'past_due' | 'canceled';

  @Column('timestamptz', { name: 'period_start' })
  periodStart: Date;

  @Column('timestamptz', { name: 'period_end' })
  periodEnd: Date;

  @Column('timestamptz', { name: 'started_at' })
  startedAt: Date;

  @Column('timestamptz', { name: 'ended_at', nullable: true })
  endedAt: Date | null;

  @Column('boolean', { name: 'cancels_at_period_end', default: false })
  cancelsAtPeriodEnd: boolean;

  @Column('text', { name: 'scheduled_plan', nullable: true })
  scheduledPlan: 'basic' | 'premium' | null;

  @Column('timestamptz', { name: 'failed_at', nullable: true })
  failedAt: Date | null;

  @Column('text', { name: 'ended_reason', nullable: true })
  endedReason: EndReason | null;

  /** The payment of the current period. */
  @Column('text', { name: 'last_payment_id' })
  lastPaymentId: string;
}

/** An active subscription whose first month begins now. */
export const newSubscription = (
  fields: Pick<SandboxSubscriptionEntity, 'id' | 'customerId' | 'plan' | 'lastPaymentId'>,
  now: Date,
): SandboxSubscriptionEntity => ({
  ...fields,
  status: 'active',
  startedAt: now,
  endedAt: null,
  periodStart: now,
  periodEnd: addMonth(now),
  cancelsAtPeriodEnd: false,
  scheduledPlan: null,
  failedAt: null,
  endedReason: null,
});
