import { PLAN_PROMISES, type Plan, type PlanPromise } from '@kith/proto';
import { t } from '../lib/i18n.js';
import { planMessages } from '../lib/messages/en-plans.js';

const WORDS: Readonly<Record<string, Readonly<Record<string, Partial<Readonly<Record<Plan, string>>>>>>> = planMessages.promises;

/** What a page says a plan is sold with: rows that the server enforces, and nothing else (docs/decisions.md D1). */
export function promiseTexts(page: keyof typeof planMessages.promises, plan: Plan): string[] {
  const rows: readonly PlanPromise[] = PLAN_PROMISES;
  const shown = rows.filter(({ id, plans }) => plans.includes(plan) && WORDS[page]?.[id]?.[plan] !== undefined);
  return shown.map(({ id, amount }) =>
    t(`promises.${page}.${id}.${plan}` as 'promises.full.bots.free', { count: amount?.(plan) ?? 0 }),
  );
}
