import type { CountSpec } from '@kith/kit';

/** Of how many members of Discord a bot remembers something, and how many facts. A member counts once, in however many places they are known. */
export const MEMORY_COUNT: CountSpec<'people' | 'facts', 'bot_id'> = {
  table: 'chat.memory_count',
  source: 'chat.memory',
  keys: { bot_id: 'uuid' },
  columns: ['people', 'facts'],
  counted: (rows) => `
    select bot_id, count(distinct member) filter (where facts > 0 or summary <> '') as people, sum(facts) as facts
    from ${rows} where scope <> 'web' group by bot_id`,
  group: ['bot_id', 'member'],
};
