import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Messages that a user's plan paid on one UTC day. Written only by the functions in src/sql. */
@Entity('usage_day')
export class UsageDayEntity {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  @PrimaryColumn('date')
  day: string;

  @Column('int')
  used: number;
}
