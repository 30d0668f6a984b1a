import type { AccessScope } from '@kith/proto';
import { Column, Entity, JoinColumn, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { UserEntity } from '../user.entity.js';

/** A key with which a script of its owner uses the REST API. */
@Entity('access_key')
export class AccessKeyEntity {
  @PrimaryGeneratedColumn('uuid')
  id: string;

  @Column('uuid', { name: 'user_id' })
  userId: string;

  @ManyToOne(() => UserEntity)
  @JoinColumn({ name: 'user_id' })
  user: Relation<UserEntity>;

  @Column('text')
  name: string;

  /** SHA-256 of the key, as hex. */
  @Column('text', { name: 'key_hash' })
  keyHash: string;

  @Column('text')
  hint: string;

  @Column('text', { array: true })
  scopes: AccessScope[];

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;

  @Column('timestamptz', { name: 'last_used_at', nullable: true })
  lastUsedAt: Date | null;
}
