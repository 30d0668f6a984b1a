import { TimedBatches } from '@kith/kit';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { lockBotCounter } from './bot-counter.js';

/** The triggers that keep the sums take most of the time of a deletion: of many more rows one statement would exceed the statement timeout. */
const MAX_BATCH = 2000;
const MESSAGES = 'delete from chat.message where id = any ((select chat.message_batch($1, $2))::uuid[])';
const MEMORY = 'delete from chat.memory where id = any ((select chat.memory_batch($1, $2))::uuid[])';

/**
 * Deletes messages of a bot that is wiped and what it remembers of people, in batches, until one batch of each is left: those rows are deleted
 * together with the beginning of the next epoch, so that no later reply reads a part of them.
 */
@Injectable()
export class MessageDeletion {
  private readonly deletions = [MESSAGES, MEMORY].map((statement) => ({ statement, batches: new TimedBatches(MAX_BATCH) }));

  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Deletes one batch. True when no more than that was left. */
  async deleteSome(botId: string): Promise<boolean> {
    for (const { statement, batches } of this.deletions) {
      const isLast = await batches.run((size) => this.deleteBatch(botId, statement, size));
      if (!isLast) return false;
    }
    return true;
  }

  private deleteBatch(botId: string, statement: string, size: number): Promise<number> {
    return this.database.transaction(async (transaction) => {
      await lockBotCounter(transaction, botId);
      const [, count] = await transaction.query<[unknown[], number]>(statement, [botId, size]);
      return count;
    });
  }
}
