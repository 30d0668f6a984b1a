import { databaseModule } from '@kith/kit';
import { Module } from '@nestjs/common';
import { CheckoutController } from './checkout/checkout.controller.js';
import { Checkout } from './checkout/checkout.entity.js';
import { CheckoutService } from './checkout/checkout.service.js';
import { Customer } from './checkout/customer.entity.js';
import { Customers } from './checkout/customers.js';
import { Orders } from './checkout/orders.js';
import { paymentProvider, Payments } from './checkout/payments.js';
import { RemovalService } from './checkout/removal.service.js';
import { Clock } from './clock.js';
import { CreditsController } from './credits/credits.controller.js';
import { CreditsService } from './credits/credits.service.js';
import { MeteringController } from './metering/metering.controller.js';
import { MeteringService } from './metering/metering.service.js';
import { ReservationSweep } from './metering/reservation-sweep.js';
import { UsageDay } from './metering/usage-day.entity.js';
import { Metering1763712000000 } from './migrations/1763712000000-metering.js';
import { MeteringFunctions1763712000001 } from './migrations/1763712000001-metering-functions.js';
import { Entitlements1763712000002 } from './migrations/1763712000002-entitlements.js';
import { Charges1763712000003 } from './migrations/1763712000003-charges.js';
import { Payments1763712000004 } from './migrations/1763712000004-payments.js';
import { PaymentFunctions1763712000005 } from './migrations/1763712000005-payment-functions.js';
import { MeteringAnswers1763712000006 } from './migrations/1763712000006-metering-answers.js';
import { FasterStanding1763712000007 } from './migrations/1763712000007-faster-standing.js';
import { PlanSweep } from './plan-sweep.js';
import { PlanGrant } from './plans/plan-grant.entity.js';
import { PlanWatch } from './plans/plan-watch.js';
import { PlansController } from './plans/plans.controller.js';
import { PlansService } from './plans/plans.service.js';
import { Standings } from './plans/standings.js';
import { SubscriptionRow } from './plans/subscription.entity.js';
import { SandboxEvents } from './sandbox/sandbox-events.js';
import { SandboxRegister } from './sandbox/sandbox-register.js';
import { SandboxSubscription } from './sandbox/sandbox-subscription.entity.js';
import { SandboxController } from './sandbox/sandbox.controller.js';
import { SandboxService } from './sandbox/sandbox.service.js';
import { Aftermath } from './webhook/aftermath.js';
import { EventApplier } from './webhook/event-applier.js';
import { PaymentBook } from './webhook/payment-book.js';
import { SubscriptionSync } from './webhook/subscription-sync.js';
import { WebhookGate } from './webhook/webhook-gate.js';
import { WebhookController } from './webhook/webhook.controller.js';
import { WebhookService } from './webhook/webhook.service.js';

const METERING = [MeteringService, ReservationSweep];
const PLANS = [Clock, PlansService, PlanSweep, PlanWatch, Standings];
const CHECKOUT = [CheckoutService, Customers, Orders, paymentProvider, Payments, RemovalService];
const WEBHOOK = [Aftermath, EventApplier, PaymentBook, SubscriptionSync, WebhookGate, WebhookService];
const SANDBOX = [SandboxEvents, SandboxRegister, SandboxService];

@Module({
  imports: databaseModule({
    schema: 'billing',
    entities: [Checkout, Customer, PlanGrant, SandboxSubscription, SubscriptionRow, UsageDay],
    migrations: [
      Metering1763712000000,
      MeteringFunctions1763712000001,
      Entitlements1763712000002,
      Charges1763712000003,
      Payments1763712000004,
      PaymentFunctions1763712000005,
      MeteringAnswers1763712000006,
      FasterStanding1763712000007,
    ],
  }),
  controllers: [CheckoutController, CreditsController, MeteringController, PlansController, SandboxController, WebhookController],
  providers: [...METERING, ...PLANS, CreditsService, ...CHECKOUT, ...WEBHOOK, ...SANDBOX],
})
export class BillingModule {}
