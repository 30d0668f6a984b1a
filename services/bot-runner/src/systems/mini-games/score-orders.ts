import type { CountSpec, ListOrder } from '@kith/kit';

const SOURCE = 'runner.game_score';

/** The members of a server with most points first. */
export const HIGH_SCORES: ListOrder = {
  source: SOURCE,
  where: 'bot_id = $1 and guild_id = $2',
  parameters: ['uuid', 'text'],
  keys: { '(-points)': 'number', member_id: 'text' },
  readBy: 'runner.high_scores',
};

/** How many members of a server have points. */
export const SCORE_COUNT: CountSpec<'members', 'bot_id' | 'guild_id'> = {
  table: 'runner.score_count',
  source: SOURCE,
  keys: { bot_id: 'uuid', guild_id: 'text' },
  columns: ['members'],
  counted: (rows) => `select bot_id, guild_id, count(*) as members from ${rows} group by bot_id, guild_id`,
};
