import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A reset link that was mailed: one per user, good once and for an hour. Only the SHA-256 of its token is kept. */
@Entity('password_reset')
export class PasswordReset {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  @Column('text', { name: 'token_hash' })
  tokenHash: string;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}
