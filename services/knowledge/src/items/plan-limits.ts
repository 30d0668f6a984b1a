import { AppError, PLAN_CATALOGUE, type Actor, type Plan } from '@kith/proto';

/** How many items stay active after a downgrade, and how many titles the free plan sees (docs/decisions.md B14, W3). */
export const MIN_ACTIVE_ITEMS = 3;

export const includesKnowledge = ({ plan }: Pick<Actor, 'plan'>): boolean => PLAN_CATALOGUE[plan].maxKnowledgeItems > 0;

/** How many items of a bot are searched on a plan, oldest first. */
export const maxActiveItems = (plan: Plan): number => Math.max(MIN_ACTIVE_ITEMS, PLAN_CATALOGUE[plan].maxKnowledgeItems);

/** Throws UPGRADE_REQUIRED when the actor's plan does not allow `count` items per bot (docs/decisions.md W3). */
export function enforceItemLimit(count: number, actor: Actor): void {
  const { label, maxKnowledgeItems } = PLAN_CATALOGUE[actor.plan];
  if (count <= maxKnowledgeItems && maxKnowledgeItems > 0) return;
  throw new AppError(
    'UPGRADE_REQUIRED',
    maxKnowledgeItems === 0
      ? 'Upgrade to Add Knowledge'
      : `The ${label} plan allows ${maxKnowledgeItems} knowledge items per bot. Please upgrade your plan.`,
  );
}
