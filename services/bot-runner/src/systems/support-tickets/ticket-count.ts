import type { CountSpec } from '@kith/kit';

/** How many tickets of a bot are open and closed in each server. */
export const TICKET_COUNT: CountSpec<'open' | 'closed', 'bot_id' | 'guild_id'> = {
  table: 'runner.ticket_count',
  source: 'runner.ticket',
  keys: { bot_id: 'uuid', guild_id: 'text' },
  columns: ['open', 'closed'],
  counted: (rows) =>
    `select bot_id, guild_id, count(*) filter (where closed_at is null) as open, count(*) filter (where closed_at is not null) as closed
     from ${rows} group by bot_id, guild_id`,
};
