import type { CountSpec } from '@kith/kit';

/** How many replies of all bots were delivered: the sum of their counters. */
export const DELIVERED_TOTAL: CountSpec<'delivered'> = {
  table: 'chat.delivered_total',
  source: 'chat.bot_counter',
  columns: ['delivered'],
  counted: (rows) => `select coalesce(sum(delivered), 0) as delivered from ${rows}`,
};
