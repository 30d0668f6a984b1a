import { CATALOGUE } from '@kith/proto';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { useUser } from '../../lib/auth.js';
import { formatPrice } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { paymentProblem } from '../../lib/payment-page.js';
import { usePlanCheckout, type PaidPlan } from '../../lib/use-plan-checkout.js';
import { Badge } from '../../ui/badge.js';
import { BlockedPage } from '../../ui/blocked-page.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Notice } from '../../ui/notice.js';
import { toast } from '../../ui/toast.js';
import { planBenefits } from './plan-benefits.js';

interface SubscribeDialogProps {
  readonly plan: PaidPlan;
  readonly onClose: () => void;
}

/** What a plan costs and gives, and the way to its payment. */
export function SubscribeDialog({ plan, onClose }: SubscribeDialogProps) {
  const { subscriptionPlan } = useUser();
  const { pay, isBusy } = usePlanCheckout();
  const [problem, setProblem] = useState<string>();
  const [blocked, setBlocked] = useState<string>();
  const { label, priceCents } = CATALOGUE[plan];
  const proceed = async (): Promise<void> => {
    setProblem(undefined);
    try {
      const url = await pay(plan);
      if (url === null) onClose();
      else setBlocked(url);
    } catch (error) {
      const words = paymentProblem(error, t('checkout.failedText'));
      setProblem(words);
      // Whoever pays already only changes what they pay for.
      toast.error(t(subscriptionPlan === 'free' ? 'checkout.failed' : 'checkout.upgradeFailed'), { text: words });
    }
  };
  return (
    <Dialog title={t('pricing.subscribeTo', { plan: label })} onClose={onClose}>
      <div className="plan-dialog">
        <p>
          <Badge tone="primary">{t('pricing.pricePerMonth', { price: formatPrice(priceCents) })}</Badge>
        </p>
        <section className="plan-offer" aria-label={t('pricing.included')}>
          <h3>{t('pricing.included')}</h3>
          <ul className="plan-card-benefits">
            {planBenefits(plan).map((benefit) => (
              <li key={benefit}>
                <Check size={16} aria-hidden="true" />
                {benefit}
              </li>
            ))}
          </ul>
        </section>
        {problem !== undefined && (
          <div role="alert">
            <Notice tone="danger">{problem}</Notice>
          </div>
        )}
        {blocked !== undefined && <BlockedPage url={blocked} onOpen={onClose} />}
        <footer className="plan-dialog-foot">
          <Button variant="ghost" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button variant="primary" isBusy={isBusy} onClick={() => void proceed()}>
            {t(isBusy ? 'pricing.busy' : 'pricing.proceed')}
          </Button>
        </footer>
      </div>
    </Dialog>
  );
}
