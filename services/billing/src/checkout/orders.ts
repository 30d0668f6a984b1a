import { randomUUID } from 'node:crypto';
import { PLAN_CATALOGUE, PACKAGES, type CheckoutStatus, type Plan, type PlanPurchase } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository, type EntityManager } from 'typeorm';
import type { z } from 'zod';
import { Clock } from '../clock.js';
import { lockUser } from '../locks.js';
import { Payments } from '../providers/payments.js';
import { CheckoutEntity } from './checkout.entity.js';
import { titleOf } from './order-title.js';

const LIFETIME_MS = 3_600_000;
// A confirmed change is paid once the subscription has the plan. What was only looked at is no purchase, nor what was taken back since.
const SELECT_PURCHASE = `
  select p.plan, p.state, p.declined_at as "declinedAt", p.expires_at as "expiresAt" from (
    select item as plan, state, declined_at, expires_at, created_at as at from billing.checkout
    where user_id = $1 and mode = $2 and kind = 'subscription' and created_at > $3 and reference is not null
    union all
    select c.to_plan, case when s.plan = c.to_plan then 'paid' else 'processing' end, null, c.confirmed_at, c.confirmed_at
    from billing.plan_change c left join billing.subscription s on s.user_id = c.user_id and s.mode = c.mode
    where c.user_id = $1 and c.mode = $2 and c.confirmed_at > $3 and c.to_plan = 'premium'
    order by at desc limit 1
  ) p, billing.entitlement(array[$1::uuid], $2, $4) e
  where p.state <> 'paid' or e.paid_plan = p.plan`;

type Purchase = Pick<CheckoutEntity, 'state' | 'declinedAt' | 'expiresAt'> & { readonly plan: Plan };

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
        declinedAt: null,
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

  statusOf(order: CheckoutEntity): CheckoutStatus {
    const { id, kind, priceCents } = order;
    return { id, kind, title: titleOf(order), priceCents, state: this.stateOf(order) };
  }

  /** The plan that the user bought or changed to last, within an hour; null without one. */
  async recentPlanPurchase(userId: string): Promise<z.infer<typeof PlanPurchase> | null> {
    const now = this.clock.now();
    const since = new Date(now.getTime() - LIFETIME_MS);
    const [row] = await this.rows.query<Purchase[]>(SELECT_PURCHASE, [userId, this.payments.mode, since, now]);
    return row ? { plan: row.plan, state: this.stateOf(row) } : null;
  }

  private stateOf({ state, declinedAt, expiresAt }: Pick<CheckoutEntity, 'state' | 'declinedAt' | 'expiresAt'>) {
    if (state === 'paid' || state === 'processing') return state;
    if (declinedAt !== null) return 'declined';
    return state === 'expired' || expiresAt <= this.clock.now() ? 'expired' : 'open';
  }

  isOver({ state, expiresAt }: CheckoutEntity): boolean {
    return state !== 'open' || expiresAt <= this.clock.now();
  }
}
