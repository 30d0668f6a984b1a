import { RpcClient, HandleJob } from '@kith/kit';
import { AppError, billing, PLAN_CATALOGUE, ERRORS, queues, type JobOf, type Plan } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { BotEntity } from '../bot.entity.js';
import { BotsService, type StatusOf } from '../bots.service.js';
import { lockOwnersBots } from '../owner-lock.js';

const MAX_ROUNDS = 5;
/** Pauses what is beyond the cap and releases what is within it; touches nothing that is as it shall be. */
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
  ) held
  where bot.id = held.id and is_beyond <> (runtime_state = 'paused_by_plan')
  returning bot.id, owner_id as "ownerId", runtime_state as "runtimeState", status_code as "statusCode", status_reason as "statusReason"`;
const RESTING = `
  select id, run_number as "runNumber" from bots.bot
  where owner_id = $1 and deleted_at is null and runtime_state = 'paused_by_plan' and run_number > 0`;

interface Applied {
  readonly changed: readonly StatusOf[];
  /** Paused ones that were on Discord at some time. */
  readonly resting: readonly Pick<BotEntity, 'id' | 'runNumber'>[];
}

/** After a downgrade the oldest companions up to the cap stay, the others rest; nothing is deleted (decision B14). */
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
   * Makes the companions of an owner what the plan in force says. It is asked for again afterwards, so that of two changes that overtake
   * each other the later one stands; asked for under the lock, it would keep a connection to the database while billing thinks.
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
    const { changed, resting } = await this.database.transaction(async (manager): Promise<Applied> => {
      await lockOwnersBots(manager, ownerId);
      const [changed] = await manager.query<[StatusOf[], number]>(APPLY_CAP, [ownerId, cap, ERRORS.PAUSED_BY_PLAN.text]);
      return { changed, resting: await manager.query(RESTING, [ownerId]) };
    });
    // Also those that were paused before: a worker may have died between the two.
    await Promise.all(resting.map((bot) => this.bots.addRun('stop', bot)));
    await Promise.all(changed.map((bot) => this.bots.announce(bot)));
  }
}
