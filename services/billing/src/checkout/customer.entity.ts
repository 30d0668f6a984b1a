import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Mode } from '../providers/payment-provider.js';

/** The payment provider's customer of a user. */
@Entity('customer')
export class CustomerEntity {
  @PrimaryColumn('text')
  id: string;

  @Column('uuid', { name: 'user_id' })
  userId: string;

  @Column('text')
  mode: Mode;

  /** How many provider snapshots of the subscription were stored. */
  @Column('int', { name: 'sync_version', default: 0 })
  syncVersion: number;

  /** In the sandbox: payments fail until it is set back. */
  @Column('boolean', { name: 'has_declined_card', default: false })
  hasDeclinedCard: boolean;
}
