import { useQuery } from '@apollo/client/react';
import { FORM_TRAITS, hasTrait, PLAN_CATALOGUE, planRank, PLANS, UNLIMITED_BOTS, type Plan } from '@kith/proto';
import { Coins, Layers, LifeBuoy, LockKeyhole, MessageSquareText, TestTubeDiagonal, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { formatPrice, isUnlimited } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { toast } from '../../lib/toast.js';
import { useAuth, useUser } from '../../shared/auth.js';
import { Benefits, PlanCard } from '../../shared/plan-card.js';
import { type PaidPlan, CheckoutDialog } from '../../shared/plan-checkout.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { Badge } from '../../ui/indicators.js';
import { PLAN_SOURCE } from './billing.graphql.js';
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

interface PlanChoiceProps {
  readonly plan: Plan;
  /** The plan in force; undefined for a visitor. */
  readonly current: Plan | undefined;
  /** Whether an administrator gave the plan in force, and nothing is paid for. */
  readonly isGiven: boolean;
  readonly onChoose: (plan: PaidPlan) => void;
}

/** What can be done with a plan from where one is. */
export function PlanChoice({ plan, current, isGiven, onChoose }: PlanChoiceProps) {
  const variant = plan === 'basic' && current !== 'premium' ? 'primary' : 'secondary';
  if (current === undefined) {
    return (
      <ButtonLink to={paths.auth(plan === 'free' ? 'register' : undefined)} variant={variant} isBlock>
        {t(plan === 'free' ? 'pricing.start' : `pricing.choose.${plan}`)}
      </ButtonLink>
    );
  }
  if (plan === current) return plan === 'free' ? <StayFree /> : null;
  if (planRank(plan) < planRank(current)) {
    // There is no subscription to change: what is lower is part of what one has.
    if (isGiven) return <p className="muted plan-given">{t('pricing.given')}</p>;
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

/** What a plan gives, every number from the catalogue (decision B1). */
export function planBenefits(plan: Plan): string[] {
  const { maxKnowledgeItems } = PLAN_CATALOGUE[plan];
  return [
    bots(plan),
    messages(plan),
    traits(plan),
    ...(maxKnowledgeItems > 0 ? [t('pricing.knowledge', { count: maxKnowledgeItems })] : []),
    // Free users write and test them (decision K1).
    t(plan === 'free' ? 'pricing.tryCommands' : 'pricing.commands'),
  ];
}

function bots(plan: Plan): string {
  const { maxBots } = PLAN_CATALOGUE[plan];
  if (maxBots >= UNLIMITED_BOTS) return t('pricing.allBots');
  return maxBots === 1 ? t('pricing.oneBot') : t('pricing.bots', { count: maxBots });
}

function messages(plan: Plan): string {
  const { dailyMessages } = PLAN_CATALOGUE[plan];
  return isUnlimited(dailyMessages) ? t('pricing.allMessages') : t('pricing.messages', { count: dailyMessages });
}

function traits(plan: Plan): string {
  const count = FORM_TRAITS.filter(({ name }) => hasTrait(plan, name)).length;
  return t(count === FORM_TRAITS.length ? 'pricing.allTraits' : 'pricing.traits', { count });
}

const HIGHLIGHTS: readonly (readonly ['chat' | 'security' | 'models' | 'counting' | 'credits' | 'leaving', LucideIcon])[] = [
  ['chat', TestTubeDiagonal],
  ['security', LockKeyhole],
  ['models', Layers],
  ['counting', MessageSquareText],
  ['credits', Coins],
  ['leaving', LifeBuoy],
];

/** Six things that hold on every plan. */
export const Highlights = () => (
  <section className="stack highlights" aria-labelledby="highlights">
    <h2 id="highlights">{t('pricing.highlights')}</h2>
    <ul className="plans">
      {HIGHLIGHTS.map(([key, Icon]) => (
        <li key={key} className="card highlight">
          <span className="icon-box" aria-hidden="true">
            <Icon size={20} />
          </span>
          <h3>{t(`pricing.highlight.${key}`)}</h3>
          <p className="muted">{t(`pricing.highlight.${key}Text`)}</p>
        </li>
      ))}
    </ul>
  </section>
);

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
