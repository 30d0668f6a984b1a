import { Column, Entity, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { UserEntity } from '../user.entity.js';

/** One login. It has a bearer token and a cookie (docs/decisions.md A1), of which only the SHA-256 hashes are stored. */
@Entity('session')
export class SessionEntity {
  @PrimaryGeneratedColumn('uuid')
  id: string;

  @Column('uuid', { name: 'user_id' })
  userId: string;

  @ManyToOne(() => UserEntity)
  @JoinColumn({ name: 'user_id' })
  user: Relation<UserEntity>;

  @Column('text', { name: 'bearer_hash' })
  bearerHash: string;

  @Column('text', { name: 'cookie_hash' })
  cookieHash: string;

  @Column('text')
  ip: string;

  @Column('text', { name: 'user_agent' })
  userAgent: string;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;

  @Column('timestamptz', { name: 'last_used_at', default: () => 'now()' })
  lastUsedAt: Date;

  /** The super-admin who impersonates the user (docs/decisions.md A5). This and the columns below are null for an ordinary session. */
  @Column('uuid', { name: 'impersonator_id', nullable: true })
  impersonatorId: string | null;

  @ManyToOne(() => UserEntity)
  @JoinColumn({ name: 'impersonator_id' })
  impersonator: Relation<UserEntity> | null;

  /** The super-admin's session from which the impersonation was started. Null once that session has ended, which ends this one too. */
  @Column('uuid', { name: 'parent_session_id', nullable: true })
  parentSessionId: string | null;

  @ManyToOne(() => SessionEntity)
  @JoinColumn({ name: 'parent_session_id' })
  parent: Relation<SessionEntity> | null;

  @Column('timestamptz', { name: 'expires_at', nullable: true })
  expiresAt: Date | null;
}
