import { Audit } from '@kith/kit';
import { Injectable } from '@nestjs/common';
import { Entitlements } from '../plans/entitlements.js';
import { Payments } from '../providers/payments.js';
import type { PaymentRecord } from './payments-ledger.js';

/** Entries of the audit log that no user caused, with the name of what did: the payment provider, or Kith itself. */
@Injectable()
export class PaymentAudit {
  constructor(
    private readonly audit: Audit,
    private readonly payments: Payments,
    private readonly entitlements: Entitlements,
  ) {}

  reportPayment({ userId, action, details }: PaymentRecord): Promise<void> {
    return this.audit.report(action, { actorName: this.providerName, target: userId, details });
  }

  async reportSubscription(userId: string, by: 'provider' | 'kith'): Promise<void> {
    const { plan, status, cancelsAtPeriodEnd } = await this.entitlements.of(userId);
    const actorName = by === 'kith' ? 'Kith' : this.providerName;
    await this.audit.report('subscription_changed', { actorName, target: userId, details: { plan, status, cancelsAtPeriodEnd } });
  }

  private get providerName(): string {
    return this.payments.mode === 'sandbox' ? 'Payment sandbox' : 'Stripe';
  }
}
