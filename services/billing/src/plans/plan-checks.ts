import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Clock } from '../clock.js';
import { Payments } from '../providers/payments.js';

// More wait for the next sweep.
const MAX_CHECKS = 20_000;
const NO_USER = '00000000-0000-0000-0000-000000000000';

// A reversed payment is that of a subscription, or of credits: then no plan depends on it.
const SELECT_DUE = `
  select c.id, coalesce(c.user_id, s.user_id) as "userId"
  from billing.plan_check c left join billing.subscription s on s.last_payment_id = c.payment_id
  where c.due_at <= $1
  order by c.due_at, c.id limit ${MAX_CHECKS}`;
// A plan changes by time alone at the end of a period, and a week after it or after a failed payment (billing.entitlement).
const CLOSE = `
  with coming as (
    select s.user_id, min(moment.at) as at
    from billing.subscription s
    cross join lateral (
      values (s.period_end), (s.period_end + interval '7 days'), (s.failed_at + interval '7 days')
    ) moment (at)
    where s.user_id = any($2::uuid[]) and s.mode = $3 and moment.at > $4
    group by s.user_id
  ), added as (
    insert into billing.plan_check (user_id, due_at)
    select user_id, at from coming
    where not exists (select from billing.plan_check c where c.user_id = coming.user_id and c.due_at = coming.at)
  )
  delete from billing.plan_check where id = any($1::bigint[])`;
const SELECT_MODE = 'select mode from billing.swept_mode';
const STORE_MODE = `
  insert into billing.swept_mode (mode) values ($1) on conflict (is_only) do update set mode = excluded.mode`;
const CHECK_PAGE = `
  with page as (
    select user_id from billing.subscription where user_id > $1 order by user_id limit 5000
  ), added as (
    insert into billing.plan_check (user_id) select distinct user_id from page
  )
  select user_id as "userId" from page order by user_id desc limit 1`;

/** A note that the plan of a user has to be looked at. Null: nobody's plan depends on what it is about. */
export interface PlanCheck {
  readonly id: string;
  readonly userId: string | null;
}

/**
 * Whose plan may differ from the one that was announced, or whose subscription has something to be done about. Triggers note it in the transaction
 * that changes a subscription, a given plan or a reversed payment; what changes by time alone is noted with that time. A note is deleted only when
 * nothing is left to do, so that neither a crash nor an outage loses one, and what happened meanwhile is found afterwards. Several notes may be about
 * the same user: they are only ever added and deleted, so that no transaction waits for another one because of them.
 */
@Injectable()
export class PlanChecks {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly payments: Payments,
    private readonly clock: Clock,
  ) {}

  /** Those that are due, at most 20,000. */
  async due(): Promise<PlanCheck[]> {
    await this.checkAllInNewMode();
    return this.database.query<PlanCheck[]>(SELECT_DUE, [this.clock.now()]);
  }

  /** Deletes checks of which nothing is left to do, and notes when the plans of their users change by time alone. */
  async close(checks: readonly PlanCheck[]): Promise<void> {
    const ids = checks.map(({ id }) => id);
    const userIds = checks.flatMap(({ userId }) => userId ?? []);
    await this.database.query(CLOSE, [ids, userIds, this.payments.mode, this.clock.now()]);
  }

  /** Subscriptions of another mode count no longer, and those of this one again. */
  private async checkAllInNewMode(): Promise<void> {
    const { mode } = this.payments;
    const [swept] = await this.database.query<{ mode: string }[]>(SELECT_MODE);
    if (swept?.mode === mode) return;
    for (let last: string | undefined = NO_USER; last !== undefined;) {
      const [page]: { userId: string }[] = await this.database.query(CHECK_PAGE, [last]);
      last = page?.userId;
    }
    await this.database.query(STORE_MODE, [mode]);
  }
}
