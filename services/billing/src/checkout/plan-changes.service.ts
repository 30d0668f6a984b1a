import { randomUUID } from 'node:crypto';
import { CONFIG, type Config } from '@kith/kit';
import {
  AppError,
  PLAN_CATALOGUE,
  planRank,
  refuseImpersonation,
  type billing,
  type ParsedInputOf,
  type Plan,
  type PlanChange,
  type PlanChangeOutcome,
} from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Repository } from 'typeorm';
import { Clock } from '../clock.js';
import { isPaid, type PaymentProvider, type ProviderSubscription } from '../providers/payment-provider.js';
import { SubscriptionSync } from '../webhook/subscription-sync.js';
import type { CustomerEntity } from './customer.entity.js';
import { LiveSubscriptions } from './live-subscriptions.js';
import { PlanChangeEntity } from './plan-change.entity.js';

const VALID_FOR_MS = 900_000;

/** Changes of a live subscription: previewed with the amount, then confirmed (docs/decisions.md D4). */
@Injectable()
export class PlanChangesService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @InjectRepository(PlanChangeEntity) private readonly changes: Repository<PlanChangeEntity>,
    private readonly live: LiveSubscriptions,
    private readonly sync: SubscriptionSync,
    private readonly clock: Clock,
  ) {}

  /** The page that shows what the change to this plan costs. */
  pageUrl(plan: Plan): string {
    return `${this.config.PUBLIC_URL}/change-plan/${plan}`;
  }

  /** Every preview is stored: the client confirms it by its id and cannot choose an amount or a time. */
  async preview({ actor, plan }: ParsedInputOf<typeof billing.previewPlanChange>): Promise<PlanChange> {
    refuseImpersonation(actor);
    const { provider, customer, subscription } = await this.live.of(actor);
    const refusal = planChangeRefusal(subscription, plan);
    if (refusal !== null) throw new AppError('ALREADY_SUBSCRIBED', refusal);
    const { plan: fromPlan } = subscription;
    if (fromPlan === 'free') throw new AppError('NOT_FOUND');
    const previewedAt = wholeSeconds(this.clock.now());
    const isUpgrade = planRank(plan) > planRank(fromPlan);
    const todayCents = isUpgrade ? await provider.previewCents(customer.id, subscription, { plan, prorationAt: previewedAt }) : 0;
    const change: PlanChangeEntity = {
      id: randomUUID(),
      userId: actor.userId,
      mode: provider.mode,
      subscriptionId: subscription.id,
      fromPlan,
      toPlan: plan,
      todayCents,
      periodEnd: subscription.periodEnd,
      cancelsAtPeriodEnd: subscription.cancelsAtPeriodEnd,
      previewedAt,
      confirmedAt: null,
    };
    await this.changes.insert(change);
    return toPreview(change, isUpgrade);
  }

  async confirm({ actor, changeId }: ParsedInputOf<typeof billing.confirmPlanChange>): Promise<PlanChangeOutcome> {
    refuseImpersonation(actor);
    const { provider, customer, subscription } = await this.live.of(actor);
    const change = await this.changes.findOneBy({ id: changeId, userId: actor.userId, mode: provider.mode });
    if (!change) throw new AppError('NOT_FOUND');
    // After a lost answer the change is sent again with the same idempotency key: the provider answers as it did before.
    if (!this.isJustConfirmed(change)) await this.requireUnchanged(change, provider, customer, subscription);
    await this.changes.update({ id: changeId, confirmedAt: IsNull() }, { confirmedAt: this.clock.now() });
    const { toPlan: plan, fromPlan, previewedAt: prorationAt } = change;
    const confirmed = { id: changeId, plan, prorationAt };
    if (planRank(plan) > planRank(fromPlan)) return provider.changePlan(customer.id, subscription, confirmed);
    if (change.confirmedAt === null || subscription.scheduledPlan !== plan)
      await provider.scheduleChange(customer.id, subscription, confirmed);
    await this.sync.refresh(customer.id);
    return { state: 'scheduled', payUrl: null };
  }

  /** An old confirmation is not sent again: providers forget idempotency keys, and the subscription may have been changed back since. */
  private isJustConfirmed({ confirmedAt }: PlanChangeEntity): boolean {
    return confirmedAt !== null && this.clock.now().getTime() < confirmedAt.getTime() + VALID_FOR_MS;
  }

  /** AMOUNT_CHANGED when the amount that the user saw is no longer what would be charged. */
  private async requireUnchanged(
    change: PlanChangeEntity,
    provider: PaymentProvider,
    { id: customerId }: CustomerEntity,
    subscription: ProviderSubscription,
  ): Promise<void> {
    const { previewedAt: prorationAt, toPlan: plan } = change;
    const isSame =
      this.clock.now().getTime() < prorationAt.getTime() + VALID_FOR_MS &&
      change.subscriptionId === subscription.id &&
      change.fromPlan === subscription.plan &&
      change.periodEnd.getTime() === subscription.periodEnd.getTime() &&
      change.cancelsAtPeriodEnd === subscription.cancelsAtPeriodEnd &&
      isPaid(subscription);
    if (!isSame) throw new AppError('AMOUNT_CHANGED');
    const isUpgrade = planRank(plan) > planRank(change.fromPlan);
    // A discount or a balance of the customer may have changed at the provider.
    if (isUpgrade && (await provider.previewCents(customerId, subscription, { plan, prorationAt })) !== change.todayCents)
      throw new AppError('AMOUNT_CHANGED');
  }
}

/** Why a live subscription cannot be changed to this plan; null when it can. */
export function planChangeRefusal({ plan, status, scheduledPlan }: ProviderSubscription, wanted: Plan): string | null {
  if (plan === wanted) return 'You already have this plan.';
  if (scheduledPlan === wanted) return `Your plan changes to ${PLAN_CATALOGUE[wanted].label} already. See Settings.`;
  return isPaid({ status }) ? null : 'Your subscription has an open payment. Please settle it under Settings first.';
}

function toPreview(change: PlanChangeEntity, isUpgrade: boolean): PlanChange {
  const { id, fromPlan, toPlan, todayCents, periodEnd, cancelsAtPeriodEnd, previewedAt, mode } = change;
  const end = periodEnd.toISOString();
  const keepsEndDate = isUpgrade && cancelsAtPeriodEnd;
  return {
    id,
    direction: isUpgrade ? 'upgrade' : 'downgrade',
    fromPlan,
    toPlan,
    todayCents,
    currency: 'usd',
    renewalCents: keepsEndDate ? null : PLAN_CATALOGUE[toPlan].priceCents,
    renewsAt: keepsEndDate ? null : end,
    takesEffectAt: isUpgrade ? previewedAt.toISOString() : end,
    endsAt: cancelsAtPeriodEnd ? end : null,
    keepsEndDate,
    expiresAt: new Date(previewedAt.getTime() + VALID_FOR_MS).toISOString(),
    isSandbox: mode === 'sandbox',
  };
}

const wholeSeconds = (at: Date): Date => new Date(Math.floor(at.getTime() / 1000) * 1000);
