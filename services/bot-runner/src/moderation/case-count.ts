import type { CountSpec } from '@kith/kit';

/** How many cases of moderation are kept of a bot in each server. */
export const CASE_COUNT: CountSpec<'cases', 'bot_id' | 'guild_id'> = {
  table: 'runner.case_count',
  source: 'runner.moderation_case',
  keys: { bot_id: 'uuid', guild_id: 'text' },
  columns: ['cases'],
  counted: (rows) => `select bot_id, guild_id, count(*) as cases from ${rows} group by bot_id, guild_id`,
};
