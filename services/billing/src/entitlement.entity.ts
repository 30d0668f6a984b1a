import type { Plan } from '@kith/proto';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One plan of one user from one source; the highest is in force (decision B15). */
@Entity('entitlement')
export class Entitlement {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  @PrimaryColumn('text')
  source: 'admin' | 'subscription';

  @Column('text')
  plan: Plan;

  /** The administrator who set it; null for a subscription. */
  @Column('uuid', { name: 'granted_by', nullable: true })
  grantedBy: string | null;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt: Date;
}
