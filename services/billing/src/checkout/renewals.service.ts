import { refuseImpersonation, type billing, type ParsedInputOf, type Subscription } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { PlanChangePublisher } from '../plans/plan-change-publisher.js';
import { PlansService } from '../plans/plans.service.js';
import { SubscriptionSync } from '../webhook/subscription-sync.js';
import { LiveSubscriptions } from './live-subscriptions.js';

/** Whether and with which plan a subscription is renewed. */
@Injectable()
export class RenewalsService {
  constructor(
    private readonly live: LiveSubscriptions,
    private readonly sync: SubscriptionSync,
    private readonly plans: PlansService,
    private readonly planChanges: PlanChangePublisher,
  ) {}

  /** Cancels, resumes, or takes a scheduled plan back, and answers the state that the provider then reports. */
  async change({ actor, action }: ParsedInputOf<typeof billing.changeSubscription>): Promise<Subscription> {
    refuseImpersonation(actor);
    const { provider, customer, subscription } = await this.live.of(actor);
    await provider.setRenewal(customer.id, subscription, action);
    await this.sync.refresh(customer.id);
    await this.planChanges.publishIfChanged(actor.userId);
    return this.plans.subscription(actor);
  }
}
