import { createCounts, createPageFunction, dropCounts, readSqlFile, readSqlFolder } from '@kith/kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { PAYMENT_COUNTS } from '../payments/payment-counts.js';
import { PAYMENTS_OF_USER } from '../payments/payment-orders.js';
import { PLAN_COUNT } from '../plans/plan-count.js';
import { WEBHOOK_COUNT } from '../webhook/webhook-count.js';

const COUNTS = [PLAN_COUNT, ...PAYMENT_COUNTS, WEBHOOK_COUNT];

/** Tables first, then the functions that read and write them, then the triggers that call functions. */
export class Billing1763712000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(readSqlFile(new URL('./1763712000000-billing.sql', import.meta.url)));
    await runner.query(readSqlFile(new URL('./1763712000000-plan-checks.sql', import.meta.url)));
    for (const definition of readSqlFolder(new URL('../sql/', import.meta.url))) await runner.query(definition);
    await runner.query(TRIGGERS);
    for (const count of COUNTS) await runner.query(createCounts(count));
    await runner.query(createPageFunction(PAYMENTS_OF_USER));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const count of COUNTS) await runner.query(dropCounts(count));
    await runner.query(`
      drop view billing.ledger_line;
      drop table billing.announced_plan, billing.cap_day, billing.checkout, billing.credit_day, billing.credit_rollup, billing.customer,
        billing.invoice, billing.ledger_checkpoint, billing.ledger_txn, billing.payment_return, billing.payment_reversal, billing.plan_change, billing.plan_check, billing.plan_grant, billing.purchase, billing.reservation,
        billing.sandbox_payment, billing.sandbox_subscription,
        billing.subscription, billing.subscription_period, billing.swept_mode, billing.usage_day, billing.wallet, billing.webhook_event;
      drop function ${PAYMENTS_OF_USER.readBy}, billing.checkpoint_account, billing.correct_credits, billing.credit_purchase, billing.entitlement, billing.grant_credits, billing.lock_caps, billing.note_plan_check, billing.note_reversal_check,
        billing.post_grant, billing.post_ledger, billing.reclaim_credits, billing.record_subscription, billing.refuse_ledger_change, billing.release_message,
        billing.release_reservation, billing.reserve_messages, billing.reverse_payment, billing.roll_up_credits,
        billing.settle_message, billing.usage_threshold;
    `);
  }
}

const TRIGGERS = `
  create trigger append_only before update or delete or truncate on billing.ledger_txn
    for each statement execute function billing.refuse_ledger_change();
  create trigger plan_check after insert or delete or update
    of plan, status, period_end, cancels_at_period_end, failed_at, last_payment_id on billing.subscription
    for each row execute function billing.note_plan_check();
  create trigger plan_check after insert or delete or update of plan on billing.plan_grant
    for each row execute function billing.note_plan_check();
  create trigger plan_check after insert or update of refunded, dispute on billing.payment_reversal
    for each row execute function billing.note_reversal_check();
`;
