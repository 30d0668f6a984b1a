import type { Plan } from '@kith/proto';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A plan that an administrator gave (decision B15). */
@Entity('plan_grant')
export class PlanGrant {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  @Column('text')
  plan: Plan;

  @Column('uuid', { name: 'granted_by', nullable: true })
  grantedBy: string | null;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt: Date;
}
