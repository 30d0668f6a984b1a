import { CONFIG, Interval, type Config } from '@kith/kit';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

const SWEEP_EVERY_MS = 3_600_000;
/** Rows per statement, so that each stays within the statement timeout. */
const BATCH = 1000;

/** Deletes messages after MESSAGE_RETENTION_DAYS. The counts of delivered replies are kept. */
@Injectable()
export class MessageRetention implements OnModuleDestroy {
  private isStopping = false;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Deletes expired messages, the oldest first; returns how many. */
  @Interval(SWEEP_EVERY_MS, 'message retention sweep')
  async sweep(): Promise<number> {
    let total = 0;
    for (let count = BATCH; count === BATCH && !this.isStopping; total += count) count = await this.deleteBatch();
    return total;
  }

  /** Empties messages that are not kept and whose delivery was never reported. */
  @Interval(SWEEP_EVERY_MS, 'sweep of messages that are not kept')
  async emptyForgotten(): Promise<void> {
    await this.database.query(
      `update chat.message set question = '', reply = '', author_name = '', sources = '{}'
       where not is_kept and reply <> '' and created_at < now() - interval '1 hour'`,
    );
  }

  onModuleDestroy(): void {
    this.isStopping = true;
  }

  private async deleteBatch(): Promise<number> {
    const [, count] = await this.database.query<[unknown[], number]>(
      `delete from chat.message where id in (
         select id from chat.message where created_at < now() - make_interval(days => $1) order by created_at limit $2
         for update skip locked)`,
      [this.config.MESSAGE_RETENTION_DAYS, BATCH],
    );
    return count;
  }
}
