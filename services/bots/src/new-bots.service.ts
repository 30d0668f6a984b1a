import { randomUUID } from 'node:crypto';
import { PreparedStatement, Queues } from '@kith/kit';
import {
  AppError,
  initialBotSettings,
  PLAN_CATALOGUE,
  queues,
  refuseImpersonation,
  type Actor,
  type bots,
  type BotSettings,
  type ParsedInputOf,
  type SavedBot,
} from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { adultConfirmation, newSettings, savedTraits } from './bot-settings.js';
import { viewOf } from './bot-view.js';
import { BotEntity } from './bot.entity.js';
import { acceptAgreement } from './discord/agreements.service.js';
import { DiscordTokens, NO_TOKEN } from './discord-tokens.service.js';
import { lockOwner } from './locks.js';
import { PlanGates } from './plan-gates.service.js';
import type { RuntimeInfo } from './runtime-info.js';
import { selectListOf } from './select-list.js';
import { recordVersion } from './versions/record-version.js';

/** Longer than the second that the bots of a job share. */
const JOBS_KEPT_MS = 5000;

const COUNT = new PreparedStatement<{ total: number }>(
  'select count(*)::int as total from bots.bot where owner_id = $1 and deleted_at is null',
);

/** What a new bot is compared with; it is not changed. */
const INITIAL: Readonly<BotSettings> = initialBotSettings();
/** It has not replied yet, and no runner knows it. */
const NEW_BOT: RuntimeInfo = { messageCount: 0, isRunnerUp: true };

/** The creation of bots. */
@Injectable()
export class NewBots {
  private readonly inserts = new Map<string, PreparedStatement<BotEntity>>();
  /** The jobs that this process has added lately. */
  private readonly jobs = new Map<string, Promise<void>>();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly tokens: DiscordTokens,
    private readonly planGates: PlanGates,
    private readonly queues: Queues,
  ) {}

  async create({ actor, ...creation }: ParsedInputOf<typeof bots.create>): Promise<SavedBot> {
    if (creation.discordToken || creation.ageRating === 'adult') refuseImpersonation(actor);
    await this.planGates.refuseAbovePlan(actor.plan, INITIAL, creation);
    const key = { id: randomUUID(), ownerId: actor.userId };
    const token = creation.discordToken ? await this.tokens.encrypt(creation.discordToken, key) : undefined;
    const fields = newSettings(creation);
    const { personality, droppedTraits } = savedTraits(actor.plan, fields.personality, {});
    const adult = adultConfirmation('everyone', creation);
    const row = { ...key, ...fields, ...adult, personality, ...(token?.columns ?? NO_TOKEN) };
    const { bot, count } = await this.tokens.claimApplication(token, () =>
      this.database.transaction(async (manager) => {
        const inserted = await this.insert(manager, actor, row);
        await recordVersion(manager, { actor, botId: key.id, version: 1, before: INITIAL, after: row });
        if (token) await acceptAgreement(manager, key.ownerId);
        return inserted;
      }),
    );
    if (count > PLAN_CATALOGUE.free.maxBots) await this.checkPlanLater(key.ownerId);
    if (token) await this.tokens.report(actor, key.id, 'set');
    return { bot: viewOf(bot, NEW_BOT), droppedTraits, warnings: token?.warnings ?? [] };
  }

  /**
   * Inserts the row; answers it as it is stored, and how many bots its owner then has. Throws BOT_LIMIT when the plan allows no more.
   * Concurrent creations wait for the lock, so the count is correct until the insert is committed (docs/decisions.md B16).
   */
  private async insert(
    manager: EntityManager,
    { userId, plan }: Actor,
    row: Partial<BotEntity>,
  ): Promise<{ bot: BotEntity; count: number }> {
    await lockOwner(manager, 'owner', userId);
    const [counted] = await COUNT.rowsWithin(manager, [userId]);
    const existing = counted?.total ?? 0;
    if (existing >= PLAN_CATALOGUE[plan].maxBots) throw new AppError('BOT_LIMIT');
    const [bot] = await this.statementFor(Object.keys(row)).rowsWithin(manager, Object.values(row));
    if (!bot) throw new Error('the insert of a bot returned no row');
    return { bot, count: existing + 1 };
  }

  /**
   * The plan may have been downgraded since a request began that created a bot; the job checks the cap of the current plan (docs/decisions.md B14).
   * The bots of one second share a job, which runs when that second is over in all processes.
   */
  private async checkPlanLater(userId: string): Promise<void> {
    const jobId = `created-${userId}-${Math.floor(Date.now() / 1000)}`;
    const added = this.jobs.get(jobId) ?? this.queues.add(queues.planChanges, jobId, { userId }, { delayMs: 2000 });
    if (this.jobs.has(jobId)) return added;
    this.jobs.set(jobId, added);
    setTimeout(() => this.jobs.delete(jobId), JOBS_KEPT_MS).unref();
    // The next creation adds it again.
    added.catch(() => this.jobs.delete(jobId));
    return added;
  }

  private statementFor(properties: readonly string[]): PreparedStatement<BotEntity> {
    const key = properties.join();
    const known = this.inserts.get(key);
    if (known) return known;
    const { columns } = this.database.getMetadata(BotEntity);
    const names = properties.map((property) => columns.find(({ propertyName }) => propertyName === property)?.databaseName);
    const values = names.map((_name, index) => `$${index + 1}`);
    const statement = new PreparedStatement<BotEntity>(
      `insert into bots.bot (${names.join()}) values (${values.join()}) returning ${selectListOf(this.database)}`,
    );
    this.inserts.set(key, statement);
    return statement;
  }
}
