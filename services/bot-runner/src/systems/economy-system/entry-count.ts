import type { CountSpec } from '@kith/kit';

/** How many entries the ledger of coins has of a bot in each server. */
export const ENTRY_COUNT: CountSpec<'entries', 'bot_id' | 'guild_id'> = {
  table: 'runner.economy_entry_count',
  source: 'runner.economy_entry',
  keys: { bot_id: 'uuid', guild_id: 'text' },
  columns: ['entries'],
  counted: (rows) => `select bot_id, guild_id, count(*) as entries from ${rows} group by bot_id, guild_id`,
};
