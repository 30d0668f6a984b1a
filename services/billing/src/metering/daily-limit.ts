import { PLAN_CATALOGUE, UNLIMITED_MESSAGES, type Plan } from '@kith/proto';

/** Messages a day that a plan pays; null for a plan without a limit. */
export function dailyLimitOf(plan: Plan): number | null {
  const { dailyMessages } = PLAN_CATALOGUE[plan];
  return dailyMessages === UNLIMITED_MESSAGES ? null : dailyMessages;
}
