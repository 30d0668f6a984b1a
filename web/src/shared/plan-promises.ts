import { PLAN_PROMISES, type Plan, type PlanPromise } from '@kith/proto';
import { hasText, t } from '../lib/i18n.js';
import type { planPageMessages } from '../lib/messages/en-plan-pages.js';

/** What a page says a plan is sold with: rows that the server enforces, and nothing else (docs/decisions.md D1). */
export function promiseTexts(page: keyof typeof planPageMessages.promises, plan: Plan): string[] {
  const rows: readonly PlanPromise[] = PLAN_PROMISES;
  return rows
    .filter(({ plans }) => plans.includes(plan))
    .map(({ id, amount }) => ({ key: `promises.${page}.${id}.${plan}`, count: amount?.(plan) ?? 0 }))
    .filter(({ key }) => hasText(key))
    .map(({ key, count }) => t(key as 'promises.full.bots.free', { count }));
}
