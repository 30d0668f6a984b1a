import { RpcClient, HandleJob } from '@kith/kit';
import { AppError, billing, PLAN_CATALOGUE, ERRORS, queues, type JobOf, type Plan } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { BotEntity } from './bot.entity.js';
import { BotsService, type BotStatusColumns } from './bots.service.js';
import { lockOwnersBots } from './locks.js';

const MAX_ROUNDS = 5;
// Pauses bots beyond the cap and releases paused ones within it; other rows are not written.
const APPLY_CAP = `
  update bots.bot set
    desired_online = desired_online and not is_beyond,
    run_number = run_number + (desired_online and is_beyond)::int,
    runtime_state = case when is_beyond then 'paused_by_plan' else 'stopped' end,
    status_code = case when is_beyond then 'PAUSED_BY_PLAN' end,
    status_reason = case when is_beyond then $3 end
  from (
    select id, row_number() over (order by created_at, id) > $2 as is_beyond
    from bots.bot where owner_id = $1 and deleted_at is null
  ) ranked
  where bot.id = ranked.id and is_beyond <> (runtime_state = 'paused_by_plan')
  returning bot.id, owner_id as "ownerId", runtime_state as "runtimeState", status_code as "statusCode", status_reason as "statusReason"`;
const PAUSED_AFTER_RUNNING = `
  select id, run_number as "runNumber" from bots.bot
  where owner_id = $1 and deleted_at is null and runtime_state = 'paused_by_plan' and run_number > 0`;

interface AppliedCap {
  readonly changed: readonly BotStatusColumns[];
  /** Paused bots that were started at some time, so that a runner may still hold a connection. */
  readonly paused: readonly Pick<BotEntity, 'id' | 'runNumber'>[];
}

/** After a downgrade the oldest bots up to the cap stay, the others are paused; nothing is deleted (docs/decisions.md B14). */
@Injectable()
export class PlanChangesService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly rpc: RpcClient,
    private readonly bots: BotsService,
  ) {}

  @HandleJob(queues.planChanges)
  async work({ userId }: JobOf<typeof queues.planChanges>): Promise<void> {
    await this.apply(userId);
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

  private async planOf(userId: string): Promise<Plan> {
    return (await this.rpc.ask(billing.entitlement, { userId })).plan;
  }

  private async applyCap(ownerId: string, cap: number): Promise<void> {
    const { changed, paused } = await this.database.transaction(async (manager): Promise<AppliedCap> => {
      await lockOwnersBots(manager, ownerId);
      const [changed] = await manager.query<[BotStatusColumns[], number]>(APPLY_CAP, [ownerId, cap, ERRORS.PAUSED_BY_PLAN.text]);
      return { changed, paused: await manager.query(PAUSED_AFTER_RUNNING, [ownerId]) };
    });
    // Includes bots that were paused earlier: a worker may have died after the commit and before it added the jobs.
    await Promise.all(paused.map((bot) => this.bots.addRun('stop', bot)));
    await Promise.all(changed.map((bot) => this.bots.publishStatus(bot)));
  }
}
