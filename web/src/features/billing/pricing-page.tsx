import { useQuery } from '@apollo/client/react';
import { PLAN_CATALOGUE, planRank, PLANS, type Plan } from '@kith/proto';
import { Coins, Layers, LifeBuoy, LockKeyhole, MessageSquareText, TestTubeDiagonal, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useSearchParams } from 'react-router';
import { formatPrice } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { toast } from '../../lib/toast.js';
import { useAuth, useUser } from '../../shared/auth.js';
import { Benefits, PlanCard } from '../../shared/plan-card.js';
import { promiseTexts } from '../../shared/plan-promises.js';
import { type PaidPlan, CheckoutDialog } from '../../shared/plan-checkout.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { Badge } from '../../ui/indicators.js';
import { Page } from '../../ui/page.js';
import { PLAN_SOURCE } from './billing.graphql.js';
import './billing.css';

/** For users and visitors; a visitor who chooses a plan is sent to the sign-in. */
export function PricingPage() {
  const current = useAuth().state.user?.subscriptionPlan;
  const { data } = useQuery(PLAN_SOURCE, { skip: current === undefined });
  const isGranted = data?.subscription.source === 'admin' && !data.subscription.paidPlan;
  const [chosen, setChosen] = useChosenPlan(current);
  return (
    <Page title={t('nav.pricing')} heading={t('pricing.heading')} lead={t('pricing.lead')}>
      <section className="plans" aria-label={t('pricing.plans')}>
        {PLANS.map((plan) => (
          <PlanCard
            key={plan}
            heading="h2"
            name={PLAN_CATALOGUE[plan].label}
            price={formatPrice(PLAN_CATALOGUE[plan].priceCents)}
            period={t(plan === 'free' ? 'plans.forever' : 'plans.perMonth')}
            badge={plan === 'basic' ? t('plans.mostPopular') : undefined}
            state={plan === current ? t('pricing.currentPlan') : undefined}
            benefits={promiseTexts('full', plan)}
            action={<PlanAction plan={plan} current={current} isGranted={isGranted} onChoose={setChosen} />}
          />
        ))}
      </section>
      <p>
        <Link to={paths.models}>{t('models.all')}</Link>
      </p>
      <Highlights />
      <section className="card card-body row row-between" aria-labelledby="ready">
        <div>
          <h2 id="ready">{t('pricing.readyTitle')}</h2>
          <p className="muted">{t('pricing.readyText')}</p>
        </div>
        <NextSteps isVisitor={current === undefined} />
      </section>
      {chosen && current !== undefined && <SubscribeDialog plan={chosen} onClose={() => setChosen(null)} />}
    </Page>
  );
}

/** The plan whose dialog is open: the one that was pressed, or that a visitor had chosen before the sign-in. */
function useChosenPlan(current: Plan | undefined) {
  const [params, setParams] = useSearchParams();
  const [chosen, setChosen] = useState<PaidPlan | null>(null);
  const named = PLANS.find((plan) => plan === params.get('plan'));
  const fromLink = named && named !== 'free' && current !== undefined && planRank(named) > planRank(current) ? named : null;
  const choose = (plan: PaidPlan | null): void => {
    setChosen(plan);
    if (params.has('plan')) setParams({}, { replace: true, preventScrollReset: true });
  };
  return [chosen ?? fromLink, choose] as const;
}

function NextSteps({ isVisitor }: { readonly isVisitor: boolean }) {
  const first = isVisitor
    ? { to: paths.auth('login'), label: t('landing.logIn') }
    : { to: paths.dashboard, label: t('landing.goToDashboard') };
  const next = isVisitor
    ? { to: paths.auth('register'), label: t('landing.getStarted') }
    : { to: paths.create, label: t('pricing.create') };
  return (
    <div className="page-actions">
      <ButtonLink to={first.to}>{first.label}</ButtonLink>
      <ButtonLink to={next.to} variant="primary">
        {next.label}
      </ButtonLink>
    </div>
  );
}

interface PlanActionProps {
  readonly plan: Plan;
  /** Undefined for a visitor. */
  readonly current: Plan | undefined;
  /** Whether an administrator granted the current plan and there is no subscription. */
  readonly isGranted: boolean;
  readonly onChoose: (plan: PaidPlan) => void;
}

/** The action for a plan, depending on the current plan. */
function PlanAction({ plan, current, isGranted, onChoose }: PlanActionProps) {
  const variant = plan === 'basic' && current !== 'premium' ? 'primary' : 'secondary';
  if (current === undefined) {
    return (
      <ButtonLink
        to={plan === 'free' ? paths.auth('register') : paths.auth(undefined, paths.choosePlan(plan))}
        variant={variant}
        isBlock
      >
        {t(plan === 'free' ? 'landing.getStarted' : `pricing.choose.${plan}`)}
      </ButtonLink>
    );
  }
  if (plan === current) return plan === 'free' ? <StayFree /> : null;
  if (planRank(plan) < planRank(current)) {
    // Without a subscription there is nothing to change, and the granted plan includes the lower one.
    if (isGranted) return <p className="muted">{t('pricing.given')}</p>;
    return (
      <ButtonLink to={paths.settings} isBlock>
        {t('pricing.change')}
      </ButtonLink>
    );
  }
  if (plan === 'free') return null;
  return (
    <Button variant={variant} isBlock onClick={() => onChoose(plan)}>
      {t(`pricing.choose.${plan}`)}
    </Button>
  );
}

const StayFree = () => (
  <Button isBlock onClick={() => toast.info(t('pricing.alreadyFree'), { text: t('pricing.alreadyFreeText') })}>
    {t('pricing.choose.free')}
  </Button>
);

const HIGHLIGHTS: readonly (readonly ['chat' | 'security' | 'models' | 'counting' | 'credits' | 'leaving', LucideIcon])[] = [
  ['chat', TestTubeDiagonal],
  ['security', LockKeyhole],
  ['models', Layers],
  ['counting', MessageSquareText],
  ['credits', Coins],
  ['leaving', LifeBuoy],
];

/** Six benefits of every plan. */
const Highlights = () => (
  <section className="stack highlights" aria-labelledby="highlights">
    <h2 id="highlights">{t('pricing.highlights')}</h2>
    <ul className="plans">
      {HIGHLIGHTS.map(([key, Icon]) => (
        <li key={key} className="card highlight">
          <span className="icon-box" aria-hidden="true">
            <Icon size={20} />
          </span>
          <h3>{t(`pricing.highlight.${key}`)}</h3>
          <p className="note">{t(`pricing.highlight.${key}Text`)}</p>
        </li>
      ))}
    </ul>
  </section>
);

/** Price and benefits of a plan, with the button that opens the payment page. */
function SubscribeDialog({ plan, onClose }: { readonly plan: PaidPlan; readonly onClose: () => void }) {
  const { subscriptionPlan } = useUser();
  const { label, priceCents } = PLAN_CATALOGUE[plan];
  const texts = {
    cancel: t('common.cancel'),
    proceed: t('pricing.proceed'),
    // A paying user changes an existing subscription.
    failed: t(subscriptionPlan === 'free' ? 'checkout.failed' : 'checkout.upgradeFailed'),
    failedText: t('checkout.failedText'),
  };
  const title = t('pricing.subscribeTo', { plan: label });
  return (
    <CheckoutDialog plan={plan} title={title} words={texts} onClose={onClose} onLeft={onClose}>
      <p>
        <Badge tone="primary">{t('pricing.pricePerMonth', { price: formatPrice(priceCents) })}</Badge>
      </p>
      <section className="plan-offer" aria-label={t('pricing.included')}>
        <h3>{t('pricing.included')}</h3>
        <Benefits benefits={promiseTexts('full', plan)} />
      </section>
    </CheckoutDialog>
  );
}
