import { growingCache, TimedBatches } from '@kith/kit';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { lockBotCounter } from './bot-counter.js';

/** The triggers that keep the sums take most of the time of a deletion: of many more rows one statement would exceed the statement timeout. */
const MAX_BATCH = 2000;
/** They take about three milliseconds of a processor. With fewer a busy machine deletes no more than some hundred in a second. */
const MIN_BATCH = 100;
/** Bots of which it is known where the last batch ended. Of others the next one begins anew. */
const MAX_ENDS = 1000;
const MESSAGES = `
  with batch as materialized (select * from chat.message_batch($1, $2, $3, $4::timestamptz)),
  deleted as (delete from chat.message where id = any ((select array_agg(id) from batch)::uuid[]))
  select (count(*) over ())::int as count, array[conversation, at::text] as "end" from batch order by conversation desc, at limit 1`;
const MEMORY = `
  with batch as materialized (select * from chat.memory_batch($1, $2, $3, $4)),
  deleted as (delete from chat.memory where id = any ((select array_agg(id) from batch)::uuid[]))
  select (count(*) over ())::int as count, array[member, scope] as "end" from batch order by member desc, scope desc limit 1`;

/** Where a batch ended, in the order in which rows are deleted. */
type End = readonly [first: string, second: string];
interface Deleted {
  readonly count: number;
  readonly end: End;
}

/** The deletion of rows of one kind. */
class RowDeletion {
  private readonly batches = new TimedBatches(MAX_BATCH, MIN_BATCH);
  /** By bot. */
  private readonly ends = growingCache<End>(MAX_ENDS);

  constructor(
    private readonly database: DataSource,
    private readonly statement: string,
  ) {}

  /** Deletes one batch. True when no more than that was left. */
  async deleteSome(botId: string): Promise<boolean> {
    const end = this.ends.get(botId);
    const isLast = await this.batches.run((size) => this.deleteBatch(botId, size, end));
    if (!isLast) return false;
    this.ends.delete(botId);
    // What was stored since the first batch may stand before the place where the last one ended.
    return end === undefined;
  }

  private async deleteBatch(botId: string, size: number, [first, second]: Partial<End> = []): Promise<number> {
    const [deleted] = await this.database.transaction(async (transaction) => {
      await lockBotCounter(transaction, botId);
      return transaction.query<Deleted[]>(this.statement, [botId, size, first ?? null, second ?? null]);
    });
    if (!deleted) return 0;
    this.ends.set(botId, deleted.end);
    return deleted.count;
  }
}

/**
 * Deletes messages of a bot that is wiped and what it remembers of people, in batches, until one batch of each is left: those rows are deleted
 * together with the beginning of the next epoch, so that no later reply reads a part of them.
 */
@Injectable()
export class MessageDeletion {
  private readonly deletions: readonly RowDeletion[];

  constructor(@InjectDataSource() database: DataSource) {
    this.deletions = [MESSAGES, MEMORY].map((statement) => new RowDeletion(database, statement));
  }

  /** Deletes one batch. True when no more than that was left. */
  async deleteSome(botId: string): Promise<boolean> {
    for (const deletion of this.deletions) if (!(await deletion.deleteSome(botId))) return false;
    return true;
  }
}
