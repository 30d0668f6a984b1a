import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The sandbox's truth about a subscription: what a provider would keep on its side. */
@Entity('sandbox_subscription')
export class SandboxSubscription {
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

  @Column('boolean', { name: 'cancels_at_period_end' })
  cancelsAtPeriodEnd: boolean;

  /** The payment of the period that runs. */
  @Column('text', { name: 'last_payment_id' })
  lastPaymentId: string;
}
