import type { CountSpec, ListOrder } from '@kith/kit';

const SOURCE = 'runner.level_member';

/** Members are counted in bands of so much experience: the place of a member is the number of those in the bands above, and above them in their own. */
export const BAND = 100;

/** The leaderboard of a server. */
export const LEADERBOARD: ListOrder = {
  source: SOURCE,
  where: 'bot_id = $1 and guild_id = $2',
  parameters: ['uuid', 'text'],
  keys: { '(-experience)': 'number', member_id: 'text' },
  readBy: 'runner.leaderboard',
};

/** How many members of a server have experience, by hundreds. */
export const LEVEL_COUNT: CountSpec<'members', 'bot_id' | 'guild_id' | 'band'> = {
  table: 'runner.level_count',
  source: SOURCE,
  keys: { bot_id: 'uuid', guild_id: 'text', band: 'int' },
  columns: ['members'],
  counted: (rows) =>
    `select bot_id, guild_id, experience / ${BAND} as band, count(*) as members from ${rows} group by bot_id, guild_id, experience / ${BAND}`,
};
