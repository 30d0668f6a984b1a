import type { CountSpec } from '@kith/kit';

/** How many events the audit log has of each action. */
export const AUDIT_COUNT: CountSpec<'events', 'action'> = {
  table: 'auth.audit_count',
  source: 'auth.audit_event',
  keys: { action: 'text' },
  columns: ['events'],
  counted: (rows) => `select action, count(*) as events from ${rows} group by action`,
};
