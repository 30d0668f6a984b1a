import { RunningCounts, type CountSpec } from '@kith/kit';
import { requireAdmin, type bots, type OutputOf, type ParsedInputOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { RuntimeInfoService } from './runtime-info.js';

/** How many bots all users have, and how many of them last reported to be online. */
export const BOT_TOTAL: CountSpec<'total' | 'online'> = {
  table: 'bots.bot_total',
  source: 'bots.bot',
  columns: ['total', 'online'],
  counted: (rows) =>
    `select count(*) as total, count(*) filter (where runtime_state = 'online') as online from ${rows} where deleted_at is null`,
};

@Injectable()
export class BotTotals {
  constructor(
    private readonly counts: RunningCounts,
    private readonly runtimeInfo: RuntimeInfoService,
  ) {}

  /** The counts of all users' bots, for administrators. Without a runner none is active. */
  async stats({ actor }: ParsedInputOf<typeof bots.stats>): Promise<OutputOf<typeof bots.stats>> {
    requireAdmin(actor);
    const [{ total, online }, isRunnerUp] = await Promise.all([this.counts.read(BOT_TOTAL), this.runtimeInfo.isRunnerUp()]);
    return { total, active: isRunnerUp ? online : 0 };
  }
}
