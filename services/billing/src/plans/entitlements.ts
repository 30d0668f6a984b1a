import { RunningCounts } from '@kith/kit';
import type { Plan, Subscription } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { Clock } from '../clock.js';
import { Payments } from '../providers/payments.js';
import { PLAN_COUNT } from './plan-count.js';

/** The plan in force for a user now, computed from the subscription and the plan that an administrator gave. */
export interface Entitlement {
  readonly userId: string;
  readonly plan: Plan;
  readonly source: Subscription['source'];
  readonly status: Subscription['status'];
  readonly paidPlan: Plan | null;
  readonly periodEnd: Date | null;
  readonly cancelsAtPeriodEnd: boolean;
  readonly graceEndsAt: Date | null;
  readonly grantedPlan: Plan | null;
  readonly scheduledPlan: Plan | null;
  /** What a renewal costs; null when it is not known. */
  readonly priceCents: number | null;
  readonly payUrl: string | null;
  readonly endedReason: Subscription['endedReason'];
  readonly endedPlan: Plan | null;
  readonly credits: number;
}

const COLUMNS = `user_id as "userId", plan, source, status, paid_plan as "paidPlan", period_end as "periodEnd",
  cancels_at_period_end as "cancelsAtPeriodEnd", grace_ends_at as "graceEndsAt", granted_plan as "grantedPlan",
  scheduled_plan as "scheduledPlan", price_cents as "priceCents", pay_url as "payUrl", ended_reason as "endedReason",
  ended_plan as "endedPlan", credits`;
const SELECT_UNANNOUNCED = `
  select e.user_id as "userId" from billing.entitlement($1, $2, $3) e
  left join billing.announced_plan a on a.user_id = e.user_id
  where e.plan <> coalesce(a.plan, 'free')`;

@Injectable()
export class Entitlements {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly payments: Payments,
    private readonly clock: Clock,
    private readonly counts: RunningCounts,
  ) {}

  async of(userId: string, manager: EntityManager = this.database.manager): Promise<Entitlement> {
    const [entitlement] = await this.ofAll([userId], manager);
    if (!entitlement) throw new Error('billing.entitlement returned no row for a user');
    return entitlement;
  }

  /** One per id, in the order of the ids. */
  async ofAll(userIds: readonly string[], manager: EntityManager = this.database.manager): Promise<Entitlement[]> {
    const rows = await manager.query<(Omit<Entitlement, 'credits'> & { credits: string })[]>(
      `select ${COLUMNS} from billing.entitlement($1, $2, $3)`,
      [userIds, ...this.modeAndTime()],
    );
    // The driver returns bigint as text; a balance stays far below 2^53.
    return rows.map((row) => ({ ...row, credits: Number(row.credits) }));
  }

  /** How many users have each paid plan. A change by time alone, such as the end of a period, counts when the sweep has announced it. */
  async countByPlan(): Promise<Record<'basic' | 'premium', number>> {
    const [basic, premium] = await Promise.all([
      this.counts.read(PLAN_COUNT, { plan: 'basic' }),
      this.counts.read(PLAN_COUNT, { plan: 'premium' }),
    ]);
    return { basic: basic.users, premium: premium.users };
  }

  /** Those of these users whose plan in force differs from the one that was announced last. */
  async findUnannounced(userIds: readonly string[]): Promise<string[]> {
    const rows = await this.database.query<{ userId: string }[]>(SELECT_UNANNOUNCED, [userIds, ...this.modeAndTime()]);
    return rows.map(({ userId }) => userId);
  }

  /** The second and third parameter of billing.entitlement. */
  modeAndTime(): [string, Date] {
    return [this.payments.mode, this.clock.now()];
  }
}
