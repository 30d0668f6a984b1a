import { Audit, HandleJob, Interval, JobPostponed, paced, Queues, RpcClient, type JobContext } from '@kith/kit';
import {
  AppError,
  chat,
  queues,
  refuseImpersonation,
  type Actor,
  type bots,
  type JobOf,
  type OutputOf,
  type ParsedInputOf,
} from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, LessThan, Repository } from 'typeorm';
import { BotEntity } from './bot.entity.js';
import { BotsService } from './bots.service.js';
import { StatusWaiter } from './runs/status-waiter.js';

type ResetBot = Pick<BotEntity, 'id' | 'ownerId' | 'resetAt'>;
type Job = JobOf<typeof queues.resets>;

/** Of the contract. */
const WAIT_MS = 10_000;
/** After so long others have their turn. */
const TURN_MS = 1000;
const RETURN_MS = 20;
const SWEEP_INTERVAL_MS = 60_000;
const SWEEP_BATCH = 500;

/**
 * Deletes the conversations of bots and what their custom commands have stored; their configuration stays (docs/decisions.md M11). The row says
 * which are being reset, so that a reset is brought to its end whatever becomes of its job and its process.
 */
@Injectable()
export class ResetsService {
  constructor(
    @InjectRepository(BotEntity) private readonly rows: Repository<BotEntity>,
    private readonly bots: BotsService,
    private readonly statusWaiter: StatusWaiter,
    private readonly rpc: RpcClient,
    private readonly queues: Queues,
    private readonly audit: Audit,
  ) {}

  async reset({ actor, botId, name }: ParsedInputOf<typeof bots.reset>): Promise<OutputOf<typeof bots.reset>> {
    const bot = await this.bots.ownBot(actor, botId);
    refuseImpersonation(actor);
    if (name.trim() !== bot.name) {
      const problem = "Please type the bot's name exactly as it is";
      throw new AppError('BAD_INPUT', problem, { fields: { name: problem } });
    }
    const begun = await this.begin(actor, botId);
    const isDone = await this.statusWaiter.until(botId, WAIT_MS, () => this.hasEnded(actor, begun));
    return isDone ? { message: 'Bot data reset', isDone } : { message: 'Bot data is being deleted', isDone: false };
  }

  /** Deletes some of what was said with a bot, or the rest of it. Ends when the bot is deleted: its removal does the same. */
  @HandleJob(queues.resets)
  async work({ botId, resetAt }: Job, { stopping }: Pick<JobContext, 'stopping'>): Promise<void> {
    const reset = { id: botId, resetAt: new Date(resetAt), deletedAt: IsNull() };
    // It may have ended without anybody being told.
    if (!(await this.rows.existsBy(reset))) return this.bots.publishStatusOf(botId);
    const step = async (): Promise<boolean> => {
      const { isDone } = await this.rpc.ask(chat.purge, { botId });
      if (!isDone) return false;
      if (!(await this.rows.existsBy(reset))) return true;
      await this.rows.query('delete from bots.command_value where bot_id = $1', [botId]);
      await this.rows.update(reset, { resetAt: null });
      await this.bots.publishStatusOf(botId);
      return true;
    };
    const endMs = performance.now() + TURN_MS;
    while (!(await paced(step, { signal: stopping })))
      if (stopping.aborted || performance.now() > endMs) throw new JobPostponed(RETURN_MS);
  }

  /** Adds the jobs of resets that began a minute ago or earlier, in case they were lost with Redis' data or have failed for good. */
  @Interval(SWEEP_INTERVAL_MS, 'the sweep of resets')
  async sweep(now = new Date()): Promise<void> {
    const open = await this.rows.find({
      select: { id: true, ownerId: true, resetAt: true },
      where: { deletedAt: IsNull(), resetAt: LessThan(new Date(now.getTime() - SWEEP_INTERVAL_MS)) },
      order: { resetAt: 'asc' },
      take: SWEEP_BATCH,
    });
    if (open.length === 0) return;
    await this.queues.removeById(queues.resets, await this.queues.endedAmong(queues.resets, open.map(jobIdOf)));
    for (const bot of open) await this.addJob(bot);
  }

  /** Marks the bot unless it is being reset already. Returns it as it is then. */
  private async begin(actor: Actor, botId: string): Promise<BotEntity> {
    const where = { id: botId, ownerId: actor.userId, deletedAt: IsNull(), resetAt: IsNull() };
    const { affected } = await this.rows.update(where, { resetAt: new Date() });
    const bot = await this.bots.ownBot(actor, botId);
    if (affected) {
      // Before the job, which may end at once; and without Redis there is no job, but the sweep, which reports nothing.
      await this.bots.publishStatus(bot);
      await this.audit.report('bot_data_reset', { actor, target: botId, details: { name: bot.name } });
    }
    await this.addJob(bot);
    return bot;
  }

  private async hasEnded(actor: Actor, { id, resetAt }: ResetBot): Promise<true | undefined> {
    const bot = await this.bots.ownBot(actor, id);
    return bot.resetAt === null || bot.resetAt.getTime() !== resetAt?.getTime() ? true : undefined;
  }

  private async addJob(bot: ResetBot): Promise<void> {
    if (bot.resetAt === null) return;
    const job = { ownerId: bot.ownerId, botId: bot.id, resetAt: bot.resetAt.toISOString() };
    await this.queues.add(queues.resets, jobIdOf(bot), job);
  }
}

const jobIdOf = ({ id, resetAt }: ResetBot): string => `reset-${id}-${resetAt?.getTime()}`;
