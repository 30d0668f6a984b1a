import type { CountSpec } from '@kith/kit';

/** How many events of the provider are kept in each state. */
export const WEBHOOK_COUNT: CountSpec<'events', 'state'> = {
  table: 'billing.webhook_count',
  source: 'billing.webhook_event',
  keys: { state: 'text' },
  columns: ['events'],
  counted: (rows) => `select state, count(*) as events from ${rows} group by state`,
};
