import { Interval } from '@kith/kit';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { runOnOneReplica } from '../locks.js';
import { Payments } from '../providers/payments.js';
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

/** Does what no event triggers: renews sandbox subscriptions, reads overdue and ends unpaid ones, tells users, announces plan changes, adds up credits, deletes old rows. */
@Injectable()
export class PlanSweep {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly payments: Payments,
    private readonly subscriptions: SubscriptionSweep,
    private readonly planChanges: PlanChangePublisher,
  ) {}

  /** Returns for how many users a plan change was announced. Does nothing while another replica sweeps. */
  @Interval(SWEEP_EVERY_MS, 'plan sweep')
  async sweep(): Promise<number> {
    const announced = await runOnOneReplica(this.database, 'billing-plan-sweep', async () => {
      await this.subscriptions.update();
      const published = await this.planChanges.publishMissed();
      if (this.payments.provider?.mode === 'live') await this.database.query(RECLAIM_UNPAID_CREDITS);
      await this.database.query('select billing.roll_up_credits()');
      for (const statement of DELETE_OLD) await this.database.query(statement);
      return published;
    });
    return announced ?? 0;
  }
}
