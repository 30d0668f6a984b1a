import type { CountSpec } from '@kith/kit';

/** How the replies of a bot were rated in each hour (UTC). `reason` is '' for a rating without one. */
export const RATING_COUNT: CountSpec<'ratings', 'bot_id' | 'hour' | 'is_good' | 'reason'> = {
  table: 'chat.rating_count',
  source: 'chat.rating',
  keys: { bot_id: 'uuid', hour: 'timestamptz', is_good: 'boolean', reason: 'text' },
  columns: ['ratings'],
  counted: (rows) => `
    select bot_id, date_trunc('hour', rated_at, 'UTC') as hour, is_good, coalesce(reason, '') as reason, count(*) as ratings
    from ${rows} group by 1, 2, 3, 4`,
};
