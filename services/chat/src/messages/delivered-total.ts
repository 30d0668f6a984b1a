import { Interval, LOGGER, RunningCounts, type Logger } from '@kith/kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

const FOLD_EVERY_MS = 60_000;
const CHECK_EVERY_MS = 3_600_000;

/** How many replies of all bots were delivered: the sum of their counters, which a trigger keeps. */
@Injectable()
export class DeliveredTotal {
  private readonly counts: RunningCounts<'delivered'>;

  constructor(@InjectDataSource() database: DataSource, @Inject(LOGGER) logger: Logger) {
    const counted = 'select coalesce(sum(delivered), 0) as delivered from chat.bot_counter';
    this.counts = new RunningCounts({ database, logger, table: 'chat.delivered_total', columns: ['delivered'], counted });
  }

  async read(): Promise<number> {
    return (await this.counts.read()).delivered;
  }

  @Interval(FOLD_EVERY_MS, 'the folding of the count of replies')
  fold(): Promise<void> {
    return this.counts.fold();
  }

  @Interval(CHECK_EVERY_MS, 'the check of the count of replies')
  check(): Promise<boolean> {
    return this.counts.check();
  }
}
