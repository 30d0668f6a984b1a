import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Mode } from './payment-provider.js';

/** Under which name the provider knows a user. */
@Entity('customer')
export class Customer {
  @PrimaryColumn('text')
  id: string;

  @Column('uuid', { name: 'user_id' })
  userId: string;

  @Column('text')
  mode: Mode;

  /** How many truths about the subscription were written down. */
  @Column('int', { name: 'sync_version', default: 0 })
  syncVersion: number;
}
