import { randomUUID } from 'node:crypto';
import { PLAN_CATALOGUE } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThanOrEqual, Repository } from 'typeorm';
import type { Checkout } from '../checkout/checkout.entity.js';
import type { Customer } from '../checkout/customer.entity.js';
import { Clock } from '../clock.js';
import { SandboxEvents } from './sandbox-events.js';
import { SandboxSubscription } from './sandbox-subscription.entity.js';

const BATCH = 100;
// A plan that changes keeps its period; one that had ended starts anew.
const SUBSCRIBE = `
  insert into billing.sandbox_subscription as s (id, customer_id, plan, status, period_end, last_payment_id)
  values ($1, $2, $3, 'active', $4, $5)
  on conflict (customer_id) do update set
    id = case s.status when 'active' then s.id else excluded.id end,
    plan = excluded.plan,
    period_end = case s.status when 'active' then s.period_end else excluded.period_end end,
    cancels_at_period_end = s.status = 'active' and s.cancels_at_period_end,
    status = 'active',
    last_payment_id = excluded.last_payment_id`;

/** What the provider's side of the sandbox does: it changes its own truth, then sends the events about it. */
@Injectable()
export class SandboxRegister {
  constructor(
    @InjectRepository(SandboxSubscription) private readonly rows: Repository<SandboxSubscription>,
    private readonly events: SandboxEvents,
    private readonly clock: Clock,
  ) {}

  async pay(order: Checkout, { id: customerId }: Customer): Promise<void> {
    const paymentId = `pi_sandbox_${order.id}`;
    if (order.kind === 'subscription') {
      const end = monthLater(this.clock.now());
      await this.rows.query(SUBSCRIBE, [`sub_sandbox_${order.id}`, customerId, order.item, end, paymentId]);
    }
    await this.events.paid(order, customerId, paymentId);
    if (order.kind === 'subscription')
      await this.events.invoicePaid(await this.rows.findOneByOrFail({ customerId }), order.priceCents);
  }

  async decline(order: Checkout, { id }: Customer): Promise<void> {
    await this.events.declined(order, id);
  }

  /** Answers false when there is nothing to cancel or to resume. */
  async setCancelling({ id: customerId }: Customer, cancelsAtPeriodEnd: boolean): Promise<boolean> {
    const { affected } = await this.rows.update({ customerId, status: 'active' }, { cancelsAtPeriodEnd });
    if (!affected) return false;
    await this.events.changed(await this.rows.findOneByOrFail({ customerId }));
    return true;
  }

  /** Renews or ends what has run out; answers how many. */
  async renewDue(): Promise<number> {
    const now = this.clock.now();
    const due = await this.rows.find({ where: { status: 'active', periodEnd: LessThanOrEqual(now) }, take: BATCH });
    for (const subscription of due)
      await (subscription.cancelsAtPeriodEnd ? this.end(subscription) : this.renew(subscription, now));
    return due.length;
  }

  private async end(subscription: SandboxSubscription): Promise<void> {
    const { affected } = await this.rows.update({ id: subscription.id, status: 'active' }, { status: 'canceled' });
    if (affected) await this.events.changed({ ...subscription, status: 'canceled' });
  }

  private async renew(subscription: SandboxSubscription, now: Date): Promise<void> {
    let { periodEnd } = subscription;
    while (periodEnd <= now) periodEnd = monthLater(periodEnd);
    const period = { periodEnd, lastPaymentId: `pi_sandbox_${randomUUID()}` };
    // Not one that was cancelled, changed or removed since it was read.
    const { id, plan, lastPaymentId } = subscription;
    const { affected } = await this.rows.update({ id, plan, lastPaymentId, cancelsAtPeriodEnd: false }, period);
    if (affected) await this.events.invoicePaid({ ...subscription, ...period }, PLAN_CATALOGUE[plan].priceCents);
  }
}

/** The same day of the next month, or its last one. */
function monthLater(at: Date): Date {
  const later = new Date(at);
  later.setUTCMonth(at.getUTCMonth() + 1);
  if (later.getUTCDate() < at.getUTCDate()) later.setUTCDate(0);
  return later;
}
