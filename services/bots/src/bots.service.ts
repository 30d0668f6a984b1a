import { randomUUID } from 'node:crypto';
import { Audit, Events, Queues } from '@kith/kit';
import {
  AppError,
  PLAN_CATALOGUE,
  events,
  queues,
  refuseImpersonation,
  type Actor,
  type Bot,
  type bots,
  type OutputOf,
  type ParsedInputOf,
  type SavedBot,
} from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, IsNull, type EntityManager } from 'typeorm';
import { allowedTraits, changedSettings, newSettings } from './bot-settings.js';
import { viewOf } from './bot-view.js';
import { BotEntity } from './bot.entity.js';
import { refuseClashes } from './commands/brain.js';
import { DiscordTokens, NO_TOKEN, type SealedToken } from './discord-tokens.service.js';
import { LiveFacts } from './live-facts.js';
import { lockOwner } from './owner-lock.js';

type Changes = ParsedInputOf<typeof bots.update>;
/** What is announced of a companion. */
export type StatusOf = Pick<BotEntity, 'id' | 'ownerId' | 'runtimeState' | 'statusCode' | 'statusReason'>;

// An answer may be 1 MB; one companion takes 90 KB at most.
const MAX_PAGE_BYTES = 900_000;
/** A companion whose saved token is now none, or another. */
const FRESH_STATE: Partial<BotEntity> = { runtimeState: 'stopped', statusCode: null, statusReason: null };

/** The companions of their owners. */
@Injectable()
export class BotsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly tokens: DiscordTokens,
    private readonly facts: LiveFacts,
    private readonly queues: Queues,
    private readonly events: Events,
    private readonly audit: Audit,
  ) {}

  async create({ actor, ...creation }: ParsedInputOf<typeof bots.create>): Promise<SavedBot> {
    if (creation.discordToken) refuseImpersonation(actor);
    const place = { id: randomUUID(), ownerId: actor.userId };
    const token = creation.discordToken ? await this.tokens.seal(creation.discordToken, place) : undefined;
    const fields = newSettings(creation);
    const { personality, droppedTraits } = allowedTraits(actor.plan, fields.personality);
    const row = { ...place, ...fields, personality, ...(token?.columns ?? NO_TOKEN) };
    const held = await this.tokens.claiming(token, () =>
      this.database.transaction(async (manager) => {
        const before = await refuseAboveCap(manager, actor);
        await manager.insert(BotEntity, row);
        return before + 1;
      }),
    );
    // A downgrade may have overtaken this request, whose plan is that of its beginning (decision B14).
    if (held > PLAN_CATALOGUE.free.maxBots)
      await this.queues.add(queues.planChanges, `created-${place.id}`, { userId: place.ownerId });
    if (token) await this.reportToken(actor, place.id, 'set');
    return { bot: await this.get({ actor, botId: place.id }), droppedTraits, warnings: token?.warnings ?? [] };
  }

  async list({ actor, search = '', limit, offset }: ParsedInputOf<typeof bots.list>): Promise<OutputOf<typeof bots.list>> {
    const [found, total] = await this.database
      .getRepository(BotEntity)
      .createQueryBuilder('bot')
      .where('bot.ownerId = :ownerId and bot.deletedAt is null', { ownerId: actor.userId })
      .andWhere('position(lower(:search) in lower(bot.name)) > 0', { search: search.trim() })
      .orderBy('bot.createdAt')
      .addOrderBy('bot.id')
      .limit(limit)
      .offset(offset)
      .getManyAndCount();
    const factsOf = await this.facts.of(found.map(({ id }) => id));
    return { bots: fitting(found.map((bot) => viewOf(bot, factsOf(bot.id)))), total };
  }

  async get({ actor, botId }: ParsedInputOf<typeof bots.get>): Promise<Bot> {
    return this.view(await this.ownBot(actor, botId));
  }

  async update({ actor, botId, ...changes }: Changes): Promise<SavedBot> {
    const before = await this.ownBot(actor, botId);
    if (changes.discordToken || changes.clearDiscordToken) refuseImpersonation(actor);
    const token =
      changes.discordToken && !changes.clearDiscordToken ? await this.tokens.seal(changes.discordToken, before) : undefined;
    const droppedTraits = changes.personality ? allowedTraits(actor.plan, changes.personality).droppedTraits : [];
    const isStopped = await this.tokens.claiming(token, () =>
      this.database.transaction((manager) => this.save(manager, before, { actor, changes, token })),
    );
    if (isStopped) await this.addRun('stop', isStopped);
    else await this.events.publish(events.botChanged, { botId });
    if (token) await this.reportToken(actor, botId, 'set');
    if (changes.clearDiscordToken) await this.reportToken(actor, botId, 'cleared');
    return { bot: await this.get({ actor, botId }), droppedTraits, warnings: token?.warnings ?? [] };
  }

  async owned({ actor, botId }: ParsedInputOf<typeof bots.owned>): Promise<OutputOf<typeof bots.owned>> {
    const bot = await this.database.manager.findOne(BotEntity, {
      select: { id: true, name: true },
      where: { id: botId, ownerId: actor.userId, deletedAt: IsNull() },
    });
    if (!bot) throw new AppError('NOT_FOUND');
    return { botId, name: bot.name };
  }

  /** The actor's companion. NOT_FOUND alike for missing, foreign and deleted (decision A6). */
  async ownBot(actor: Actor, botId: string): Promise<BotEntity> {
    const bot = await this.database.manager.findOneBy(BotEntity, { id: botId, ownerId: actor.userId, deletedAt: IsNull() });
    if (!bot) throw new AppError('NOT_FOUND');
    return bot;
  }

  async view(bot: BotEntity): Promise<Bot> {
    const factsOf = await this.facts.of([bot.id]);
    return viewOf(bot, factsOf(bot.id));
  }

  /** Has a runner look at the companion; the number makes each start and stop a job of its own. */
  async addRun(action: 'start' | 'stop', { id, runNumber }: Pick<BotEntity, 'id' | 'runNumber'>): Promise<void> {
    await this.queues.add(queues.lifecycle, `${action}-${id}-${runNumber}`, { action, botId: id });
    await this.events.publish(events.botChanged, { botId: id });
  }

  async announce({ id, ownerId, runtimeState, statusCode, statusReason }: StatusOf): Promise<void> {
    await this.events.publish(events.botStatus, { botId: id, userId: ownerId, runtimeState, code: statusCode, statusReason });
  }

  private async reportToken(actor: Actor, botId: string, token: 'set' | 'cleared'): Promise<void> {
    await this.audit.report('discord_token_written', { actor, target: botId, details: { token } });
  }

  /** Writes one save; answers the companion when the save takes it off Discord. */
  private async save(manager: EntityManager, { id, ownerId }: BotEntity, save: Save): Promise<BotEntity | undefined> {
    const { actor, changes, token } = save;
    const bot = await manager.findOne(BotEntity, {
      where: { id, ownerId, deletedAt: IsNull() },
      lock: { mode: 'pessimistic_write' },
    });
    if (!bot) throw new AppError('NOT_FOUND');
    if (changes.expectedVersion !== undefined && changes.expectedVersion !== bot.version) throw new AppError('VERSION_CONFLICT');
    const fields = changedSettings(bot, changes);
    const { customPrefix } = fields.channelSettings;
    if (customPrefix !== bot.channelSettings.customPrefix) await refuseClashes(manager, id, customPrefix);
    const after: Partial<BotEntity> = { ...fields, version: bot.version + 1, updatedAt: new Date() };
    if (changes.personality) after.personality = allowedTraits(actor.plan, fields.personality).personality;
    if (token) Object.assign(after, token.columns, bot.applicationId === token.columns.applicationId ? {} : { fence: '0' });
    if (changes.clearDiscordToken) Object.assign(after, NO_TOKEN, { desiredOnline: false });
    const isResting = !bot.desiredOnline && bot.runtimeState !== 'paused_by_plan';
    if ((token || changes.clearDiscordToken) && isResting) Object.assign(after, FRESH_STATE);
    const isStopped = bot.desiredOnline && changes.clearDiscordToken === true;
    if (isStopped) after.runNumber = bot.runNumber + 1;
    await manager.update(BotEntity, { id }, after);
    return isStopped ? manager.findOneByOrFail(BotEntity, { id }) : undefined;
  }
}

/** The first of a page, as many as one message can carry: `total` tells whether there is more. */
function fitting(page: readonly Bot[]): Bot[] {
  let bytes = 0;
  return page.filter((bot, index) => (bytes += Buffer.byteLength(JSON.stringify(bot))) <= MAX_PAGE_BYTES || index === 0);
}

interface Save {
  readonly actor: Actor;
  readonly changes: Omit<Changes, 'actor' | 'botId'>;
  readonly token: SealedToken | undefined;
}

// Answers how many there are. Of creations that come together, all but one wait here: the count stays true until the insert is committed (decision B16).
async function refuseAboveCap(manager: EntityManager, { userId, plan }: Actor): Promise<number> {
  await lockOwner(manager, 'owner', userId);
  const held = await manager.countBy(BotEntity, { ownerId: userId, deletedAt: IsNull() });
  if (held >= PLAN_CATALOGUE[plan].maxBots) throw new AppError('BOT_LIMIT');
  return held;
}
