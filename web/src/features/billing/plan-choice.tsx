import { planRank, type Plan } from '@kith/proto';
import { paths } from '../../app/paths.js';
import { t } from '../../lib/i18n.js';
import type { PaidPlan } from '../../lib/use-plan-checkout.js';
import { Button, ButtonLink } from '../../ui/button.js';
import { toast } from '../../ui/toast.js';

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
