import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A password reset link: one per user, usable once, valid for one hour. */
@Entity('password_reset')
export class PasswordResetEntity {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId: string;

  /** SHA-256 of the token, as hex. */
  @Column('text', { name: 'token_hash' })
  tokenHash: string;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}
