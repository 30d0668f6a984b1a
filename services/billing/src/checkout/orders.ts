import { randomUUID } from 'node:crypto';
import { PLAN_CATALOGUE, PACKAGES, type Plan } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository, type EntityManager } from 'typeorm';
import { Clock } from '../clock.js';
import { lockUser } from '../locks.js';
import { Payments } from '../providers/payments.js';
import { CheckoutEntity } from './checkout.entity.js';

const LIFETIME_MS = 3_600_000;
// An order older than this is not offered again: its page would expire while the user pays.
const REUSABLE_FOR_MS = 1_800_000;

/** What an order is for, at the price of the catalogue. */
type OrderItem = Pick<CheckoutEntity, 'kind' | 'item' | 'credits' | 'priceCents'>;

export const planItem = (plan: Plan): OrderItem => ({
  kind: 'subscription',
  item: plan,
  credits: 0,
  priceCents: PLAN_CATALOGUE[plan].priceCents,
});
export const packageItem = ({ id, credits, priceCents }: (typeof PACKAGES)[number]): OrderItem => ({
  kind: 'credits',
  item: id,
  credits,
  priceCents,
});

/** The title of an order on the payment page. */
export function titleOf({ kind, item, credits }: Pick<CheckoutEntity, 'kind' | 'item' | 'credits'>): string {
  return kind === 'credits'
    ? `${credits} message credits`
    : `${PLAN_CATALOGUE[item === 'premium' ? 'premium' : 'basic'].label} plan, monthly`;
}

/** The orders behind the provider's payment pages: rows of the table `checkout`. */
@Injectable()
export class Orders {
  constructor(
    @InjectRepository(CheckoutEntity) private readonly rows: Repository<CheckoutEntity>,
    private readonly payments: Payments,
    private readonly clock: Clock,
  ) {}

  /**
   * The open order of the user for this item, or a new one. Only one order for a plan is open at a time, so that nobody pays two
   * subscriptions: orders for other plans are closed and returned as `superseded`, for the caller to expire their pages.
   */
  open(userId: string, wanted: OrderItem): Promise<{ order: CheckoutEntity; superseded: CheckoutEntity[] }> {
    const { mode } = this.payments;
    const now = this.clock.now();
    return this.rows.manager.transaction(async (manager) => {
      await lockUser(manager, userId);
      const rows = manager.getRepository(CheckoutEntity);
      const open = (await this.lockOpen(manager, userId)).filter(({ kind }) => kind === wanted.kind);
      const same = open.find(
        ({ item, priceCents, expiresAt }) =>
          item === wanted.item &&
          priceCents === wanted.priceCents &&
          expiresAt.getTime() > now.getTime() + LIFETIME_MS - REUSABLE_FOR_MS,
      );
      const superseded = wanted.kind === 'subscription' ? open.filter((order) => order !== same) : [];
      if (superseded.length > 0) await rows.update({ id: In(superseded.map(({ id }) => id)) }, { state: 'expired' });
      if (same) return { order: same, superseded };
      const expiresAt = new Date(now.getTime() + LIFETIME_MS);
      const order = {
        id: randomUUID(),
        userId,
        mode,
        ...wanted,
        state: 'open',
        createdAt: now,
        expiresAt,
        reference: null,
        url: null,
      } as const;
      await rows.insert(order);
      return { order, superseded };
    });
  }

  /** Stores the page that the provider created for an order; returns false when the order was closed meanwhile. */
  async savePage(order: CheckoutEntity, { reference, url }: { reference: string; url: string }): Promise<boolean> {
    const { affected } = await this.rows.update({ id: order.id, state: 'open' }, { reference, url });
    return affected === 1;
  }

  async close(order: CheckoutEntity): Promise<void> {
    await this.rows.update({ id: order.id, state: 'open' }, { state: 'expired' });
  }

  async reopen(order: CheckoutEntity): Promise<void> {
    await this.rows.update({ id: order.id, state: 'expired' }, { state: 'open' });
  }

  /** The order of a user, whatever its state. */
  find(userId: string, id: string): Promise<CheckoutEntity | null> {
    return this.rows.findOneBy({ id, userId, mode: this.payments.mode });
  }

  /** Orders of the user with the state `open`, those past their expiry included. */
  findOpen(userId: string): Promise<CheckoutEntity[]> {
    return this.rows.findBy({ userId, mode: this.payments.mode, state: 'open' });
  }

  /** As `findOpen`, with the rows locked: a page that is being created is either in the result or can no longer be saved. */
  lockOpen(manager: EntityManager, userId: string): Promise<CheckoutEntity[]> {
    const where = { userId, mode: this.payments.mode, state: 'open' } as const;
    return manager.find(CheckoutEntity, { where, lock: { mode: 'pessimistic_write' } });
  }

  isOver({ state, expiresAt }: CheckoutEntity): boolean {
    return state !== 'open' || expiresAt <= this.clock.now();
  }
}
