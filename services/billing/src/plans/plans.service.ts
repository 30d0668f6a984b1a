import { Audit, RpcClient } from '@kith/kit';
import {
  auth,
  PLAN_CATALOGUE,
  requireAdmin,
  type Actor,
  type billing,
  type ParsedInputOf,
  type Plan,
  type Subscription,
} from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Payments } from '../providers/payments.js';
import { PlanGrantEntity } from './plan-grant.entity.js';
import { PlanChangePublisher } from './plan-change-publisher.js';
import { Entitlements } from './entitlements.js';

/** Plans in force, and plans given by administrators. */
@Injectable()
export class PlansService {
  constructor(
    @InjectRepository(PlanGrantEntity) private readonly grants: Repository<PlanGrantEntity>,
    private readonly entitlements: Entitlements,
    private readonly payments: Payments,
    private readonly planChanges: PlanChangePublisher,
    private readonly rpc: RpcClient,
    private readonly audit: Audit,
  ) {}

  async entitlement(userId: string): Promise<{ plan: Plan }> {
    return { plan: (await this.entitlements.of(userId)).plan };
  }

  async setPlan({ actor, userId, plan }: ParsedInputOf<typeof billing.setPlan>) {
    requireAdmin(actor);
    await this.rpc.ask(auth.person, { userId });
    if (plan === 'free') await this.grants.delete({ userId });
    else await this.grants.upsert({ userId, plan, grantedBy: actor.userId, updatedAt: new Date() }, ['userId']);
    await this.audit.report('plan_set', { actor, target: userId, details: { plan } });
    await this.planChanges.publishIfChanged(userId);
    const inForce = await this.entitlement(userId);
    return { userId, plan: inForce.plan, message: `The plan is now ${PLAN_CATALOGUE[inForce.plan].label}.` };
  }

  async subscription({ userId, impersonator }: Actor): Promise<Subscription> {
    const entitlement = await this.entitlements.of(userId);
    const { periodEnd, graceEndsAt, cancelsAtPeriodEnd, paidPlan, scheduledPlan, priceCents, payUrl, ...rest } = entitlement;
    const renewed = scheduledPlan ?? paidPlan;
    const renewalCents = scheduledPlan === null ? priceCents : null;
    return {
      ...rest,
      paidPlan,
      scheduledPlan,
      cancelsAtPeriodEnd,
      currentPeriodEnd: periodEnd?.toISOString() ?? null,
      renewalCents: renewed === null || cancelsAtPeriodEnd ? null : (renewalCents ?? PLAN_CATALOGUE[renewed].priceCents),
      graceEndsAt: graceEndsAt?.toISOString() ?? null,
      // The page of an invoice shows names and addresses.
      payUrl: impersonator ? null : payUrl,
      isSandbox: this.payments.mode === 'sandbox',
    };
  }

  async accounts({ userIds }: ParsedInputOf<typeof billing.accounts>) {
    return { accounts: await this.entitlements.ofAll(userIds) };
  }

  async planCounts(actor: Actor) {
    requireAdmin(actor);
    return this.entitlements.countByPlan();
  }
}
