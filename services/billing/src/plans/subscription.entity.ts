import type { EndReason, Plan } from '@kith/proto';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Mode } from '../providers/payment-provider.js';

/** The last snapshot of a user's subscription at the provider. The SQL function `billing.entitlement` computes the plan in force from it. */
@Entity('subscription')
export class SubscriptionEntity {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  @PrimaryColumn('text')
  mode: Mode;

  /** The provider's id of the subscription. */
  @Column('text')
  id: string;

  @Column('text')
  plan: Plan;

  @Column('text')
  status: string;

  @Column('timestamptz', { name: 'period_end' })
  periodEnd: Date;

  @Column('boolean', { name: 'cancels_at_period_end' })
  cancelsAtPeriodEnd: boolean;

  @Column('timestamptz', { name: 'failed_at', nullable: true })
  failedAt: Date | null;

  @Column('text', { name: 'last_payment_id', nullable: true })
  lastPaymentId: string | null;

  @Column('int', { name: 'price_cents', nullable: true })
  priceCents: number | null;

  /** The lower plan that follows at the end of the period. */
  @Column('text', { name: 'scheduled_plan', nullable: true })
  scheduledPlan: Plan | null;

  /** Where the open payment can be paid. */
  @Column('text', { name: 'pay_url', nullable: true })
  payUrl: string | null;

  @Column('text', { name: 'ended_reason', nullable: true })
  endedReason: EndReason | null;

  /** Which event its user was told of last; written by `SubscriptionNotices`. */
  @Column('text', { name: 'notice_sent', nullable: true })
  noticeSent: string | null;

  @Column('timestamptz', { name: 'synced_at' })
  syncedAt: Date;
}
