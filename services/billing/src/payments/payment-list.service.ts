import { PLAN_CATALOGUE, requireAdmin, type OutputOf, type ParsedInputOf, type payments, type Plan } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Payments } from '../providers/payments.js';

type ListOfPayments = OutputOf<typeof payments.list>;
type Page = Pick<ParsedInputOf<typeof payments.list>, 'limit' | 'offset'>;

const PAID = `
  select id, payment_id, paid_at as at, plan, null::bigint as credits, cents, currency from billing.invoice where user_id = $1 and mode = $2
  union all
  select reference, payment_id, paid_at, null, credits, price_cents, 'usd' from billing.purchase where user_id = $1 and mode = $2`;
const SELECT_PAGE = `
  select p.id, p.at, p.plan, p.credits, p.cents, p.currency, r.dispute,
    coalesce((select max(g.cents) from billing.payment_return g where g.payment_id = p.payment_id and g.kind = 'refund'), 0) as "refundedCents"
  from (${PAID} order by at desc, id limit $3 offset $4) p
  left join billing.payment_reversal r on r.payment_id = p.payment_id
  order by p.at desc, p.id`;
const COUNT = `select count(*)::int as total from (${PAID}) p`;

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
  ) {}

  own({ actor, ...page }: ParsedInputOf<typeof payments.list>): Promise<ListOfPayments> {
    return this.page(actor.userId, page);
  }

  ofUser({ actor, userId, ...page }: ParsedInputOf<typeof payments.ofUser>): Promise<ListOfPayments> {
    requireAdmin(actor);
    return this.page(userId, page);
  }

  private async page(userId: string, { limit, offset }: Page): Promise<ListOfPayments> {
    const { mode } = this.payments;
    const [rows, [count]] = await Promise.all([
      this.database.query<PaidRow[]>(SELECT_PAGE, [userId, mode, limit, offset]),
      this.database.query<{ total: number }[]>(COUNT, [userId, mode]),
    ]);
    const payments = rows.map(({ at, plan, credits, ...row }) => ({
      ...row,
      at: at.toISOString(),
      title: titleOf(plan, credits),
    }));
    return { payments, total: count?.total ?? 0 };
  }
}

function titleOf(plan: Plan | null, credits: string | null): string {
  if (credits !== null) return `${credits} message credits`;
  return plan === null ? 'Other' : `${PLAN_CATALOGUE[plan].label} plan`;
}
