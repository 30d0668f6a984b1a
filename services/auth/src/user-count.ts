import type { CountSpec } from '@kith/kit';

/** How many users there are of each role, and how many of them want product news. */
export const USER_COUNT: CountSpec<'users' | 'subscribers', 'role'> = {
  table: 'auth.user_count',
  source: 'auth."user"',
  keys: { role: 'text' },
  columns: ['users', 'subscribers'],
  counted: (rows) =>
    `select role, count(*) as users, count(*) filter (where marketing_updates) as subscribers from ${rows}
     where removed_at is null group by role`,
};
