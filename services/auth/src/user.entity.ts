import type { ApiKeyState, KeyProvider, ModelProviderName, Role } from '@kith/proto';
import { Column, DeleteDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('user')
export class UserEntity {
  @PrimaryGeneratedColumn('uuid')
  id: string;

  @Column('text')
  username: string;

  /** `nameKey(username)`: unique, and what a login searches for. */
  @Column('text', { name: 'username_key' })
  usernameKey: string;

  @Column('text')
  email: string;

  /** argon2id in PHC form. Only read by queries that select it. */
  @Column('text', { name: 'password_hash', select: false })
  passwordHash: string;

  @Column('text')
  role: Role;

  @Column('text', { name: 'default_model_provider', default: 'openai' })
  defaultModelProvider: ModelProviderName;

  /** The user's own key for a model provider, encrypted with the keyring (docs/decisions.md A9). The next four columns belong to it. */
  @Column('text', { name: 'api_key', nullable: true })
  apiKey: string | null;

  @Column('text', { name: 'api_key_hint', nullable: true })
  apiKeyHint: string | null;

  @Column('text', { name: 'api_key_provider', nullable: true })
  apiKeyProvider: KeyProvider | null;

  /** New with each key. */
  @Column('uuid', { name: 'api_key_id', nullable: true })
  apiKeyId: string | null;

  @Column('text', { name: 'api_key_state', nullable: true })
  apiKeyState: ApiKeyState | null;

  /** The model that runs with the own key; null: the one that fits each bot's setting. */
  @Column('text', { name: 'own_model', nullable: true })
  ownModel: string | null;

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

  /** When the account was removed. TypeORM omits such rows unless `withDeleted` is set; the row is deleted once all services have purged their data. */
  @DeleteDateColumn({ type: 'timestamptz', name: 'removed_at' })
  removedAt: Date | null;
}
