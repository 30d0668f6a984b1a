import { PLAN_CATALOGUE, planRank, PLANS, type Plan } from '@kith/proto';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../app/paths.js';
import { formatPrice } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import type { PaidPlan } from '../../lib/use-plan-checkout.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { PlanCard } from '../../ui/plan-card.js';
import { recommendedPlan, UpgradeDialog } from '../../ui/upgrade-dialog.js';

/** Instead of the form when the plan has no room for another companion. */
export function LimitPage({ plan }: { readonly plan: Plan }) {
  // It opens by itself, unless there is nothing larger to have.
  const [offered, setOffered] = useState<PaidPlan | null>(plan === 'premium' ? null : recommendedPlan(plan));
  const navigate = useNavigate();
  return (
    <div className="page">
      <title>{`${t('limit.title')} · Kith`}</title>
      <header className="page-head">
        <div>
          <h1>{t('limit.title')}</h1>
          <p>{t('limit.text', { plan: PLAN_CATALOGUE[plan].label, limit: PLAN_CATALOGUE[plan].maxBots })}</p>
        </div>
        <ButtonLink to={paths.dashboard}>
          <ArrowLeft size={17} aria-hidden="true" />
          {t('bot.backToDashboard')}
        </ButtonLink>
      </header>
      <div className="plans">
        {PLANS.map((each) => (
          <PlanCard
            key={each}
            name={PLAN_CATALOGUE[each].label}
            price={formatPrice(PLAN_CATALOGUE[each].priceCents)}
            period={each === 'free' ? t('plans.forever') : t('plans.perMonth')}
            benefits={benefits(each)}
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
    </div>
  );
}

function benefits(plan: Plan): string[] {
  const { maxBots: bots, dailyMessages: messages } = PLAN_CATALOGUE[plan];
  switch (plan) {
    case 'free':
      return [
        t('limit.free.bots', { count: bots }),
        t('limit.free.messages', { count: messages }),
        t('limit.free.traits'),
        t('limit.free.support'),
      ];
    case 'basic':
      return [
        t('limit.basic.bots', { count: bots }),
        t('limit.basic.messages', { count: messages }),
        t('limit.basic.traits'),
        t('limit.basic.support'),
        t('limit.basic.commands'),
      ];
    case 'premium':
      return [
        t('limit.premium.bots'),
        t('limit.premium.messages'),
        t('limit.premium.traits'),
        t('limit.premium.support'),
        t('limit.premium.models'),
        t('limit.premium.integrations'),
      ];
  }
}
