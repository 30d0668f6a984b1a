import { Interval, LOGGER, type Logger } from '@kith/kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Payments } from './checkout/payments.js';
import { onlyHere } from './only-here.js';
import { PlanWatch } from './plans/plan-watch.js';
import { SandboxRegister } from './sandbox/sandbox-register.js';
import { SubscriptionSync } from './webhook/subscription-sync.js';

const SWEEP_EVERY_MS = 60_000;
// Stripe repeats an event for three days and a person may resend one for a month; what it brought is kept in the books for ever.
const FORGET = [
  `delete from billing.stripe_event where id in (
    select id from billing.stripe_event where received_at < now() - interval '90 days' limit 5000)`,
  `delete from billing.checkout where id in (
    select id from billing.checkout where created_at < now() - interval '90 days' limit 5000)`,
];
// Credits bought while trying things out were never paid for: what is left of them is no money.
const TAKE_BACK_UNPAID = `
  select billing.reverse_payment(payment_id, 1, false)
  from (select payment_id from billing.purchase where mode <> 'live' and reclaimed < credits limit 500) p`;

/** What time does: renews the sandbox's subscriptions, asks about those no event came for, and tells whose plan has changed. */
@Injectable()
export class PlanSweep {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly payments: Payments,
    private readonly register: SandboxRegister,
    private readonly sync: SubscriptionSync,
    private readonly watch: PlanWatch,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Answers about how many users something was told. Does nothing while another replica sweeps. */
  @Interval(SWEEP_EVERY_MS, 'the sweep of plans')
  async sweep(): Promise<number> {
    const told = await onlyHere(this.database, 'billing-plan-sweep', async () => {
      await this.askProvider();
      const told = await this.watch.sweep();
      if (this.payments.provider?.mode === 'live') await this.database.query(TAKE_BACK_UNPAID);
      for (const statement of FORGET) await this.database.query(statement);
      return told;
    });
    return told ?? 0;
  }

  /** A provider that is down must not keep the plans that have ended from being told. */
  private async askProvider(): Promise<void> {
    const { provider, mode } = this.payments;
    if (!provider || provider.webhookSecrets.length === 0) return;
    try {
      if (mode === 'sandbox') await this.register.renewDue();
      await this.sync.syncOverdue();
    } catch (error) {
      this.logger.warn({ err: error }, 'the payment provider could not be asked');
    }
  }
}
