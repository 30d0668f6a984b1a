import { Interval, LOGGER, RunningCounts, type Logger } from '@kith/kit';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

const FOLD_EVERY_MS = 60_000;
const CHECK_EVERY_MS = 3_600_000;

/** How many users there are, and how many of them want product news, as a trigger counts them. */
@Injectable()
export class UserCounts {
  private readonly counts: RunningCounts<'users' | 'subscribers'>;

  constructor(database: DataSource, @Inject(LOGGER) logger: Logger) {
    const counted =
      'select count(*) as users, count(*) filter (where marketing_updates) as subscribers from auth."user" where removed_at is null';
    this.counts = new RunningCounts({ database, logger, table: 'auth.user_count', columns: ['users', 'subscribers'], counted });
  }

  read(): Promise<Record<'users' | 'subscribers', number>> {
    return this.counts.read();
  }

  @Interval(FOLD_EVERY_MS, 'the folding of the count of users')
  fold(): Promise<void> {
    return this.counts.fold();
  }

  @Interval(CHECK_EVERY_MS, 'the check of the count of users')
  check(): Promise<boolean> {
    return this.counts.check();
  }
}
