import { Interval } from '@kith/kit';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { LiveFacts } from '../live-facts.js';

const LOOK_EVERY_MS = 30_000;
// Two looks may fail before what they would have seen counts as not seen.
const UNSEEN_AFTER_MS = 100_000;

// A statement may take five seconds, and others wait for the companions it holds.
const BATCH = 2000;

/**
 * Ends open periods in $1 of companions where the condition holds, and opens the opposite at $1, or when they began if that is later;
 * answers of how many companions.
 */
const turnPeriods = (isReady: boolean, where: string): string => `
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
  select count(*)::int as turned from due`;
const LOSE_SIGHT = turnPeriods(true, 'true');
const FIND_AGAIN = turnPeriods(false, `bot.desired_online and bot.runtime_state = 'online'`);

/**
 * A runner that dies says nothing: the time in which no runner was seen counts as not READY, from the last look that saw one. When one is
 * seen again, what the rows call online counts again until it is reported otherwise.
 */
@Injectable()
export class RunnerWatch implements OnApplicationBootstrap {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly facts: LiveFacts,
  ) {}

  /** The first look comes before the first report: what nobody watched must not be closed by it as if it had been seen. */
  async onApplicationBootstrap(): Promise<void> {
    await this.look();
  }

  /** Looks for a runner once, writes down what that means for the periods, and forgets those that are too old to count. */
  @Interval(LOOK_EVERY_MS, 'the watch over the runners')
  async look(now = new Date()): Promise<void> {
    const areRunnersUp = await this.facts.areRunnersUp();
    while ((await this.loseSight(now)) === BATCH);
    if (areRunnersUp) {
      // First, so that no replica that looks at the same time takes for lost what is found again here.
      await this.database.query('update bots.runner_watch set seen_at = greatest(seen_at, $1)', [now]);
      while ((await turned(this.database.manager, FIND_AGAIN, now)) === BATCH);
    }
    await this.database.query(`delete from bots.run_period where ended_at < $1::timestamptz - interval '8 days'`, [now]);
  }

  /** Of how many companions the sessions were ended now. */
  private loseSight(now: Date): Promise<number> {
    return this.database.transaction(async (manager) => {
      const seenAt = await lockWatch(manager);
      const isLost = now.getTime() - seenAt.getTime() > UNSEEN_AFTER_MS;
      return isLost ? turned(manager, LOSE_SIGHT, seenAt) : 0;
    });
  }
}

async function turned(manager: EntityManager, statement: string, at: Date): Promise<number> {
  const [row] = await manager.query<{ turned: number }[]>(statement, [at]);
  return row?.turned ?? 0;
}

/** When a runner was last seen; replicas look one after the other. */
async function lockWatch(manager: EntityManager): Promise<Date> {
  const [row] = await manager.query<{ seen_at: Date }[]>('select seen_at from bots.runner_watch for update');
  return row?.seen_at ?? new Date(0);
}
