import { inOrderOf, OrderedList, RunningCounts } from '@kith/kit';
import { PLAN_CATALOGUE, requireAdmin, type OutputOf, type ParsedInputOf, type payments, type Plan } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Payments } from '../providers/payments.js';
import { INVOICE_COUNT, PURCHASE_COUNT } from './payment-counts.js';
import { PAID, PAYMENTS_OF_USER } from './payment-orders.js';

type ListOfPayments = OutputOf<typeof payments.list>;
type Page = Omit<ParsedInputOf<typeof payments.list>, 'actor'>;

const LATEST_FIRST = new OrderedList(PAYMENTS_OF_USER);
const SELECT = `
  select p.id, p.at, p.plan, p.credits, p.cents, p.currency, r.dispute,
    coalesce((select max(g.cents) from billing.payment_return g where g.payment_id = p.payment_id and g.kind = 'refund'), 0) as "refundedCents"
  from ${PAID} left join billing.payment_reversal r on r.payment_id = p.payment_id
  where p.user_id = $1 and p.mode = $2 and p.id = any ($3)`;

interface PaidRow {
  readonly id: string;
  readonly at: Date;
  readonly plan: Plan | null;
  readonly credits: string | null;
  readonly cents: number;
  readonly currency: string;
  readonly refundedCents: number;
  readonly dispute: 'open' | 'won' | 'lost' | null;
}

/** The payments of a user: packages and invoices of subscriptions, with what was given back of them. */
@Injectable()
export class PaymentList {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly payments: Payments,
    private readonly counts: RunningCounts,
  ) {}

  own({ actor, ...page }: ParsedInputOf<typeof payments.list>): Promise<ListOfPayments> {
    return this.page(actor.userId, page);
  }

  ofUser({ actor, userId, ...page }: ParsedInputOf<typeof payments.ofUser>): Promise<ListOfPayments> {
    requireAdmin(actor);
    return this.page(userId, page);
  }

  private async page(userId: string, page: Page): Promise<ListOfPayments> {
    const ofUser = [userId, this.payments.mode];
    const total = await this.countOf(userId);
    const { ids, ...neighbours } = await LATEST_FIRST.page(this.database, ofUser, page, total);
    const found = ids.length === 0 ? [] : await this.database.query<PaidRow[]>(SELECT, [...ofUser, ids]);
    const payments = inOrderOf(ids, found, ({ id }) => id).map(({ at, plan, credits, ...row }) => ({
      ...row,
      at: at.toISOString(),
      title: titleOf(plan, credits),
    }));
    return { payments, total, ...neighbours };
  }

  private async countOf(userId: string): Promise<number> {
    const ofUser = { user_id: userId, mode: this.payments.mode };
    const counts = await Promise.all([this.counts.read(INVOICE_COUNT, ofUser), this.counts.read(PURCHASE_COUNT, ofUser)]);
    return counts.reduce((total, { payments }) => total + payments, 0);
  }
}

function titleOf(plan: Plan | null, credits: string | null): string {
  if (credits !== null) return `${credits} message credits`;
  return plan === null ? 'Other' : `${PLAN_CATALOGUE[plan].label} plan`;
}
