import type { Plan } from '@kith/proto';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Mode } from '../checkout/payment-provider.js';

/** What the provider said last about a user's subscription. What it entitles to is computed from it (`billing.standing`). */
@Entity('subscription')
export class SubscriptionRow {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  @PrimaryColumn('text')
  mode: Mode;

  /** The provider's id of it. */
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

  @Column('timestamptz', { name: 'synced_at' })
  syncedAt: Date;
}
