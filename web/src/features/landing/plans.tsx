import { PLAN_CATALOGUE, PLANS, type Plan } from '@kith/proto';
import type { ReactNode } from 'react';
import { formatPrice } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { PlanCard } from '../../shared/plan-card.js';

/** The three plans, with every number from the catalogue (decisions B1, B2). */
export function Plans({ action }: { readonly action: ReactNode }) {
  return (
    <div className="plans">
      {PLANS.map((plan) => (
        <PlanCard
          key={plan}
          name={PLAN_CATALOGUE[plan].label}
          price={formatPrice(PLAN_CATALOGUE[plan].priceCents)}
          period={plan === 'free' ? t('plans.forever') : t('plans.perMonth')}
          badge={plan === 'basic' ? t('plans.mostPopular') : undefined}
          benefits={benefits(plan)}
          action={action}
        />
      ))}
    </div>
  );
}

function benefits(plan: Plan): string[] {
  const { maxBots, dailyMessages } = PLAN_CATALOGUE[plan];
  switch (plan) {
    case 'free':
      return [t('plans.free.friends'), t('plans.free.model'), t('plans.free.interactions', { count: dailyMessages })];
    case 'basic':
      return [
        t('plans.basic.friends', { count: maxBots }),
        t('plans.basic.model'),
        t('plans.basic.interactions', { count: dailyMessages }),
        t('plans.basic.media'),
      ];
    case 'premium':
      return [
        t('plans.premium.friends'),
        t('plans.premium.model'),
        t('plans.premium.interactions'),
        t('plans.premium.media'),
        t('plans.premium.memory'),
      ];
  }
}
