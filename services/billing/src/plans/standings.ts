import type { Plan, Subscription } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { Payments } from '../checkout/payments.js';
import { Clock } from '../clock.js';

/** What is in force for a user now, computed from what they pay for and what they were given. */
export interface Standing {
  readonly userId: string;
  readonly plan: Plan;
  readonly source: Subscription['source'];
  readonly status: Subscription['status'];
  readonly paidPlan: Plan | null;
  readonly periodEnd: Date | null;
  readonly cancelsAtPeriodEnd: boolean;
  readonly graceEndsAt: Date | null;
  readonly credits: number;
}

const COLUMNS = `user_id as "userId", plan, source, status, paid_plan as "paidPlan", period_end as "periodEnd",
  cancels_at_period_end as "cancelsAtPeriodEnd", grace_ends_at as "graceEndsAt", credits`;
/** Everybody who may have another plan than free, or was told so. */
const PAYING = `
  select user_id from billing.plan_grant
  union select user_id from billing.subscription where mode = $1
  union select user_id from billing.plan_told where plan <> 'free'`;
const COUNTS = `
  select plan, count(*)::int as users from billing.standing(array(${PAYING}), $1, $2) where plan <> 'free' group by plan`;
const CHANGED = `
  select s.user_id as "userId" from billing.standing(array(${PAYING}), $1, $2) s
  left join billing.plan_told t on t.user_id = s.user_id
  where s.plan <> coalesce(t.plan, 'free') limit $3`;

@Injectable()
export class Standings {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly payments: Payments,
    private readonly clock: Clock,
  ) {}

  async of(userId: string, manager: EntityManager = this.database.manager): Promise<Standing> {
    const [standing] = await this.ofAll([userId], manager);
    if (!standing) throw new Error('a user without a standing');
    return standing;
  }

  /** One per id, in their order. */
  async ofAll(userIds: readonly string[], manager: EntityManager = this.database.manager): Promise<Standing[]> {
    const rows = await manager.query<(Omit<Standing, 'credits'> & { credits: string })[]>(
      `select ${COLUMNS} from billing.standing($1, $2, $3)`,
      [userIds, this.payments.mode, this.clock.now()],
    );
    // Postgres hands out bigint as text; a balance stays far below 2^53.
    return rows.map((row) => ({ ...row, credits: Number(row.credits) }));
  }

  async counts(): Promise<Record<'basic' | 'premium', number>> {
    const rows = await this.database.query<{ plan: 'basic' | 'premium'; users: number }[]>(COUNTS, this.now());
    return { basic: 0, premium: 0, ...Object.fromEntries(rows.map(({ plan, users }) => [plan, users])) };
  }

  /** Users whose plan in force is another one than everybody was told last. */
  async changed(limit: number): Promise<string[]> {
    const rows = await this.database.query<{ userId: string }[]>(CHANGED, [...this.now(), limit]);
    return rows.map(({ userId }) => userId);
  }

  private now(): [string, Date] {
    return [this.payments.mode, this.clock.now()];
  }
}
