import type { Plan } from '@kith/proto';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A plan that an administrator gave (docs/decisions.md B15). */
@Entity('plan_grant')
export class PlanGrantEntity {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  @Column('text')
  plan: Plan;

  @Column('uuid', { name: 'granted_by', nullable: true })
  grantedBy: string | null;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt: Date;
}
