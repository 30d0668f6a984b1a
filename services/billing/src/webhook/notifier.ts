import { Events } from '@kith/kit';
import { events } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { PlanChangePublisher } from '../plans/plan-change-publisher.js';
import { SubscriptionNotices } from '../plans/subscription-notices.js';
import { PaymentAudit } from './payment-audit.js';
import type { PaymentRecord } from './payments-ledger.js';
import { SubscriptionEndings } from './subscription-endings.js';

/** What applying an event changed. */
export interface EventEffects {
  readonly payments: readonly PaymentRecord[];
  /** The user whose subscription changed; null when none did. */
  readonly subscriberId: string | null;
}

/** Writes the audit log and announces what an event changed, after the changes were committed. */
@Injectable()
export class Notifier {
  constructor(
    private readonly planChanges: PlanChangePublisher,
    private readonly endings: SubscriptionEndings,
    private readonly notices: SubscriptionNotices,
    private readonly audit: PaymentAudit,
    private readonly events: Events,
  ) {}

  async publish({ payments, subscriberId }: EventEffects): Promise<void> {
    for (const payment of payments) await this.audit.reportPayment(payment);
    if (subscriberId !== null) await this.audit.reportSubscription(subscriberId, 'provider');
    const users = new Set([...payments.map(({ userId }) => userId), ...(subscriberId === null ? [] : [subscriberId])]);
    for (const userId of users) {
      const isPublished = await this.planChanges.publishIfChanged(userId);
      if (!isPublished) await this.events.publish(events.usageChanged, { userId });
      await this.settleDue([userId]);
    }
  }

  /** Ends subscriptions of these users that are over, and tells the users of failed and refunded payments. */
  async settleDue(userIds: readonly string[]): Promise<void> {
    for (const ended of await this.endings.endDue(userIds)) await this.audit.reportSubscription(ended, 'kith');
    await this.notices.sendDue(userIds);
  }

  /** Those of these users for whom `settleDue` has something left to do. */
  async findUnsettled(userIds: readonly string[]): Promise<string[]> {
    const due = [...(await this.endings.findDue(userIds)), ...(await this.notices.findDue(userIds))];
    return due.map(({ userId }) => userId);
  }
}
