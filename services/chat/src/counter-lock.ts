import type { EntityManager } from 'typeorm';

/**
 * Whatever stores, counts, forgets or wipes takes this first and the messages after: until the transaction ends nobody else does. Answers
 * how often the companion was wiped.
 */
export async function lockCounter(transaction: EntityManager, botId: string): Promise<number> {
  // Changes nothing, and waits for a wipe: it finds the row as that left it.
  const [counter] = await transaction.query<[{ epoch: number }]>(
    `insert into chat.counter as c (bot_id, delivered) values ($1, 0)
     on conflict (bot_id) do update set delivered = c.delivered returning epoch`,
    [botId],
  );
  return counter.epoch;
}
