import { Events, HandleJob, Queues, RpcClient } from '@kith/kit';
import { AppError, billing, PLAN_CATALOGUE, ERRORS, events, queues, type JobOf, type Plan } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { BotEntity } from './bot.entity.js';
import { BotsService, type BotStatusColumns } from './bots.service.js';
import { OwnerPlans } from './commands/owner-plans.js';
import { lockOwnersBots } from './locks.js';

const MAX_ROUNDS = 5;
// Pauses bots beyond the cap and releases paused ones within it; other rows are not written. On the right side of an assignment stand the
// values before it.
const APPLY_CAP = `
  update bots.bot set
    desired_online = not is_beyond and resumes_after_pause,
    resumes_after_pause = is_beyond and desired_online,
    run_number = run_number + (desired_online or (resumes_after_pause and not is_beyond))::int,
    runtime_state = case when is_beyond then 'paused_by_plan' when resumes_after_pause then 'starting' else 'stopped' end,
    status_code = case when is_beyond then 'PAUSED_BY_PLAN' end,
    status_reason = case when is_beyond then $3 end
  from (
    select id, row_number() over (order by created_at, id) > $2 as is_beyond
    from bots.bot where owner_id = $1 and deleted_at is null
  ) ranked
  where bot.id = ranked.id and is_beyond <> (runtime_state = 'paused_by_plan')
  returning bot.id, owner_id as "ownerId", runtime_state as "runtimeState", status_code as "statusCode", status_reason as "statusReason",
    taken_down_at as "takenDownAt", reset_at as "resetAt"`;
// Paused bots that were started at some time, because a runner may still hold a connection, and bots that are to start. The pause ended the
// run before the present number.
const RUNS = `
  select id, owner_id as "ownerId", name, run_number as "runNumber", desired_online as "desiredOnline",
    resumes_after_pause and online_run = run_number - 1 as "wasOnline"
  from bots.bot
  where owner_id = $1 and deleted_at is null and run_number > 0
    and (runtime_state = 'paused_by_plan' or (runtime_state = 'starting' and desired_online))`;

// The commands of the running bots follow the plan: runners read them anew, also when the event about it is lost. No deleted bot is running; the
// condition lets the index of the owner's bots serve, without which the running bots of all owners are read.
const MARK_CHANGED = `
  with running as (
    select id from bots.bot where owner_id = $1 and desired_online and deleted_at is null order by id for update
  )
  update bots.bot set changed_at = clock_timestamp() from running where bot.id = running.id returning bot.id`;

interface Run extends Pick<BotEntity, 'id' | 'ownerId' | 'name' | 'runNumber' | 'desiredOnline'> {
  /** The bot was online when it was paused; null for a bot that never was. */
  readonly wasOnline: boolean | null;
}
interface AppliedCap {
  readonly changed: readonly BotStatusColumns[];
  readonly runs: readonly Run[];
}

/**
 * After a downgrade the oldest bots up to the cap stay, the others are paused; nothing is deleted. Those that were meant to be online start
 * again when the pause ends (docs/decisions.md B14).
 */
@Injectable()
export class PlanChangesService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly rpc: RpcClient,
    private readonly queues: Queues,
    private readonly bots: BotsService,
    private readonly plans: OwnerPlans,
    private readonly events: Events,
  ) {}

  @HandleJob(queues.planChanges)
  async work({ userId }: JobOf<typeof queues.planChanges>): Promise<void> {
    await this.apply(userId);
    await this.announce(userId);
  }

  /**
   * Pauses and releases the bots of an owner as the current plan requires. The plan is fetched again afterwards, so that the later of two
   * concurrent changes wins; fetching it while holding the lock would occupy a database connection during a call to billing.
   */
  async apply(ownerId: string): Promise<void> {
    let plan = await this.planOf(ownerId);
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      await this.applyCap(ownerId, PLAN_CATALOGUE[plan].maxBots);
      const current = await this.planOf(ownerId);
      if (current === plan) return;
      plan = current;
    }
    throw new AppError('UNAVAILABLE', 'Your plan is changing right now. Please try again in a moment.');
  }

  /** The plan decides which commands the running bots have (docs/decisions.md K1). */
  private async announce(ownerId: string): Promise<void> {
    this.plans.drop(ownerId);
    const [running] = await this.database.manager.query<[{ id: string }[], number]>(MARK_CHANGED, [ownerId]);
    for (const { id } of running) await this.events.publish(events.botChanged, { botId: id });
  }

  private async planOf(userId: string): Promise<Plan> {
    return (await this.rpc.ask(billing.entitlement, { userId })).plan;
  }

  private async applyCap(ownerId: string, cap: number): Promise<void> {
    const { changed, runs } = await this.database.transaction(async (manager): Promise<AppliedCap> => {
      await lockOwnersBots(manager, ownerId);
      const [changed] = await manager.query<[BotStatusColumns[], number]>(APPLY_CAP, [ownerId, cap, ERRORS.PAUSED_BY_PLAN.text]);
      return { changed, runs: await manager.query(RUNS, [ownerId]) };
    });
    // Includes bots of earlier changes: a worker may have died after the commit and before it added the jobs.
    await Promise.all(runs.map((bot) => this.bots.addRun(bot.desiredOnline ? 'start' : 'stop', bot)));
    await Promise.all(changed.map((bot) => this.bots.publishStatus(bot)));
    for (const { id, name, runNumber, wasOnline } of runs)
      if (wasOnline)
        await this.queues.add(queues.notices, `bot-paused-${id}-${runNumber}`, {
          kind: 'bot-paused',
          userId: ownerId,
          botId: id,
          botName: name,
        });
  }
}
