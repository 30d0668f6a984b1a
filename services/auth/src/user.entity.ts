import type { MODEL_PROVIDERS, Role } from '@kith/proto';
import { Column, DeleteDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('user')
export class User {
  @PrimaryGeneratedColumn('uuid')
  id: string;

  @Column('text')
  username: string;

  /** `nameKey(username)`: what makes it unique, and what login looks for. */
  @Column('text', { name: 'username_key' })
  usernameKey: string;

  @Column('text')
  email: string;

  /** argon2id in PHC form. Left out of every read that does not ask for it. */
  @Column('text', { name: 'password_hash', select: false })
  passwordHash: string;

  @Column('text')
  role: Role;

  @Column('text', { name: 'default_model_provider', default: 'openai' })
  defaultModelProvider: (typeof MODEL_PROVIDERS)[number];

  /** The user's own key for a model provider, sealed with the keyring; only ever written (decision A9). */
  @Column('text', { name: 'api_key', nullable: true })
  apiKey: string | null;

  @Column('text', { name: 'api_key_hint', nullable: true })
  apiKeyHint: string | null;

  @Column('boolean', { name: 'developer_mode', default: false })
  developerMode: boolean;

  @Column('boolean', { name: 'email_notifications', default: true })
  emailNotifications: boolean;

  @Column('boolean', { name: 'bot_status_alerts', default: true })
  botStatusAlerts: boolean;

  @Column('boolean', { name: 'usage_reports', default: false })
  usageReports: boolean;

  @Column('boolean', { name: 'marketing_updates', default: false })
  marketingUpdates: boolean;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;

  /** A deleted account: TypeORM leaves it out of every read that does not ask for it; the row goes when all services have purged theirs. */
  @DeleteDateColumn({ type: 'timestamptz', name: 'removed_at' })
  removedAt: Date | null;
}
