import { CONFIG, Interval, type Config } from '@kith/kit';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

const SWEEP_EVERY_MS = 3_600_000;
/** Rows per statement: none of them takes longer than a statement may. */
const AT_ONCE = 1000;

/** What was said does not stay for ever: it goes after MESSAGE_RETENTION_DAYS. The counts of delivered replies stay. */
@Injectable()
export class OldMessages implements OnModuleDestroy {
  private isEnding = false;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Deletes what is older, the oldest first; answers how many messages. */
  @Interval(SWEEP_EVERY_MS, 'the sweep of old messages')
  async sweep(): Promise<number> {
    let total = 0;
    for (let count = AT_ONCE; count === AT_ONCE && !this.isEnding; total += count) count = await this.deleteSome();
    return total;
  }

  onModuleDestroy(): void {
    this.isEnding = true;
  }

  private async deleteSome(): Promise<number> {
    const [, count] = await this.database.query<[unknown[], number]>(
      `delete from chat.message where id in (
         select id from chat.message where created_at < now() - make_interval(days => $1) order by created_at limit $2
         for update skip locked)`,
      [this.config.MESSAGE_RETENTION_DAYS, AT_ONCE],
    );
    return count;
  }
}
