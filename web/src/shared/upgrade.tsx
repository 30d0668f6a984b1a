import { useQuery } from '@apollo/client/react';
import { PLAN_CATALOGUE, type Plan, normalisePlan } from '@kith/proto';
import { CircleAlert, PartyPopper, X } from 'lucide-react';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { formatPrice } from '../lib/format.js';
import { t } from '../lib/i18n.js';
import { IconButton } from '../ui/button.js';
import { Spinner } from '../ui/indicators.js';
import { useUser, useAuth } from './auth.js';
import { RECENT_PLAN_PURCHASE } from './checkout.graphql.js';
import { POLL_MS } from './live-state.js';
import { Benefits } from './plan-card.js';
import { promiseTexts } from './plan-promises.js';
import { type PaidPlan, CheckoutDialog } from './plan-checkout.js';

interface UpgradeDialogProps {
  /** The recommended plan. */
  readonly plan: PaidPlan;
  readonly onClose: () => void;
  /** Called when the payment page is open in another tab. */
  readonly onLeft: () => void;
}

/** The plan to recommend when the limits of this one are reached. */
export const recommendedPlan = (plan: Plan): PaidPlan => (plan === 'free' ? 'basic' : 'premium');

/** Says that the limit of the plan is reached and offers a larger plan. */
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
        <Benefits benefits={promiseTexts('upgrade', plan)} />
      </section>
    </CheckoutDialog>
  );
}

const PARAMETER = 'upgrade';

/** After a payment (`?upgrade=success`). Plan and payment are what the server reports, whatever the URL says (docs/security.md S65). */
export function UpgradeGreeting() {
  const [params, setParams] = useSearchParams();
  if (params.get(PARAMETER) !== 'success') return null;
  const close = (): void => {
    params.delete(PARAMETER);
    setParams(params, { replace: true, preventScrollReset: true });
  };
  return <Greeting onClose={close} />;
}

function Greeting({ onClose }: { readonly onClose: () => void }) {
  const { changeUser } = useAuth();
  const { subscriptionPlan } = useUser();
  const recent = useQuery(RECENT_PLAN_PURCHASE, { fetchPolicy: 'network-only' });
  const purchase = recent.data?.recentPlanPurchase;
  // The provider may confirm the payment after the customer has come back.
  const isPending = purchase?.state === 'open' || purchase?.state === 'processing';
  const { startPolling, stopPolling } = recent;
  useEffect(() => (isPending ? startPolling(POLL_MS) : stopPolling()), [isPending, startPolling, stopPolling]);
  const now = recent.data && normalisePlan(recent.data.usage.plan);
  useEffect(() => {
    if (now !== undefined && now !== subscriptionPlan) changeUser({ subscriptionPlan: now });
  }, [now, subscriptionPlan, changeUser]);
  if (!purchase) return null;
  const plan = PLAN_CATALOGUE[normalisePlan(purchase.plan)].label;
  const [title, text] = WORDS[purchase.state];
  const Icon = purchase.state === 'paid' ? PartyPopper : CircleAlert;
  return (
    <section className="card bar greeting" role="status">
      <span className="icon-box greeting-icon" aria-hidden="true">
        {isPending ? <Spinner /> : <Icon size={22} />}
      </span>
      <div>
        <h2>{t(title, { plan })}</h2>
        <p className="muted">{t(text)}</p>
      </div>
      <IconButton icon={X} label={t('upgrade.dismiss')} onClick={onClose} />
    </section>
  );
}

const WORDS = {
  paid: ['upgrade.welcome', 'upgrade.welcomeText'],
  open: ['upgrade.open', 'upgrade.openText'],
  processing: ['upgrade.pending', 'upgrade.pendingText'],
  declined: ['upgrade.declined', 'upgrade.declinedText'],
  expired: ['upgrade.expired', 'upgrade.expiredText'],
} as const;
