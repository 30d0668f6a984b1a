import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Mode } from './payment-provider.js';

/** One thing that somebody went to pay for. */
@Entity('checkout')
export class Checkout {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid', { name: 'user_id' })
  userId: string;

  @Column('text')
  mode: Mode;

  @Column('text')
  kind: 'subscription' | 'credits';

  /** A plan, or the id of a package. */
  @Column('text')
  item: string;

  /** What a package brings, as it was sold; 0 for a plan. */
  @Column('int')
  credits: number;

  @Column('int', { name: 'price_cents' })
  priceCents: number;

  @Column('text')
  state: 'open' | 'paid' | 'expired';

  /** The provider's id of it. */
  @Column('text', { nullable: true })
  reference: string | null;

  @Column('text', { nullable: true })
  url: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;
}
