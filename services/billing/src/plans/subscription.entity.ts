import type { Plan } from '@kith/proto';
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

  @Column('timestamptz', { name: 'synced_at' })
  syncedAt: Date;
}
