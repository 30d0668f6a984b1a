import type { CountSpec } from '@kith/kit';

/** How many users there are, and how many of them want product news. */
export const USER_COUNT: CountSpec<'users' | 'subscribers'> = {
  table: 'auth.user_count',
  source: 'auth."user"',
  columns: ['users', 'subscribers'],
  counted: (rows) =>
    `select count(*) as users, count(*) filter (where marketing_updates) as subscribers from ${rows} where removed_at is null`,
};
