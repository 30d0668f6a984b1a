import { CATALOGUE, type Plan } from '@kith/proto';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { useUser } from '../lib/auth.js';
import { formatPrice } from '../lib/format.js';
import { t } from '../lib/i18n.js';
import { paymentProblem } from '../lib/payment-page.js';
import { usePlanCheckout, type PaidPlan } from '../lib/use-plan-checkout.js';
import { BlockedPage } from './blocked-page.js';
import { Button } from './button.js';
import { Dialog } from './dialog.js';
import { Notice } from './notice.js';
import { toast } from './toast.js';
import './plan-card.css';

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
  const { pay, isBusy } = usePlanCheckout();
  const [problem, setProblem] = useState<string>();
  const [blocked, setBlocked] = useState<string>();
  const { label, priceCents } = CATALOGUE[plan];
  const upgrade = async (): Promise<void> => {
    setProblem(undefined);
    try {
      const url = await pay(plan);
      if (url === null) onLeft();
      else setBlocked(url);
    } catch (error) {
      const words = paymentProblem(error, t('upgrade.failedText'));
      setProblem(words);
      toast.error(t('upgrade.failed'), { text: words });
    }
  };
  return (
    <Dialog title={t('upgrade.title')} onClose={onClose}>
      <div className="plan-dialog">
        <p className="muted">{t('upgrade.text', { plan: CATALOGUE[subscriptionPlan].label })}</p>
        <section className="plan-offer" aria-label={label}>
          <h3>{label}</h3>
          <p className="plan-card-price">
            {formatPrice(priceCents)} <span className="plan-card-period">{t('plans.perMonth')}</span>
          </p>
          <ul className="plan-card-benefits">
            {benefits(plan).map((benefit) => (
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
        {blocked !== undefined && <BlockedPage url={blocked} onOpen={onLeft} />}
        <footer className="plan-dialog-foot">
          <Button variant="ghost" onClick={onClose}>
            {t('upgrade.notNow')}
          </Button>
          <Button variant="primary" isBusy={isBusy} onClick={() => void upgrade()}>
            {isBusy ? t('upgrade.busy') : t('upgrade.action', { plan: label })}
          </Button>
        </footer>
      </div>
    </Dialog>
  );
}

function benefits(plan: PaidPlan): string[] {
  if (plan === 'premium') return [t('upgrade.benefits.allBots'), t('upgrade.benefits.allMessages')];
  const { maxBots, dailyMessages } = CATALOGUE[plan];
  return [t('upgrade.benefits.bots', { count: maxBots }), t('upgrade.benefits.messages', { count: dailyMessages })];
}
