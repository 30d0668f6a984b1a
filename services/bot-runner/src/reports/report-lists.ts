import type { CountSpec, ListOrder } from '@kith/kit';

const SOURCE = 'runner.report';

/** From the oldest. */
export const OPEN_REPORTS: ListOrder = {
  source: SOURCE,
  where: "state = 'open'",
  keys: { created_at: 'time', id: 'uuid' },
  readBy: 'runner.open_reports',
};
/** Of the state $1, from the one that was handled last. */
export const HANDLED_REPORTS: ListOrder = {
  source: SOURCE,
  where: "state = $1 and state <> 'open'",
  parameters: ['text'],
  keys: { handled_at: 'time', id: 'uuid' },
  isDescending: true,
  readBy: 'runner.handled_reports',
};

/** How many reports there are in each state. */
export const REPORT_COUNT: CountSpec<'reports', 'state'> = {
  table: 'runner.report_count',
  source: SOURCE,
  keys: { state: 'text' },
  columns: ['reports'],
  counted: (rows) => `select state, count(*) as reports from ${rows} group by state`,
};
