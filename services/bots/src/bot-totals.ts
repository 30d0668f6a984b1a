import { Interval, LOGGER, RunningCounts, type Logger } from '@kith/kit';
import { requireAdmin, type bots, type OutputOf, type ParsedInputOf } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { RuntimeInfoService } from './runtime-info.js';

const FOLD_EVERY_MS = 60_000;
const CHECK_EVERY_MS = 3_600_000;

/** How many bots all users have, and how many of them last reported to be online, as a trigger counts them. */
@Injectable()
export class BotTotals {
  private readonly counts: RunningCounts<'total' | 'online'>;

  constructor(
    @InjectDataSource() database: DataSource,
    @Inject(LOGGER) logger: Logger,
    private readonly runtimeInfo: RuntimeInfoService,
  ) {
    const counted = `
      select count(*) as total, count(*) filter (where runtime_state = 'online') as online from bots.bot where deleted_at is null`;
    this.counts = new RunningCounts({ database, logger, table: 'bots.bot_total', columns: ['total', 'online'], counted });
  }

  read(): Promise<Record<'total' | 'online', number>> {
    return this.counts.read();
  }

  /** The counts of all users' bots, for administrators. Without a runner none is active. */
  async stats({ actor }: ParsedInputOf<typeof bots.stats>): Promise<OutputOf<typeof bots.stats>> {
    requireAdmin(actor);
    const [{ total, online }, isRunnerUp] = await Promise.all([this.read(), this.runtimeInfo.isRunnerUp()]);
    return { total, active: isRunnerUp ? online : 0 };
  }

  @Interval(FOLD_EVERY_MS, 'the folding of the count of bots')
  fold(): Promise<void> {
    return this.counts.fold();
  }

  @Interval(CHECK_EVERY_MS, 'the check of the count of bots')
  check(): Promise<boolean> {
    return this.counts.check();
  }
}
