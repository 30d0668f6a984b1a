import type { CountSpec } from '@kith/kit';

/** How many pinned answers a bot has. */
export const PINNED_COUNT: CountSpec<'answers', 'bot_id'> = {
  table: 'chat.pinned_count',
  source: 'chat.pinned_answer',
  keys: { bot_id: 'uuid' },
  columns: ['answers'],
  counted: (rows) => `select bot_id, count(*) as answers from ${rows} group by bot_id`,
};
