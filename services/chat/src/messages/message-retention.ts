import { CONFIG, Interval, type Config } from '@kith/kit';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

const SWEEP_EVERY_MS = 3_600_000;
/** Rows per statement, so that each stays within the statement timeout. */
const BATCH = 1000;
/** Pictures are kept no longer, however long the operator keeps messages. */
const MAX_PICTURE_DAYS = 30;

/** Deletes messages after MESSAGE_RETENTION_DAYS, and pictures after 30 days at most. The counts of delivered replies are kept. */
@Injectable()
export class MessageRetention implements OnModuleDestroy {
  private isStopping = false;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Deletes expired messages, the oldest first; returns how many. */
  @Interval(SWEEP_EVERY_MS, 'message retention sweep')
  sweep(): Promise<number> {
    return this.inBatches(() => this.deleteBatch());
  }

  /** Deletes pictures of conversations that nobody continued; returns how many. */
  @Interval(SWEEP_EVERY_MS, 'kept picture sweep')
  sweepPictures(): Promise<number> {
    return this.inBatches(() => this.deletePictureBatch());
  }

  /** Empties messages that are not kept and whose delivery was not reported within an hour; returns how many. */
  @Interval(SWEEP_EVERY_MS, 'sweep of messages that are not kept')
  emptyUnreported(): Promise<number> {
    return this.inBatches(() => this.emptyBatch());
  }

  onModuleDestroy(): void {
    this.isStopping = true;
  }

  private async inBatches(runBatch: () => Promise<number>): Promise<number> {
    let total = 0;
    for (let count = BATCH; count === BATCH && !this.isStopping; total += count) count = await runBatch();
    return total;
  }

  private async emptyBatch(): Promise<number> {
    const [, count] = await this.database.query<[unknown[], number]>(
      `update chat.message set question = '', reply = '', author_name = '', sources = '{}' where id in (
         select id from chat.message where not is_kept and reply <> '' and created_at < now() - interval '1 hour' limit $1
         for update skip locked)`,
      [BATCH],
    );
    return count;
  }

  private async deletePictureBatch(): Promise<number> {
    const [, count] = await this.database.query<[unknown[], number]>(
      `delete from chat.message_picture where (message_id, position) in (
         select message_id, position from chat.message_picture where created_at < now() - make_interval(days => $1)
         order by created_at limit $2 for update skip locked)`,
      [Math.min(MAX_PICTURE_DAYS, this.config.MESSAGE_RETENTION_DAYS), BATCH],
    );
    return count;
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
