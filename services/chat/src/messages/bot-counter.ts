import type { EntityManager } from 'typeorm';

/**
 * Locks the bot's row of `bot_counter` until the transaction ends and returns the bot's epoch: how often it was wiped. Whatever stores,
 * counts, forgets or wipes messages takes this lock first and the messages after.
 */
export async function lockBotCounter(transaction: EntityManager, botId: string): Promise<number> {
  // The update changes nothing, but it waits for a concurrent wipe and then reads the row as the wipe left it.
  const [counter] = await transaction.query<[{ epoch: number }]>(
    `insert into chat.bot_counter as c (bot_id, delivered) values ($1, 0)
     on conflict (bot_id) do update set delivered = c.delivered returning epoch`,
    [botId],
  );
  return counter.epoch;
}
