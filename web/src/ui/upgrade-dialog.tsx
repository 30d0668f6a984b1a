import { PLAN_CATALOGUE, type Plan } from '@kith/proto';
import { useUser } from '../lib/auth.js';
import { formatPrice } from '../lib/format.js';
import { t } from '../lib/i18n.js';
import type { PaidPlan } from '../lib/use-plan-checkout.js';
import { CheckoutDialog } from './checkout-dialog.js';
import { Benefits } from './plan-card.js';

interface UpgradeDialogProps {
  /** The plan that it recommends. */
  readonly plan: PaidPlan;
  readonly onClose: () => void;
  /** The payment page is open in another tab. */
  readonly onLeft: () => void;
}

/** What a plan recommends that is used up (specification 1, section 2). */
export const recommendedPlan = (plan: Plan): PaidPlan => (plan === 'free' ? 'basic' : 'premium');

/** Says that the plan has no more room, and leads to the payment of a larger one. */
export function UpgradeDialog({ plan, onClose, onLeft }: UpgradeDialogProps) {
  const { subscriptionPlan } = useUser();
  const { label, priceCents } = PLAN_CATALOGUE[plan];
  const words = {
    cancel: t('upgrade.notNow'),
    proceed: t('upgrade.action', { plan: label }),
    failed: t('upgrade.failed'),
    failedText: t('upgrade.failedText'),
  };
  return (
    <CheckoutDialog plan={plan} title={t('upgrade.title')} words={words} onClose={onClose} onLeft={onLeft}>
      <p className="muted">{t('upgrade.text', { plan: PLAN_CATALOGUE[subscriptionPlan].label })}</p>
      <section className="plan-offer" aria-label={label}>
        <h3>{label}</h3>
        <p className="plan-card-price">
          {formatPrice(priceCents)} <span className="plan-card-period">{t('plans.perMonth')}</span>
        </p>
        <Benefits benefits={benefitsOf(plan)} />
      </section>
    </CheckoutDialog>
  );
}

function benefitsOf(plan: PaidPlan): string[] {
  if (plan === 'premium') return [t('upgrade.benefits.allBots'), t('upgrade.benefits.allMessages')];
  const { maxBots, dailyMessages } = PLAN_CATALOGUE[plan];
  return [t('upgrade.benefits.bots', { count: maxBots }), t('upgrade.benefits.messages', { count: dailyMessages })];
}
