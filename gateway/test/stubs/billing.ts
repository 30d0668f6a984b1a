import { randomUUID } from 'node:crypto';
import { fixture } from '@kith/kit/testing';
import {
  AppError,
  badField,
  billing,
  refuseImpersonation,
  requireAdmin,
  requireSuperAdmin,
  UserAccount,
  type PlanChange,
} from '@kith/proto';
import { stubPayments } from './payments.js';
import { NAMED_BOT, NOW, SUBSCRIPTION } from './values.js';

/** The only valid signature of webhook events. */
export const SIGNATURE = 't=1,v1=played';
/** A checkout that does not exist. */
export const NO_CHECKOUT = '00000000-0000-4000-8000-000000000000';

const PAY = 'https://pay.example/session';
const CHECKOUT = { url: PAY, checkoutUrl: PAY, checkoutId: null, message: 'Setting Up Payment' };
const PORTAL = { isCardDeclined: false, hasSubscription: true, payments: [] };

const CHANGE: PlanChange = {
  id: randomUUID(),
  direction: 'upgrade',
  fromPlan: 'basic',
  toPlan: 'premium',
  todayCents: 500,
  currency: 'usd',
  renewalCents: 1999,
  renewsAt: NOW,
  takesEffectAt: NOW,
  endsAt: null,
  keepsEndDate: false,
  expiresAt: NOW,
  isSandbox: false,
};

export const stubBilling = () => [...money(), ...sandbox(), ...administration(), ...stubPayments()];

const money = () => [
  fixture(billing.usage, ({ actor }) => ({
    used: 3,
    dailyLimit: 50,
    credits: 12,
    plan: actor.plan,
    resetsAt: NOW,
    runsOutAt: null,
  })),
  fixture(billing.activity, () => ({ activity: [{ date: NOW.slice(0, 10), count: 3 }] })),
  fixture(billing.packages, () => ({
    packages: [{ id: 'credits-100', name: 'Starter', credits: 100, price: 199, isPopular: false, isBestValue: false }],
  })),
  fixture(billing.history, ({ limit = 100, before = '1000' }) => {
    const ids = Array.from({ length: limit }, (_, n) => Number(before) - 1 - n).filter((id) => id >= 700);
    const movements = ids.map((id) => ({
      id: String(id),
      at: NOW,
      kind: 'message' as const,
      credits: -1,
      balanceAfter: id,
      botId: [NAMED_BOT, NO_CHECKOUT, null][id % 3] ?? null,
      description: 'Reply above the daily limit',
    }));
    return { movements, total: 300, next: ids.at(-1) === 700 ? null : String(ids.at(-1)) };
  }),
  fixture(billing.checkoutCredits, ({ actor, packageId }) => {
    refuseImpersonation(actor);
    if (packageId !== 'credits-100') throw new AppError('NOT_FOUND');
    return CHECKOUT;
  }),
  fixture(billing.checkoutPlan, ({ actor, plan }) => {
    refuseImpersonation(actor);
    if (plan === actor.plan) throw new AppError('ALREADY_SUBSCRIBED');
    return CHECKOUT;
  }),
  fixture(billing.subscription, () => SUBSCRIPTION),
  fixture(billing.checkout, ({ checkoutId }) => {
    if (checkoutId === NO_CHECKOUT) throw new AppError('NOT_FOUND');
    return { id: checkoutId, kind: 'credits' as const, title: '100 credits', priceCents: 199, state: 'open' as const };
  }),
  fixture(billing.recentPlanPurchase, () => ({ purchase: { plan: 'premium' as const, state: 'paid' as const } })),
  fixture(billing.previewPlanChange, ({ actor, plan }) => {
    refuseImpersonation(actor);
    return { ...CHANGE, toPlan: plan };
  }),
  fixture(billing.confirmPlanChange, ({ actor }) => {
    refuseImpersonation(actor);
    return { state: 'paid' as const, payUrl: null };
  }),
  fixture(billing.changeSubscription, ({ actor, action }) => {
    refuseImpersonation(actor);
    return { ...SUBSCRIPTION, cancelsAtPeriodEnd: action === 'cancel' };
  }),
  fixture(billing.portal, ({ actor }) => {
    refuseImpersonation(actor);
    return { url: PAY };
  }),
  fixture(billing.webhook, ({ signature }) => {
    if (signature !== SIGNATURE) throw new AppError('SIGNATURE_INVALID');
    return { received: true as const };
  }),
];

const sandbox = () => [
  fixture(billing.sandboxCheckout, ({ checkoutId }) => {
    if (checkoutId === NO_CHECKOUT) throw new AppError('NOT_FOUND');
    return { id: checkoutId, kind: 'credits' as const, title: '100 credits', priceCents: 199, state: 'open' as const };
  }),
  fixture(billing.sandboxPay, ({ outcome }) => ({ url: `https://kith.example/dashboard?${outcome}` })),
  fixture(billing.sandboxPortal, () => PORTAL),
  fixture(billing.changeSandbox, ({ action }) => ({ ...PORTAL, isCardDeclined: action === 'decline_card' })),
];

const administration = () => [
  fixture(billing.userAccount, ({ actor }) => {
    requireAdmin(actor);
    return UserAccount.parse({ ...SUBSCRIPTION, credits: 12, used: 3, dailyLimit: 50 });
  }),
  fixture(billing.setPlan, ({ actor, userId, plan }) => {
    requireAdmin(actor);
    return { userId, plan, message: 'Plan changed' };
  }),
  fixture(billing.grantCredits, ({ actor, credits }) => {
    requireSuperAdmin(actor);
    return { credits: 12 + credits, message: 'Credits Added' };
  }),
  fixture(billing.correctCredits, ({ actor, credits }) => {
    requireSuperAdmin(actor);
    if (credits > 12) throw badField('credits', 'Ada has 12 credits. Nothing was taken.');
    return { credits: 12 - credits, message: 'Credits taken' };
  }),
  fixture(billing.planCounts, ({ actor }) => {
    requireAdmin(actor);
    return { basic: 30, premium: 20 };
  }),
];
