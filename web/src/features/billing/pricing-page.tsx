import { useQuery } from '@apollo/client/react';
import { PLAN_CATALOGUE, PLANS } from '@kith/proto';
import { useState } from 'react';
import { paths } from '../../app/paths.js';
import { useAuth } from '../../lib/auth.js';
import { formatPrice } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import type { PaidPlan } from '../../lib/use-plan-checkout.js';
import { ButtonLink } from '../../ui/button.js';
import { PlanCard } from '../../ui/plan-card.js';
import { PLAN_SOURCE } from './billing.graphql.js';
import { Highlights } from './highlights.js';
import { planBenefits } from './plan-benefits.js';
import { PlanChoice } from './plan-choice.js';
import { SubscribeDialog } from './subscribe-dialog.js';
import './billing.css';

/** For users and for visitors, whom a choice leads to the sign-in (specification 1, section 6). */
export function PricingPage() {
  const current = useAuth().state.user?.subscriptionPlan;
  const { data } = useQuery(PLAN_SOURCE, { skip: current === undefined, fetchPolicy: 'cache-and-network' });
  const isGiven = data?.subscription.source === 'admin' && !data.subscription.paidPlan;
  const [chosen, setChosen] = useState<PaidPlan | null>(null);
  return (
    <div className="page">
      <title>{`${t('nav.pricing')} · Kith`}</title>
      <header className="page-head">
        <div>
          <h1>{t('pricing.heading')}</h1>
          <p>{t('pricing.lead')}</p>
        </div>
      </header>
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
            benefits={planBenefits(plan)}
            action={<PlanChoice plan={plan} current={current} isGiven={isGiven} onChoose={setChosen} />}
          />
        ))}
      </section>
      <Highlights />
      <section className="card pricing-ready" aria-labelledby="ready">
        <div>
          <h2 id="ready">{t('pricing.readyTitle')}</h2>
          <p className="muted">{t('pricing.readyText')}</p>
        </div>
        <WaysOn isVisitor={current === undefined} />
      </section>
      {chosen && <SubscribeDialog plan={chosen} onClose={() => setChosen(null)} />}
    </div>
  );
}

const WaysOn = ({ isVisitor }: { readonly isVisitor: boolean }) =>
  isVisitor ? (
    <div className="page-actions">
      <ButtonLink to={paths.auth('login')}>{t('landing.logIn')}</ButtonLink>
      <ButtonLink to={paths.auth('register')} variant="primary">
        {t('landing.getStarted')}
      </ButtonLink>
    </div>
  ) : (
    <div className="page-actions">
      <ButtonLink to={paths.dashboard}>{t('pricing.dashboard')}</ButtonLink>
      <ButtonLink to={paths.create} variant="primary">
        {t('pricing.create')}
      </ButtonLink>
    </div>
  );
