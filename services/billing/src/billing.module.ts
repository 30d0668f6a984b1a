import { databaseModule } from '@kith/kit';
import { Module } from '@nestjs/common';
import { AccountRemovalService } from './checkout/account-removal.service.js';
import { CheckoutController } from './checkout/checkout.controller.js';
import { CheckoutService } from './checkout/checkout.service.js';
import { Customers } from './checkout/customers.js';
import { Orders } from './checkout/orders.js';
import { LiveSubscriptions } from './checkout/live-subscriptions.js';
import { PlanChangesService } from './checkout/plan-changes.service.js';
import { RenewalsService } from './checkout/renewals.service.js';
import { Clock } from './clock.js';
import { CreditsController } from './credits/credits.controller.js';
import { CreditsService } from './credits/credits.service.js';
import { database } from './database.js';
import { MeteringController } from './metering/metering.controller.js';
import { MeteringService } from './metering/metering.service.js';
import { ReservationSweep } from './metering/reservation-sweep.js';
import { Reservations } from './metering/reservations.js';
import { UsageWarnings } from './metering/usage-warnings.js';
import { WeeklyUsageService } from './metering/weekly-usage.service.js';
import { PaymentList } from './payments/payment-list.service.js';
import { PaymentsController } from './payments/payments.controller.js';
import { StatisticsService } from './payments/statistics.service.js';
import { Entitlements } from './plans/entitlements.js';
import { PlanChangePublisher } from './plans/plan-change-publisher.js';
import { PlanChecks } from './plans/plan-checks.js';
import { PlanSweep } from './plans/plan-sweep.js';
import { PlansController } from './plans/plans.controller.js';
import { PlansService } from './plans/plans.service.js';
import { UserAccountService } from './plans/user-account.service.js';
import { SubscriptionNotices } from './plans/subscription-notices.js';
import { SubscriptionSweep } from './plans/subscription-sweep.js';
import { paymentProvider, Payments } from './providers/payments.js';
import { SandboxRecords } from './sandbox/sandbox-records.js';
import { SandboxSimulator } from './sandbox/sandbox-simulator.js';
import { SandboxController } from './sandbox/sandbox.controller.js';
import { SandboxService } from './sandbox/sandbox.service.js';
import { Notifier } from './webhook/notifier.js';
import { PaymentAudit } from './webhook/payment-audit.js';
import { PaymentsLedger } from './webhook/payments-ledger.js';
import { RefusedDeliveries } from './webhook/refused-deliveries.js';
import { SignatureVerifier } from './webhook/signature-verifier.js';
import { SubscriptionEndings } from './webhook/subscription-endings.js';
import { SubscriptionSync } from './webhook/subscription-sync.js';
import { WebhookAdministration } from './webhook/webhook-administration.service.js';
import { WebhookLog } from './webhook/webhook-log.js';
import { WebhookNames } from './webhook/webhook-names.js';
import { WebhookController } from './webhook/webhook.controller.js';
import { EventApplier, WebhookService } from './webhook/webhook.service.js';

const METERING = [MeteringService, Reservations, ReservationSweep, UsageWarnings, WeeklyUsageService];
const PLANS = [
  UserAccountService,
  Clock,
  Entitlements,
  PlanChangePublisher,
  PlanChecks,
  PlansService,
  PlanSweep,
  SubscriptionNotices,
  SubscriptionSweep,
];
const CHECKOUT = [
  AccountRemovalService,
  CheckoutService,
  Customers,
  Orders,
  paymentProvider,
  Payments,
  PlanChangesService,
  LiveSubscriptions,
  RenewalsService,
];
const WEBHOOK = [
  EventApplier,
  Notifier,
  PaymentAudit,
  PaymentsLedger,
  RefusedDeliveries,
  SignatureVerifier,
  SubscriptionEndings,
  SubscriptionSync,
  WebhookAdministration,
  WebhookLog,
  WebhookNames,
  WebhookService,
];
const PAYMENTS = [PaymentList, StatisticsService];
const SANDBOX = [SandboxRecords, SandboxService, SandboxSimulator];

@Module({
  imports: databaseModule(database),
  controllers: [
    CheckoutController,
    CreditsController,
    MeteringController,
    PaymentsController,
    PlansController,
    SandboxController,
    WebhookController,
  ],
  providers: [...METERING, ...PLANS, CreditsService, ...CHECKOUT, ...WEBHOOK, ...PAYMENTS, ...SANDBOX],
})
export class BillingModule {}
