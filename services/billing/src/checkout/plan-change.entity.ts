import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Mode } from '../providers/payment-provider.js';

/** A previewed change of a plan: what its user was shown, and the state of the subscription it was computed for. */
@Entity('plan_change')
export class PlanChangeEntity {
  /** Also the idempotency key at the provider. */
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid', { name: 'user_id' })
  userId: string;

  @Column('text')
  mode: Mode;

  @Column('text', { name: 'subscription_id' })
  subscriptionId: string;

  @Column('text', { name: 'from_plan' })
  fromPlan: 'basic' | 'premium';

  @Column('text', { name: 'to_plan' })
  toPlan: 'basic' | 'premium';

  @Column('int', { name: 'today_cents' })
  todayCents: number;

  @Column('timestamptz', { name: 'period_end' })
  periodEnd: Date;

  @Column('boolean', { name: 'cancels_at_period_end' })
  cancelsAtPeriodEnd: boolean;

  /** In whole seconds: the time that the proration counts from. */
  @Column('timestamptz', { name: 'previewed_at' })
  previewedAt: Date;

  @Column('timestamptz', { name: 'confirmed_at', nullable: true })
  confirmedAt: Date | null;
}
