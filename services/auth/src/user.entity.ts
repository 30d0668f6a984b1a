import type { Role } from '@kith/proto';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

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

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}
