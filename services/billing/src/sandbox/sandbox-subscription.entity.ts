import { Column, Entity, PrimaryColumn } from 'typeorm';

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
  status: 'active' | 'canceled';

  @Column('timestamptz', { name: 'period_end' })
  periodEnd: Date;

  @Column('boolean', { name: 'cancels_at_period_end', default: false })
  cancelsAtPeriodEnd: boolean;

  /** The payment of the current period. */
  @Column('text', { name: 'last_payment_id' })
  lastPaymentId: string;
}
