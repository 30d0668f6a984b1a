import { Interval } from '@kith/kit';
import type { bots, OutputOf, ParsedInputOf } from '@kith/proto';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { viewOf } from '../bot-view.js';
import { BotsService } from '../bots.service.js';
import { RuntimeInfoService } from '../runtime-info.js';

const CHECK_INTERVAL_MS = 30_000;
// Tolerates two failed checks before connections count as lost.
const LOST_AFTER_MS = 100_000;
// Keeps a statement below the statement timeout of five seconds, and the bots it locks available to others.
const BATCH = 2000;

// docs/decisions.md N2. $2 is the current time, passed in so that tests can set it.
const UPTIME_PERCENT = `
  select 100 * sum(spent) filter (where is_ready) / nullif(sum(spent), 0) as percent
  from (
    select is_ready,
      extract(epoch from least(coalesce(ended_at, $2), $2) - greatest(started_at, $2::timestamptz - interval '7 days')) as spent
    from bots.run_period
    where bot_id = $1 and started_at < $2 and (ended_at is null or ended_at > $2::timestamptz - interval '7 days')
  ) period`;

/**
 * SQL that ends up to BATCH open periods with the given `is_ready` whose bot fulfils `where`, and starts periods with the opposite value,
 * both at $1 or at the start of the period if that is later. Returns the number of bots.
 */
const flipPeriods = (isReady: boolean, where: string): string => `
  with due as materialized (
    select bot.id as bot_id, period.id as period_id, greatest(period.started_at, $1::timestamptz) as at
    from bots.bot join bots.run_period period on period.bot_id = bot.id and period.ended_at is null
    where period.is_ready = ${isReady} and ${where}
    order by bot.id
    limit ${BATCH}
    for no key update of bot
  ), ended as (
    update bots.run_period period set ended_at = due.at from due where period.id = due.period_id and period.ended_at is null
    returning period.bot_id, period.ended_at
  ), begun as (
    insert into bots.run_period (bot_id, is_ready, started_at) select bot_id, ${!isReady}, ended_at from ended
  )
  select count(*)::int as flipped from due`;
const MARK_LOST = flipPeriods(true, 'true');
const MARK_CONNECTED = flipPeriods(false, `bot.desired_online and bot.runtime_state = 'online'`);

/**
 * How much of the time in which a bot was meant to be on Discord it was connected.
 *
 * A database trigger records periods from the reports of runners. A runner that dies reports nothing, so this service also checks whether
 * any runner is up: while none is, no bot counts as connected, from the last check that found one. Once a runner is up again, bots whose
 * row says online count as connected again until a report says otherwise.
 */
@Injectable()
export class UptimeService implements OnApplicationBootstrap {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly bots: BotsService,
    private readonly runtimeInfo: RuntimeInfoService,
  ) {}

  /** Checks before the first call is handled, because a report would end a period that was not observed as if it had been. */
  async onApplicationBootstrap(): Promise<void> {
    await this.checkRunners();
  }

  async uptime({ actor, botId }: ParsedInputOf<typeof bots.uptime>, now = new Date()): Promise<OutputOf<typeof bots.uptime>> {
    const bot = await this.bots.ownBot(actor, botId);
    const [[row], isRunnerUp] = await Promise.all([
      this.database.query<{ percent: string | null }[]>(UPTIME_PERCENT, [botId, now]),
      this.runtimeInfo.isRunnerUp(),
    ]);
    const { model, status } = viewOf(bot, { messageCount: null, isRunnerUp });
    // Clamped against rounding errors. A bot that was never meant to be online has no periods and an uptime of 0.
    const uptime = Math.min(100, Math.max(0, Math.round(Number(row?.percent ?? 0) * 100) / 100));
    return { uptime, status, model };
  }

  /** Records whether a runner is up, adjusts the periods accordingly, and deletes those that are too old to count. */
  @Interval(CHECK_INTERVAL_MS, 'the check of the runners')
  async checkRunners(now = new Date()): Promise<void> {
    const isRunnerUp = await this.runtimeInfo.isRunnerUp();
    while ((await this.markLost(now)) === BATCH);
    if (isRunnerUp) {
      // First, so that a replica that checks at the same time does not mark as lost what is marked as connected here.
      await this.database.query('update bots.runner_presence set seen_at = greatest(seen_at, $1)', [now]);
      while ((await flip(this.database.manager, MARK_CONNECTED, now)) === BATCH);
    }
    await this.database.query(`delete from bots.run_period where ended_at < $1::timestamptz - interval '8 days'`, [now]);
  }

  /** Ends connected periods if no runner was seen for too long; returns for how many bots. */
  private markLost(now: Date): Promise<number> {
    return this.database.transaction(async (manager) => {
      const seenAt = await lockRunnerPresence(manager);
      const isLost = now.getTime() - seenAt.getTime() > LOST_AFTER_MS;
      return isLost ? flip(manager, MARK_LOST, seenAt) : 0;
    });
  }
}

async function flip(manager: EntityManager, statement: string, at: Date): Promise<number> {
  const [row] = await manager.query<{ flipped: number }[]>(statement, [at]);
  return row?.flipped ?? 0;
}

/** When a runner was last seen. The lock makes replicas check one after the other. */
async function lockRunnerPresence(manager: EntityManager): Promise<Date> {
  const [row] = await manager.query<{ seen_at: Date }[]>('select seen_at from bots.runner_presence for update');
  return row?.seen_at ?? new Date(0);
}
