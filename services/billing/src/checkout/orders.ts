import { randomUUID } from 'node:crypto';
import { PLAN_CATALOGUE, PACKAGES, type Plan } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository, type EntityManager } from 'typeorm';
import { Clock } from '../clock.js';
import { lockUser } from '../user-lock.js';
import { Checkout } from './checkout.entity.js';
import { Payments } from './payments.js';

const OPEN_FOR_MS = 3_600_000;
// One that is about to end is no longer handed out.
const REUSED_UNTIL_MS = 1_800_000;

/** What is sold, with the price of the catalogue (decisions B1, B9). */
type Sold = Pick<Checkout, 'kind' | 'item' | 'credits' | 'priceCents'>;

export const soldPlan = (plan: Plan): Sold => ({
  kind: 'subscription',
  item: plan,
  credits: 0,
  priceCents: PLAN_CATALOGUE[plan].priceCents,
});
export const soldPackage = ({ id, credits, priceCents }: (typeof PACKAGES)[number]): Sold => ({
  kind: 'credits',
  item: id,
  credits,
  priceCents,
});

/** The title of what a checkout sells. */
export function titleOf({ kind, item, credits }: Pick<Checkout, 'kind' | 'item' | 'credits'>): string {
  return kind === 'credits'
    ? `${credits} message credits`
    : `${PLAN_CATALOGUE[item === 'premium' ? 'premium' : 'basic'].label} plan, monthly`;
}

/** The rows behind the provider's pages. */
@Injectable()
export class Orders {
  constructor(
    @InjectRepository(Checkout) private readonly rows: Repository<Checkout>,
    private readonly payments: Payments,
    private readonly clock: Clock,
  ) {}

  /**
   * An order to be paid: the one that is open for the same thing, else a new one. Of plans only one can be open: those in other tabs are
   * `superseded`, so that nobody pays two subscriptions.
   */
  open(userId: string, sold: Sold): Promise<{ order: Checkout; superseded: Checkout[] }> {
    const { mode } = this.payments;
    const now = this.clock.now();
    return this.rows.manager.transaction(async (manager) => {
      await lockUser(manager, userId);
      const rows = manager.getRepository(Checkout);
      const open = (await this.lockOpen(manager, userId)).filter(({ kind }) => kind === sold.kind);
      const same = open.find(
        ({ item, priceCents, expiresAt }) =>
          item === sold.item &&
          priceCents === sold.priceCents &&
          expiresAt.getTime() > now.getTime() + OPEN_FOR_MS - REUSED_UNTIL_MS,
      );
      const superseded = sold.kind === 'subscription' ? open.filter((order) => order !== same) : [];
      if (superseded.length > 0) await rows.update({ id: In(superseded.map(({ id }) => id)) }, { state: 'expired' });
      if (same) return { order: same, superseded };
      const expiresAt = new Date(now.getTime() + OPEN_FOR_MS);
      const order = {
        id: randomUUID(),
        userId,
        mode,
        ...sold,
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

  /** Keeps what the provider made of it; answers false when the order was closed meanwhile. */
  async keep(order: Checkout, { reference, url }: { reference: string; url: string }): Promise<boolean> {
    const { affected } = await this.rows.update({ id: order.id, state: 'open' }, { reference, url });
    return affected === 1;
  }

  /** Closes an order that led to no page. */
  async drop(order: Checkout): Promise<void> {
    await this.rows.update({ id: order.id, state: 'open' }, { state: 'expired' });
  }

  async reopen(order: Checkout): Promise<void> {
    await this.rows.update({ id: order.id, state: 'expired' }, { state: 'open' });
  }

  /** The order of a user, however it ended. */
  find(userId: string, id: string): Promise<Checkout | null> {
    return this.rows.findOneBy({ id, userId, mode: this.payments.mode });
  }

  /** Orders of the user that are not known to be over. */
  openOf(userId: string): Promise<Checkout[]> {
    return this.rows.findBy({ userId, mode: this.payments.mode, state: 'open' });
  }

  /** The same, locked: a page that is being made for one of them is either in it, or is not kept afterwards. */
  lockOpen(manager: EntityManager, userId: string): Promise<Checkout[]> {
    const where = { userId, mode: this.payments.mode, state: 'open' } as const;
    return manager.find(Checkout, { where, lock: { mode: 'pessimistic_write' } });
  }

  isOver({ state, expiresAt }: Checkout): boolean {
    return state !== 'open' || expiresAt <= this.clock.now();
  }
}
