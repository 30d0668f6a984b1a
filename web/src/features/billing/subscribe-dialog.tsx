import { PLAN_CATALOGUE } from '@kith/proto';
import { useUser } from '../../lib/auth.js';
import { formatPrice } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import type { PaidPlan } from '../../lib/use-plan-checkout.js';
import { Badge } from '../../ui/badge.js';
import { CheckoutDialog } from '../../ui/checkout-dialog.js';
import { Benefits } from '../../ui/plan-card.js';
import { planBenefits } from './plan-benefits.js';

interface SubscribeDialogProps {
  readonly plan: PaidPlan;
  readonly onClose: () => void;
}

/** What a plan costs and gives, and the way to its payment. */
export function SubscribeDialog({ plan, onClose }: SubscribeDialogProps) {
  const { subscriptionPlan } = useUser();
  const { label, priceCents } = PLAN_CATALOGUE[plan];
  const words = {
    cancel: t('common.cancel'),
    proceed: t('pricing.proceed'),
    // Whoever pays already only changes what they pay for.
    failed: t(subscriptionPlan === 'free' ? 'checkout.failed' : 'checkout.upgradeFailed'),
    failedText: t('checkout.failedText'),
  };
  const title = t('pricing.subscribeTo', { plan: label });
  return (
    <CheckoutDialog plan={plan} title={title} words={words} onClose={onClose} onLeft={onClose}>
      <p>
        <Badge tone="primary">{t('pricing.pricePerMonth', { price: formatPrice(priceCents) })}</Badge>
      </p>
      <section className="plan-offer" aria-label={t('pricing.included')}>
        <h3>{t('pricing.included')}</h3>
        <Benefits benefits={planBenefits(plan)} />
      </section>
    </CheckoutDialog>
  );
}
