import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Mode } from '../providers/payment-provider.js';

/** One order: something that a user started to pay for. */
@Entity('checkout')
export class CheckoutEntity {
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

  /** The credits of the package when it was ordered; 0 for a plan. */
  @Column('int')
  credits: number;

  @Column('int', { name: 'price_cents' })
  priceCents: number;

  @Column('text')
  state: 'open' | 'processing' | 'paid' | 'expired';

  /** When the last attempt to pay failed. */
  @Column('timestamptz', { name: 'declined_at', nullable: true })
  declinedAt: Date | null;

  /** The provider's id of the checkout page; null until the page is created. */
  @Column('text', { nullable: true })
  reference: string | null;

  @Column('text', { nullable: true })
  url: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;
}
