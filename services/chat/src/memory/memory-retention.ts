import { CONFIG, Interval, type Config } from '@kith/kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

const SWEEP_EVERY_MS = 3_600_000;
/** Rows per statement, so that each stays within the statement timeout. */
const BATCH = 500;

/** Deletes what is remembered of people who have not talked to the bot there for MESSAGE_RETENTION_DAYS. */
@Injectable()
export class MemoryRetention {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Returns how many memories were deleted. */
  @Interval(SWEEP_EVERY_MS, 'memory retention sweep')
  async sweep(): Promise<number> {
    let total = 0;
    for (let count = BATCH; count === BATCH; total += count) {
      const [, deleted] = await this.database.query<[unknown[], number]>(
        `delete from chat.memory where id in (
           select id from chat.memory where used_at < now() - make_interval(days => $1) order by used_at limit $2 for update skip locked)`,
        [this.config.MESSAGE_RETENTION_DAYS, BATCH],
      );
      count = deleted;
    }
    return total;
  }
}
