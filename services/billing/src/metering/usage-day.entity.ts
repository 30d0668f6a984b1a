import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Messages of a user on one UTC day. Counted only by the functions in src/sql. */
@Entity('usage_day')
export class UsageDayEntity {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  @PrimaryColumn('date')
  day: string;

  /** Paid by the plan. */
  @Column('int')
  used: number;

  /** Above the daily limit, paid with credits. */
  @Column('int', { name: 'on_credit' })
  onCredit: number;

  /** The share of the daily limit, in percent, that a warning is due for; 0 for none. */
  @Column('int', { name: 'warning_due' })
  warningDue: number;

  /** The one that was announced last. */
  @Column('int')
  warned: number;
}
