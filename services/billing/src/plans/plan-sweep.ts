import { Interval } from '@kith/kit';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { runOnOneReplica } from '../locks.js';
import { Payments } from '../providers/payments.js';
import { Entitlements } from './entitlements.js';
import { PlanChecks, type PlanCheck } from './plan-checks.js';
import { PlanChangePublisher } from './plan-change-publisher.js';
import { SubscriptionSweep } from './subscription-sweep.js';

const SWEEP_EVERY_MS = 60_000;
// Stripe repeats an event for three days, and a person may resend one for a month. The ledger and the purchases are kept for ever.
const DELETE_OLD = [
  `delete from billing.webhook_event where id in (
    select id from billing.webhook_event where received_at < now() - interval '90 days' limit 5000)`,
  `delete from billing.checkout where id in (
    select id from billing.checkout where created_at < now() - interval '90 days' limit 5000)`,
  `delete from billing.plan_change where id in (
    select id from billing.plan_change where previewed_at < now() - interval '90 days' limit 5000)`,
];
// Credits bought in the sandbox or test mode were never paid for, so they must not be usable where real money is taken.
const RECLAIM_UNPAID_CREDITS = `
  select billing.reverse_payment(payment_id, 1, null)
  from (select payment_id from billing.purchase where mode <> 'live' and reclaimed < credits limit 500) p`;

/** Users whose plans are looked at by one statement. */
const BATCH = 500;

/** Does what no event triggers: renews sandbox subscriptions, reads overdue and ends unpaid ones, tells users, announces plan changes, adds up credits, deletes old rows. */
@Injectable()
export class PlanSweep implements OnModuleDestroy {
  private isClosing = false;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly payments: Payments,
    private readonly subscriptions: SubscriptionSweep,
    private readonly checks: PlanChecks,
    private readonly entitlements: Entitlements,
    private readonly planChanges: PlanChangePublisher,
  ) {}

  onModuleDestroy(): void {
    this.isClosing = true;
  }

  /** Returns for how many users a plan change was announced. Does nothing while another replica sweeps. */
  @Interval(SWEEP_EVERY_MS, 'plan sweep')
  async sweep(): Promise<number> {
    const announced = await runOnOneReplica(this.database, 'billing-plan-sweep', async () => {
      await this.subscriptions.update();
      const published = await this.checkPlans();
      if (this.payments.provider?.mode === 'live') await this.database.query(RECLAIM_UNPAID_CREDITS);
      await this.database.query('select billing.roll_up_credits()');
      for (const statement of DELETE_OLD) await this.database.query(statement);
      return published;
    });
    return announced ?? 0;
  }

  /** Returns for how many users a plan change was announced. */
  private async checkPlans(): Promise<number> {
    const due = await this.checks.due();
    const batches = Array.from({ length: Math.ceil(due.length / BATCH) }, (_, at) => due.slice(at * BATCH, (at + 1) * BATCH));
    let published = 0;
    for (const batch of batches) {
      if (this.isClosing) return published;
      published += await this.planChanges.publishMissed(usersOf(batch));
    }
    // Together, because of all users only so many subscriptions are ended at once.
    if (due.length > 0) await this.subscriptions.settle(usersOf(due));
    for (const batch of batches) {
      const userIds = usersOf(batch);
      const unfinished = new Set([
        ...(await this.entitlements.findUnannounced(userIds)),
        ...(await this.subscriptions.findUnsettled(userIds)),
      ]);
      await this.checks.close(batch.filter(({ userId }) => userId === null || !unfinished.has(userId)));
    }
    return published;
  }
}

const usersOf = (checks: readonly PlanCheck[]): string[] => [...new Set(checks.flatMap(({ userId }) => userId ?? []))];
