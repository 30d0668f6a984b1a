import { Audit, Events } from '@kith/kit';
import { events } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { PlanWatch } from '../plans/plan-watch.js';
import { Standings } from '../plans/standings.js';
import type { Effects } from './event-applier.js';

/** Tells what an event changed, once that is committed. */
@Injectable()
export class Aftermath {
  constructor(
    private readonly standings: Standings,
    private readonly watch: PlanWatch,
    private readonly audit: Audit,
    private readonly events: Events,
  ) {}

  async tell({ bookings, subscriberId }: Effects): Promise<void> {
    for (const { userId, action, details } of bookings) await this.audit.report(action, { target: userId, details });
    if (subscriberId !== null) await this.reportSubscription(subscriberId);
    const users = new Set([...bookings.map(({ userId }) => userId), ...(subscriberId === null ? [] : [subscriberId])]);
    for (const userId of users) {
      const isTold = await this.watch.tell(userId);
      if (!isTold) await this.events.publish(events.usageChanged, { userId });
    }
  }

  private async reportSubscription(userId: string): Promise<void> {
    const { plan, status, cancelsAtPeriodEnd } = await this.standings.of(userId);
    await this.audit.report('subscription_changed', { target: userId, details: { plan, status, cancelsAtPeriodEnd } });
  }
}
