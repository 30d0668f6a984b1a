import { AppError, PLAN_CATALOGUE, type Actor, type Plan } from '@kith/proto';

const largest = Math.max(...Object.values(PLAN_CATALOGUE).map(({ maxKnowledgeItems }) => maxKnowledgeItems));

/** How many titles the owner sees when contents are hidden (docs/decisions.md W3). */
export const SHOWN_TITLES = 3;

/** How many items of a bot are searched on a plan, oldest first (docs/decisions.md B14). */
export const maxActiveItems = (plan: Plan): number => PLAN_CATALOGUE[plan].maxKnowledgeItems;

/** Whether the owner of a bot with `count` items sees only titles: on the free plan, above its limit (docs/decisions.md W3). */
export const hidesContents = (count: number, actor: Pick<Actor, 'plan'>): boolean =>
  mayHideContents(actor) && count > maxActiveItems(actor.plan);

/** Whether it depends on the number of items. */
export const mayHideContents = ({ plan }: Pick<Actor, 'plan'>): boolean => plan === 'free';

/** Throws UPGRADE_REQUIRED when the actor's plan does not allow `count` items per bot (docs/decisions.md W3). */
export function enforceItemLimit(count: number, { plan }: Pick<Actor, 'plan'>): void {
  const { label, maxKnowledgeItems } = PLAN_CATALOGUE[plan];
  if (count <= maxKnowledgeItems) return;
  if (plan === 'free') throw new AppError('UPGRADE_REQUIRED', 'Upgrade to Add Knowledge');
  const way = maxKnowledgeItems < largest ? 'Please upgrade your plan.' : 'Delete one to add another.';
  throw new AppError(
    'UPGRADE_REQUIRED',
    `The ${label} plan allows ${maxKnowledgeItems.toLocaleString('en')} knowledge items per bot. ${way}`,
  );
}
