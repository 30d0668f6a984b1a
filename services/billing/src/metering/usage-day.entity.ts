import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Messages of one user's plan on one UTC day. Written by the functions of the migrations only. */
@Entity('usage_day')
export class UsageDay {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  @PrimaryColumn('date')
  day: string;

  @Column('int')
  used: number;
}
