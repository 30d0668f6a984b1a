import { Column, Entity, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { User } from './user.entity.js';

/** One login. Bearer and cookie are two values of it (decision A1); only their SHA-256 hashes are kept. */
@Entity('session')
export class Session {
  @PrimaryGeneratedColumn('uuid')
  id: string;

  @Column('uuid', { name: 'user_id' })
  userId: string;

  @ManyToOne(() => User)
  @JoinColumn({ name: 'user_id' })
  user: Relation<User>;

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

  /** The super-admin behind an impersonation (decision A5); null for an ordinary session, as are the two below. */
  @Column('uuid', { name: 'impersonator_id', nullable: true })
  impersonatorId: string | null;

  @ManyToOne(() => User)
  @JoinColumn({ name: 'impersonator_id' })
  impersonator: Relation<User> | null;

  /** The session it was started from, and with which it ends: null then. */
  @Column('uuid', { name: 'parent_session_id', nullable: true })
  parentSessionId: string | null;

  @ManyToOne(() => Session)
  @JoinColumn({ name: 'parent_session_id' })
  parent: Relation<Session> | null;

  @Column('timestamptz', { name: 'expires_at', nullable: true })
  expiresAt: Date | null;
}
