import type { CountSpec } from '@kith/kit';

/** How many users have each paid plan, as it was announced last. */
export const PLAN_COUNT: CountSpec<'users', 'plan'> = {
  table: 'billing.plan_count',
  source: 'billing.announced_plan',
  keys: { plan: 'text' },
  columns: ['users'],
  counted: (rows) => `select plan, count(*) as users from ${rows} where plan <> 'free' group by plan`,
};
