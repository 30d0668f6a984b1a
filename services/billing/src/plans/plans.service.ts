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
import { Payments } from '../checkout/payments.js';
import { PlanGrant } from './plan-grant.entity.js';
import { PlanWatch } from './plan-watch.js';
import { Standings } from './standings.js';

@Injectable()
export class PlansService {
  constructor(
    @InjectRepository(PlanGrant) private readonly grants: Repository<PlanGrant>,
    private readonly standings: Standings,
    private readonly payments: Payments,
    private readonly watch: PlanWatch,
    private readonly rpc: RpcClient,
    private readonly audit: Audit,
  ) {}

  async entitlement(userId: string): Promise<{ plan: Plan }> {
    return { plan: (await this.standings.of(userId)).plan };
  }

  async setPlan({ actor, userId, plan }: ParsedInputOf<typeof billing.setPlan>) {
    requireAdmin(actor);
    await this.rpc.ask(auth.person, { userId });
    if (plan === 'free') await this.grants.delete({ userId });
    else await this.grants.upsert({ userId, plan, grantedBy: actor.userId, updatedAt: new Date() }, ['userId']);
    await this.audit.report('plan_set', { actor, target: userId, details: { plan } });
    await this.watch.tell(userId);
    const inForce = await this.entitlement(userId);
    return { userId, plan: inForce.plan, message: `The plan is now ${PLAN_CATALOGUE[inForce.plan].label}.` };
  }

  async subscription({ userId }: Actor): Promise<Subscription> {
    const { plan, source, status, paidPlan, periodEnd, cancelsAtPeriodEnd, graceEndsAt } = await this.standings.of(userId);
    return {
      plan,
      source,
      status,
      paidPlan,
      currentPeriodEnd: periodEnd?.toISOString() ?? null,
      cancelsAtPeriodEnd,
      graceEndsAt: graceEndsAt?.toISOString() ?? null,
      isSandbox: this.payments.mode === 'sandbox',
    };
  }

  async accounts({ userIds }: ParsedInputOf<typeof billing.accounts>) {
    return { accounts: await this.standings.ofAll(userIds) };
  }

  async planCounts(actor: Actor) {
    requireAdmin(actor);
    return this.standings.counts();
  }
}
