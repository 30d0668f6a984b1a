import { PLAN_CATALOGUE, FORM_TRAITS, hasTrait, UNLIMITED_BOTS, type Plan } from '@kith/proto';
import { isUnlimited } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';

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
