import { inIndexOrder, paced, TimedBatches } from '@kith/kit';
import type { DataSource } from 'typeorm';

const MAX_BATCH = 5000;

/**
 * Deletes or changes the rows of a table that have reached an age. It does so in batches: after an outage of a day there are more of them than one
 * statement may take.
 */
export class OldRows {
  private readonly batches = new TimedBatches(MAX_BATCH);

  /** `statement` does so for at most $2 rows that are older than $1 days. */
  constructor(
    private readonly database: DataSource,
    private readonly statement: string,
    private readonly days: number,
  ) {}

  /** Returns when no such rows are left, or after the batch during which `signal` was aborted. */
  async sweep(signal: AbortSignal): Promise<void> {
    let isDone = false;
    while (!isDone && !signal.aborted) isDone = await paced(() => this.batches.run((size) => this.runBatch(size)), { signal });
  }

  private runBatch(size: number): Promise<number> {
    return inIndexOrder(this.database, async (manager) => {
      const [, count] = await manager.query<[unknown[], number]>(this.statement, [this.days, size]);
      return count;
    });
  }
}
