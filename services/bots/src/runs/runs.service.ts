import {
  AppError,
  PLAN_CATALOGUE,
  isErrorCode,
  type Actor,
  type Bot,
  type bots,
  type ParsedInputOf,
  type RuntimeState,
} from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Not, Repository } from 'typeorm';
import { BotEntity } from '../bot.entity.js';
import { BotsService } from '../bots.service.js';
import { DiscordTokens } from '../discord-tokens.service.js';
import { LiveFacts } from '../live-facts.js';
import { PlanChangesService } from '../plan-changes/plan-changes.service.js';
import { StatusWatch } from './status-watch.js';

// Decision M8 for the start; the contract of bots.stop for the stop.
const START_PATIENCE_MS = 15_000;
const STOP_PATIENCE_MS = 10_000;

const RESTING: ReadonlySet<RuntimeState> = new Set(['stopped', 'failed', 'paused_by_plan']);

/** Start and stop: the desired state is written here, a runner makes it true and reports. */
@Injectable()
export class RunsService {
  constructor(
    @InjectRepository(BotEntity) private readonly rows: Repository<BotEntity>,
    private readonly bots: BotsService,
    private readonly tokens: DiscordTokens,
    private readonly facts: LiveFacts,
    private readonly watch: StatusWatch,
    private readonly planChanges: PlanChangesService,
  ) {}

  async start({ actor, botId }: ParsedInputOf<typeof bots.start>): Promise<Bot> {
    const startedAt = performance.now();
    const bot = await this.startable(actor, botId);
    if (bot.discordToken === null) throw new AppError('TOKEN_MISSING');
    if (await this.isAboveCap(actor, bot)) throw new AppError('PAUSED_BY_PLAN');
    const view = await this.bots.view(bot);
    if (bot.desiredOnline && view.status === 'online') return view;
    await this.tokens.confirmClaim(bot);
    await this.run('start', actor, botId);
    const leftMs = START_PATIENCE_MS - (performance.now() - startedAt);
    const settled = await this.watch.until(botId, leftMs, () => this.startedBot(actor, botId));
    if (settled) return this.bots.view(settled);
    const current = await this.bots.view(await this.bots.ownBot(actor, botId));
    return { ...current, runtimeState: 'starting' };
  }

  async stop({ actor, botId }: ParsedInputOf<typeof bots.stop>): Promise<Bot> {
    const bot = await this.bots.ownBot(actor, botId);
    if (bot.desiredOnline || bot.runtimeState === 'online') {
      await this.run('stop', actor, botId);
      if (await this.facts.areRunnersUp()) await this.watch.until(botId, STOP_PATIENCE_MS, () => this.stoppedBot(actor, botId));
    }
    await this.markStopped(bot);
    return this.bots.get({ actor, botId });
  }

  /** Writes the desired state and has a runner look at it. */
  private async run(action: 'start' | 'stop', actor: Actor, botId: string): Promise<void> {
    const desiredOnline = action === 'start';
    // The fence stays: a late report of the run before must not end this one.
    const fresh = desiredOnline ? { runtimeState: 'starting' as const, statusCode: null, statusReason: null } : {};
    // The token may have been cleared since it was looked at, or the plan changed: then nothing may become desiredOnline.
    const mayStart = { discordToken: Not(IsNull()), runtimeState: Not('paused_by_plan' as const) };
    const where = { id: botId, deletedAt: IsNull(), ...(desiredOnline ? mayStart : {}) };
    const { affected } = await this.rows.update(where, { desiredOnline, ...fresh, runNumber: () => 'run_number + 1' });
    const bot = await this.bots.ownBot(actor, botId);
    if (!affected) throw new AppError(bot.runtimeState === 'paused_by_plan' ? 'PAUSED_BY_PLAN' : 'TOKEN_MISSING');
    await this.bots.addRun(action, bot);
    if (desiredOnline) await this.bots.announce(bot);
  }

  /** What the plan has paused may have come within its cap since. PAUSED_BY_PLAN. */
  private async startable(actor: Actor, botId: string): Promise<BotEntity> {
    const bot = await this.bots.ownBot(actor, botId);
    if (bot.runtimeState !== 'paused_by_plan') return bot;
    await this.planChanges.apply(bot.ownerId);
    const current = await this.bots.ownBot(actor, botId);
    if (current.runtimeState === 'paused_by_plan') throw new AppError('PAUSED_BY_PLAN');
    return current;
  }

  /** The outcome of a start: the companion when it is online or was stopped meanwhile, undefined while it is on its way. Throws the reason of a failure. */
  private async startedBot(actor: Actor, botId: string): Promise<BotEntity | undefined> {
    const bot = await this.bots.ownBot(actor, botId);
    const { runtimeState, statusCode, statusReason } = bot;
    if (runtimeState === 'failed')
      throw new AppError(isErrorCode(statusCode) ? statusCode : 'DISCORD_REFUSED', statusReason ?? undefined);
    if (runtimeState === 'paused_by_plan') throw new AppError('PAUSED_BY_PLAN', statusReason ?? undefined);
    const isStopped = !bot.desiredOnline && runtimeState === 'stopped';
    return runtimeState === 'online' || isStopped ? bot : undefined;
  }

  private async stoppedBot(actor: Actor, botId: string): Promise<BotEntity | undefined> {
    const bot = await this.bots.ownBot(actor, botId);
    return bot.desiredOnline || RESTING.has(bot.runtimeState) ? bot : undefined;
  }

  /** A runner that is gone reports nothing, and a failure that its owner has seen is over. Leaves alone what was started again meanwhile. */
  private async markStopped(bot: BotEntity): Promise<void> {
    const { affected } = await this.rows
      .createQueryBuilder()
      .update({ runtimeState: 'stopped', statusCode: null, statusReason: null })
      .where("id = :id and not desired_online and runtime_state not in ('stopped', 'paused_by_plan')", { id: bot.id })
      .execute();
    if (affected) await this.bots.announce({ ...bot, runtimeState: 'stopped', statusCode: null, statusReason: null });
  }

  /** After a downgrade the oldest companions up to the cap stay (decision B14). */
  private async isAboveCap({ plan }: Actor, { ownerId, id }: BotEntity): Promise<boolean> {
    const older = await this.rows
      .createQueryBuilder('bot')
      .where('bot.ownerId = :ownerId and bot.deletedAt is null', { ownerId })
      .andWhere('(bot.createdAt, bot.id) < (select this.created_at, this.id from bots.bot this where this.id = :id)', { id })
      .getCount();
    return older >= PLAN_CATALOGUE[plan].maxBots;
  }
}
