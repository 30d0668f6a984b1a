import type { SandboxPayment } from '@kith/proto';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { z } from 'zod';

/** A payment as the sandbox records it, in place of a provider's records. */
@Entity('sandbox_payment')
export class SandboxPaymentEntity {
  @PrimaryColumn('text')
  id: string;

  @Column('text', { name: 'customer_id' })
  customerId: string;

  /** Null for a package of credits. */
  @Column('text', { name: 'subscription_id', nullable: true })
  subscriptionId: string | null;

  @Column('text')
  title: string;

  @Column('int')
  cents: number;

  /** The plan that the subscription has once this is paid. */
  @Column('text', { nullable: true })
  plan: 'basic' | 'premium' | null;

  @Column('text')
  state: z.infer<typeof SandboxPayment>['state'];

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;
}
