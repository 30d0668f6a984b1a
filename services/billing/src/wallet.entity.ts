import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The running sum of a user's ledger lines. Written by the functions of the migrations only. */
@Entity('wallet')
export class Wallet {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  // Postgres hands out bigint as text; a balance stays far below 2^53.
  @Column('bigint', { transformer: { from: Number, to: String } })
  balance: number;
}
