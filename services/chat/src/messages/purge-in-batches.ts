import type { DataSource } from 'typeorm';
import { lockBotCounter } from './bot-counter.js';

/** Rows that one statement deletes: the triggers that keep the sums take most of its time, and of many more it would exceed the statement timeout. */
const BATCH = 2000;
const DELETIONS = [
  'delete from chat.message where id = any ((select chat.message_batch($1, $2))::uuid[])',
  'delete from chat.memory where id = any ((select chat.memory_batch($1, $2))::uuid[])',
];

/**
 * Deletes messages of a bot that is wiped and what it remembers of people, in batches, until one batch of each is left: those rows are deleted
 * together with the beginning of the next epoch, so that no later reply reads a part of them.
 */
export async function purgeInBatches(database: DataSource, botId: string): Promise<void> {
  for (const deletion of DELETIONS) while ((await purgeBatch(database, botId, deletion)) === BATCH);
}

function purgeBatch(database: DataSource, botId: string, deletion: string): Promise<number> {
  return database.transaction(async (transaction) => {
    await lockBotCounter(transaction, botId);
    const [, count] = await transaction.query<[unknown[], number]>(deletion, [botId, BATCH]);
    return count;
  });
}
