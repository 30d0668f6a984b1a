import type { DatabaseSpec } from '@kith/kit';
import { CheckoutEntity } from './checkout/checkout.entity.js';
import { CustomerEntity } from './checkout/customer.entity.js';
import { PlanChangeEntity } from './checkout/plan-change.entity.js';
import { UsageDayEntity } from './metering/usage-day.entity.js';
import { Billing1763712000000 } from './migrations/1763712000000-billing.js';
import { PAYMENT_COUNTS } from './payments/payment-counts.js';
import { PLAN_COUNT } from './plans/plan-count.js';
import { WEBHOOK_COUNT } from './webhook/webhook-count.js';
import { PlanGrantEntity } from './plans/plan-grant.entity.js';
import { SubscriptionEntity } from './plans/subscription.entity.js';
import { SandboxPaymentEntity } from './sandbox/sandbox-payment.entity.js';
import { SandboxSubscriptionEntity } from './sandbox/sandbox-subscription.entity.js';

/** What billing keeps in Postgres. */
export const database: DatabaseSpec = {
  schema: 'billing',
  entities: [
    CheckoutEntity,
    CustomerEntity,
    PlanChangeEntity,
    PlanGrantEntity,
    SandboxPaymentEntity,
    SandboxSubscriptionEntity,
    SubscriptionEntity,
    UsageDayEntity,
  ],
  migrations: [Billing1763712000000],
  counts: [PLAN_COUNT, ...PAYMENT_COUNTS, WEBHOOK_COUNT],
  privileges: { ledger_line: 'select', ledger_txn: 'select, insert' },
};
