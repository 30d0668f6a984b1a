import { PLAN_CATALOGUE, planRank, PLANS, type Plan } from '@kith/proto';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { formatPrice } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { paths } from '../../lib/paths.js';
import { PlanCard } from '../../shared/plan-card.js';
import { promiseTexts } from '../../shared/plan-promises.js';
import type { PaidPlan } from '../../shared/plan-checkout.js';
import { recommendedPlan, UpgradeDialog } from '../../shared/upgrade.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { Page } from '../../ui/page.js';

/** Shown instead of the form when the plan has no room for another bot. */
export function LimitPage({ plan }: { readonly plan: Plan }) {
  // Opens at once, unless the user already has the highest plan.
  const [offered, setOffered] = useState<PaidPlan | null>(plan === 'premium' ? null : recommendedPlan(plan));
  const navigate = useNavigate();
  return (
    <Page
      title={t('limit.title')}
      heading={t('limit.title')}
      lead={t('limit.text', { plan: PLAN_CATALOGUE[plan].label, limit: PLAN_CATALOGUE[plan].maxBots })}
      actions={
        <ButtonLink icon={ArrowLeft} to={paths.dashboard}>
          {t('bot.backToDashboard')}
        </ButtonLink>
      }
    >
      <div className="plans">
        {PLANS.map((each) => (
          <PlanCard
            key={each}
            name={PLAN_CATALOGUE[each].label}
            price={formatPrice(PLAN_CATALOGUE[each].priceCents)}
            period={each === 'free' ? t('plans.forever') : t('plans.perMonth')}
            benefits={promiseTexts('limit', each)}
            state={each === plan ? t('limit.current') : undefined}
            action={
              each !== 'free' &&
              planRank(each) > planRank(plan) && (
                <Button variant="primary" isBlock onClick={() => setOffered(each)}>
                  {t('upgrade.action', { plan: PLAN_CATALOGUE[each].label })}
                </Button>
              )
            }
          />
        ))}
      </div>
      {offered && <UpgradeDialog plan={offered} onClose={() => void navigate(paths.dashboard)} onLeft={() => setOffered(null)} />}
    </Page>
  );
}
