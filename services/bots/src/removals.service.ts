import { Audit, Events, Interval, LOGGER, paced, Queues, type Logger } from '@kith/kit';
import {
  AppError,
  events,
  queues,
  refuseImpersonation,
  type Actor,
  type bots,
  type OutputOf,
  type ParsedInputOf,
} from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource, InjectRepository } from '@nestjs/typeorm';
import {
  DataSource,
  In,
  IsNull,
  LessThan,
  Not,
  Repository,
  type EntityManager,
  type FindOperator,
  type FindOptionsWhere,
} from 'typeorm';
import { BotEntity } from './bot.entity.js';
import { BotsService } from './bots.service.js';
import { CustomCommandEntity } from './commands/custom-command.entity.js';
import { AgreementEntity } from './discord/agreement.entity.js';
import { NO_TOKEN } from './discord-tokens.service.js';
import { lockLibrary, lockOwnersBots } from './locks.js';
import { REMOVAL_TRIED_FOR_MS, WRITES_TO_DISCORD } from './systems/writes-to-discord.js';
import { ToolServerEntity } from './tools/tool-server.entity.js';

type RemovedBot = Pick<BotEntity, 'id' | 'ownerId' | 'name' | 'version'>;
type OverdueBot = Pick<BotEntity, 'id' | 'ownerId' | 'version' | 'deletedAt'>;

const SWEEP_INTERVAL_MS = 60_000;
// A removal takes three minutes, because it purges a second time after replies in progress have ended.
const OVERDUE_AFTER_MS = 300_000;
// Redis forgets after a quarter of an hour that a job was completed: from then on it would be run again.
const PURGE_REMEMBERED_MS = 600_000;
const SWEEP_BATCH = 500;
/** Of an account that is removed: a thousand at once would keep others waiting. */
const BOTS_AT_A_TIME = 20;
// Only of such a bot there may be anything on Discord (docs/decisions.md X9).
const KEEP_TOKEN = 'case when wrote_to_discord then discord_token end';

/** Removal of bots (docs/decisions.md M12). */
@Injectable()
export class RemovalsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly bots: BotsService,
    private readonly queues: Queues,
    private readonly events: Events,
    private readonly audit: Audit,
  ) {}

  async remove({ actor, botId }: ParsedInputOf<typeof bots.remove>): Promise<OutputOf<typeof bots.remove>> {
    const bot = await this.bots.ownBot(actor, botId);
    refuseImpersonation(actor);
    const where = { id: botId, ownerId: bot.ownerId };
    const [removed] = await this.database.transaction((manager) => markRemoved(manager, where));
    if (!removed) throw new AppError('NOT_FOUND');
    await this.purge(removed, actor);
    // A bot that the plan has paused may now be within the cap.
    await this.queues.add(queues.planChanges, `removed-${botId}`, { userId: bot.ownerId });
    return { message: 'Bot deleted' };
  }

  /** Removes all bots and custom commands of a user whose account was removed. */
  async removeAllOf({ userId }: ParsedInputOf<typeof bots.removeAllOf>): Promise<OutputOf<typeof bots.removeAllOf>> {
    const removed = await this.database.transaction(async (manager) => {
      await lockLibrary(manager, userId);
      await lockOwnersBots(manager, userId);
      await manager.delete(CustomCommandEntity, { ownerId: userId });
      await manager.delete(AgreementEntity, { userId });
      return markRemoved(manager, { ownerId: userId });
    });
    for (let at = 0; at < removed.length; at += BOTS_AT_A_TIME)
      await paced(() => Promise.all(removed.slice(at, at + BOTS_AT_A_TIME).map((bot) => this.purge(bot))));
    return { removed: removed.length };
  }

  private async purge({ id: botId, ownerId, name, version }: RemovedBot, actor?: Actor): Promise<void> {
    await this.queues.add(queues.lifecycle, `remove-${botId}-${version}`, { action: 'remove', ownerId, botId });
    await this.events.publish(events.botChanged, { botId });
    await this.audit.report('bot_removed', { ...(actor ? { actor } : {}), target: botId, details: { name } });
  }
}

/** Adds the job of a removal again when it was lost with the data of Redis, or has failed finally. */
@Injectable()
export class RemovalSweep {
  constructor(
    @InjectRepository(BotEntity) private readonly rows: Repository<BotEntity>,
    private readonly queues: Queues,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Adds a job for each bot that still exists five minutes after its removal; returns how many there are. The same for what removed systems
   * wrote into servers. Forgets the tokens that were kept for that, and gives it up, after an hour; until then such a bot is not purged again.
   */
  @Interval(SWEEP_INTERVAL_MS, 'the sweep of removed bots')
  async sweep(now = new Date()): Promise<number> {
    await this.sweepUninstalled(now);
    const expired = LessThan(new Date(now.getTime() - REMOVAL_TRIED_FOR_MS));
    await this.rows.update({ deletedAt: expired, removalToken: Not(IsNull()) }, { removalToken: null });
    const [overdue, withdrawing] = await Promise.all([this.overdue(now, IsNull()), this.overdue(now, Not<string>(IsNull()))]);
    await Promise.all([
      ...overdue.map(({ id, ownerId }) =>
        this.queues.addAgain(queues.lifecycle, `remove-${id}`, { action: 'remove', ownerId, botId: id }, now),
      ),
      ...withdrawing.map((bot) => this.addWithdrawal(bot, now)),
    ]);
    const removals = overdue.length + withdrawing.length;
    if (removals > 0) this.logger.info({ removals, withdrawals: withdrawing.length }, 'removed bots not purged yet');
    return removals;
  }

  private overdue(now: Date, removalToken: FindOperator<string>): Promise<OverdueBot[]> {
    return this.rows.find({
      select: { id: true, ownerId: true, version: true, deletedAt: true },
      where: { deletedAt: LessThan(new Date(now.getTime() - OVERDUE_AFTER_MS)), removalToken },
      order: { deletedAt: 'asc' },
      take: SWEEP_BATCH,
    });
  }

  /** The ids are those of the removal itself, so that nothing is added while Redis has its jobs. */
  private async addWithdrawal({ id: botId, ownerId, version, deletedAt }: OverdueBot, now: Date): Promise<void> {
    const mayHaveLostPurge = (deletedAt?.getTime() ?? 0) > now.getTime() - PURGE_REMEMBERED_MS;
    const [jobId, action] = mayHaveLostPurge
      ? ([`remove-${botId}-${version}`, 'remove'] as const)
      : ([`withdraw-${botId}`, 'withdraw'] as const);
    await this.queues.add(queues.lifecycle, jobId, { action, ownerId, botId });
  }

  private async sweepUninstalled(now: Date): Promise<void> {
    await this.rows.update({ uninstalledAt: LessThan(new Date(now.getTime() - REMOVAL_TRIED_FOR_MS)) }, { uninstalledAt: null });
    const open = await this.rows.find({
      select: { id: true, ownerId: true, uninstalledAt: true },
      where: { deletedAt: IsNull(), uninstalledAt: LessThan(new Date(now.getTime() - OVERDUE_AFTER_MS)) },
      order: { uninstalledAt: 'asc' },
      take: SWEEP_BATCH,
    });
    const job = { action: 'uninstall', systemId: WRITES_TO_DISCORD } as const;
    await Promise.all(
      open.map(({ id: botId, ownerId, uninstalledAt }) =>
        this.queues.addAgain(queues.lifecycle, `uninstall-${botId}-${uninstalledAt?.getTime()}`, { ...job, ownerId, botId }, now),
      ),
    );
  }
}

/** Hides bots from their owner and deletes their tokens and those of their MCP servers; one that is still needed is put aside for runners. The manager is that of a transaction. */
async function markRemoved(manager: EntityManager, where: FindOptionsWhere<BotEntity>): Promise<RemovedBot[]> {
  const { raw } = await manager
    .createQueryBuilder()
    .update(BotEntity)
    .set({ ...NO_TOKEN, removalToken: () => KEEP_TOKEN, desiredOnline: false, resumesAfterPause: false, deletedAt: new Date() })
    .where({ ...where, deletedAt: IsNull() })
    .returning('id, owner_id as "ownerId", name, version')
    .execute();
  const removed = raw as RemovedBot[];
  await manager.update(ToolServerEntity, { botId: In(removed.map(({ id }) => id)) }, { token: null });
  return removed;
}
