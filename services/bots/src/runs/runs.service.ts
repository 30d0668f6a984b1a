import {
  AppError,
  PLAN_CATALOGUE,
  isErrorCode,
  type Actor,
  type Bot,
  type bots,
  type ParsedInputOf,
  type RunState,
} from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Not, Repository } from 'typeorm';
import { BotEntity } from '../bot.entity.js';
import { BotsService } from '../bots.service.js';
import { DiscordTokens } from '../discord-tokens.service.js';
import { PlanChangesService } from '../plan-changes.service.js';
import { RuntimeInfoService } from '../runtime-info.js';
import { StatusWaiter } from './status-waiter.js';

// docs/decisions.md M8 for the start; the contract of bots.stop for the stop.
const START_TIMEOUT_MS = 15_000;
const STOP_TIMEOUT_MS = 10_000;

const STOPPED_STATES: ReadonlySet<RunState> = new Set(['stopped', 'failed', 'paused_by_plan']);

/** Start and stop: writes the desired state and waits until a runner reports the outcome. */
@Injectable()
export class RunsService {
  constructor(
    @InjectRepository(BotEntity) private readonly rows: Repository<BotEntity>,
    private readonly bots: BotsService,
    private readonly tokens: DiscordTokens,
    private readonly runtimeInfo: RuntimeInfoService,
    private readonly statusWaiter: StatusWaiter,
    private readonly planChanges: PlanChangesService,
  ) {}

  async start({ actor, botId }: ParsedInputOf<typeof bots.start>): Promise<Bot> {
    const startedAt = performance.now();
    const bot = await this.startable(actor, botId);
    if (bot.takenDownAt !== null) throw new AppError('TAKEN_DOWN');
    if (bot.discordToken === null) throw new AppError('TOKEN_MISSING');
    if (await this.isAboveCap(actor, bot)) throw new AppError('PAUSED_BY_PLAN');
    const view = await this.bots.view(bot);
    if (bot.desiredOnline && view.status === 'online') return view;
    await this.confirmClaim(bot);
    await this.refuseTakenDownApplication(botId);
    await this.setDesiredState('start', actor, botId);
    const leftMs = START_TIMEOUT_MS - (performance.now() - startedAt);
    const started = await this.statusWaiter.until(botId, leftMs, () => this.startedBot(actor, botId));
    if (started) return this.bots.view(started);
    const current = await this.bots.view(await this.bots.ownBot(actor, botId));
    return { ...current, runtimeState: 'starting' };
  }

  async stop({ actor, botId }: ParsedInputOf<typeof bots.stop>): Promise<Bot> {
    const bot = await this.bots.ownBot(actor, botId);
    if (bot.desiredOnline || bot.resumesAfterPause || bot.runtimeState === 'online') {
      await this.setDesiredState('stop', actor, botId);
      if (await this.runtimeInfo.isRunnerUp())
        await this.statusWaiter.until(botId, STOP_TIMEOUT_MS, () => this.stoppedBot(actor, botId));
    }
    await this.markStopped(bot);
    return this.bots.get({ actor, botId });
  }

  /** Its token may belong to an application that was taken down with another bot. */
  private async refuseTakenDownApplication(botId: string): Promise<void> {
    const found = await this.rows.query<unknown[]>(
      'select 1 from bots.taken_down_application t join bots.bot b on b.application_id = t.application_id where b.id = $1',
      [botId],
    );
    if (found.length > 0) throw new AppError('TAKEN_DOWN');
  }

  /** As `DiscordTokens.confirmClaim`; a bot that does not start because of its token is `failed`. */
  private async confirmClaim(bot: BotEntity): Promise<void> {
    try {
      await this.tokens.confirmClaim(bot);
    } catch (error) {
      if (error instanceof AppError && error.code === 'TOKEN_INVALID') await this.markFailed(bot, error);
      throw error;
    }
  }

  /** Does nothing when the bot was started, got another token or was taken down meanwhile. */
  private async markFailed(bot: BotEntity, { code, message }: AppError): Promise<void> {
    const failed = { runtimeState: 'failed', statusCode: code, statusReason: message } as const;
    const where = { id: bot.id, desiredOnline: false, discordToken: bot.discordToken ?? IsNull(), takenDownAt: IsNull() };
    const { affected } = await this.rows.update(where, failed);
    if (affected) await this.bots.publishStatusOf(bot.id);
  }

  /** Writes the desired state and adds the job that makes a runner apply it. */
  private async setDesiredState(action: 'start' | 'stop', actor: Actor, botId: string): Promise<void> {
    const desiredOnline = action === 'start';
    // The fence is kept, so that a late report of the previous run is ignored.
    const startingState = desiredOnline ? { runtimeState: 'starting' as const, statusCode: null, statusReason: null } : {};
    // The token may have been cleared or the bot paused since it was read; then it must not become desiredOnline.
    const isStartable = { discordToken: Not(IsNull()), takenDownAt: IsNull(), runtimeState: Not('paused_by_plan' as const) };
    const where = { id: botId, deletedAt: IsNull(), ...(desiredOnline ? isStartable : {}) };
    const after = { desiredOnline, resumesAfterPause: false, ...startingState, runNumber: () => 'run_number + 1' };
    const { affected } = await this.rows.update(where, after);
    const bot = await this.bots.ownBot(actor, botId);
    if (!affected && bot.takenDownAt !== null) throw new AppError('TAKEN_DOWN');
    if (!affected) throw new AppError(bot.runtimeState === 'paused_by_plan' ? 'PAUSED_BY_PLAN' : 'TOKEN_MISSING');
    await this.bots.addRun(action, bot);
    if (desiredOnline) await this.bots.publishStatus(bot);
  }

  /** The bot, after applying the current plan to it if it is paused. PAUSED_BY_PLAN when it stays paused. */
  private async startable(actor: Actor, botId: string): Promise<BotEntity> {
    const bot = await this.bots.ownBot(actor, botId);
    if (bot.runtimeState !== 'paused_by_plan') return bot;
    await this.planChanges.apply(bot.ownerId);
    const current = await this.bots.ownBot(actor, botId);
    if (current.runtimeState === 'paused_by_plan') throw new AppError('PAUSED_BY_PLAN');
    return current;
  }

  /** The outcome of a start: the bot once it is online or was stopped, undefined while it is starting. Throws the reason of a failure. */
  private async startedBot(actor: Actor, botId: string): Promise<BotEntity | undefined> {
    const bot = await this.bots.ownBot(actor, botId);
    const { runtimeState, statusCode, statusReason, takenDownAt } = bot;
    if (takenDownAt !== null) throw new AppError('TAKEN_DOWN');
    if (runtimeState === 'failed')
      throw new AppError(isErrorCode(statusCode) ? statusCode : 'DISCORD_REFUSED', statusReason ?? undefined);
    if (runtimeState === 'paused_by_plan') throw new AppError('PAUSED_BY_PLAN', statusReason ?? undefined);
    const isStopped = !bot.desiredOnline && runtimeState === 'stopped';
    return runtimeState === 'online' || isStopped ? bot : undefined;
  }

  private async stoppedBot(actor: Actor, botId: string): Promise<BotEntity | undefined> {
    const bot = await this.bots.ownBot(actor, botId);
    return bot.desiredOnline || STOPPED_STATES.has(bot.runtimeState) ? bot : undefined;
  }

  /**
   * Writes the state `stopped` if no runner reported it, and clears a failure. Does nothing when the bot was started again meanwhile.
   */
  private async markStopped(bot: BotEntity): Promise<void> {
    const { affected } = await this.rows
      .createQueryBuilder()
      .update({ runtimeState: 'stopped', statusCode: null, statusReason: null })
      .where("id = :id and not desired_online and taken_down_at is null and runtime_state not in ('stopped', 'paused_by_plan')", {
        id: bot.id,
      })
      .execute();
    if (affected) await this.bots.publishStatusOf(bot.id);
  }

  /** Whether older bots already use up the cap of the plan (docs/decisions.md B14). */
  private async isAboveCap({ plan }: Actor, { ownerId, id }: BotEntity): Promise<boolean> {
    const older = await this.rows
      .createQueryBuilder('bot')
      .where('bot.ownerId = :ownerId and bot.deletedAt is null', { ownerId })
      .andWhere('(bot.createdAt, bot.id) < (select this.created_at, this.id from bots.bot this where this.id = :id)', { id })
      .getCount();
    return older >= PLAN_CATALOGUE[plan].maxBots;
  }
}
