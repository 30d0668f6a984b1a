import { AppError, PLAN_CATALOGUE, type Actor, type Plan } from '@kith/proto';

/** Decisions B14 and W3: so many items stay active after a downgrade, and so many titles are seen without a plan. */
export const ALWAYS_ACTIVE = 3;

export const hasKnowledge = ({ plan }: Pick<Actor, 'plan'>): boolean => PLAN_CATALOGUE[plan].maxKnowledgeItems > 0;

/** How many of the first items are searched on a plan. */
export const activeItems = (plan: Plan): number => Math.max(ALWAYS_ACTIVE, PLAN_CATALOGUE[plan].maxKnowledgeItems);

/** UPGRADE_REQUIRED when a companion that holds `known` items may hold no more (decision W3). */
export function refuseAbove(known: number, actor: Actor): void {
  const { label, maxKnowledgeItems } = PLAN_CATALOGUE[actor.plan];
  if (known <= maxKnowledgeItems && maxKnowledgeItems > 0) return;
  throw new AppError(
    'UPGRADE_REQUIRED',
    maxKnowledgeItems === 0
      ? 'Upgrade to Add Knowledge'
      : `The ${label} plan allows ${maxKnowledgeItems} knowledge items per bot. Please upgrade your plan.`,
  );
}
