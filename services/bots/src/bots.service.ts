import { randomUUID } from 'node:crypto';
import { Events, Queues } from '@kith/kit';
import {
  AppError,
  CATALOGUE,
  events,
  queues,
  type Actor,
  type Bot,
  type bots,
  type OutputOf,
  type ParsedInputOf,
} from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, IsNull, type EntityManager } from 'typeorm';
import { allowedTraits, changedFields, newFields } from './bot-fields.js';
import { viewOf } from './bot-view.js';
import { BotEntity } from './bot.entity.js';
import { DiscordTokens, NO_TOKEN, type SealedToken } from './discord-tokens.service.js';
import { LiveFacts } from './live-facts.js';

type Saved = OutputOf<typeof bots.create>;
type Changes = ParsedInputOf<typeof bots.update>;

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
  ) {}

  async create({ actor, ...creation }: ParsedInputOf<typeof bots.create>): Promise<Saved> {
    if (creation.discordToken) refuseImpersonation(actor);
    const place = { id: randomUUID(), ownerId: actor.userId };
    const token = creation.discordToken ? await this.tokens.seal(creation.discordToken, place) : undefined;
    const fields = newFields(creation);
    const { personality, droppedTraits } = allowedTraits(actor.plan, fields.personality);
    const row = { ...place, ...fields, personality, ...(token?.columns ?? NO_TOKEN) };
    await this.tokens.claiming(token, () =>
      this.database.transaction(async (manager) => {
        await refuseAboveCap(manager, actor);
        await manager.insert(BotEntity, row);
      }),
    );
    return { ...(await this.get({ actor, botId: place.id })), droppedTraits, warnings: token?.warnings ?? [] };
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
    return { bots: found.map((bot) => viewOf(bot, factsOf(bot.id))), total };
  }

  async get({ actor, botId }: ParsedInputOf<typeof bots.get>): Promise<Bot> {
    return this.view(await this.ownBot(actor, botId));
  }

  async update({ actor, botId, ...changes }: Changes): Promise<Saved> {
    const before = await this.ownBot(actor, botId);
    if (changes.discordToken || changes.clearDiscordToken) refuseImpersonation(actor);
    const token =
      changes.discordToken && !changes.clearDiscordToken ? await this.tokens.seal(changes.discordToken, before) : undefined;
    const droppedTraits = changes.personality ? allowedTraits(actor.plan, changes.personality).droppedTraits : [];
    const isStopped = await this.tokens.claiming(token, () =>
      this.database.transaction((manager) => this.save(manager, before, { actor, changes, token })),
    );
    if (isStopped) await this.addRun('stop', isStopped);
    await this.events.publish(events.botChanged, { botId });
    return { ...(await this.get({ actor, botId })), droppedTraits, warnings: token?.warnings ?? [] };
  }

  async remove({ actor, botId }: ParsedInputOf<typeof bots.remove>): Promise<OutputOf<typeof bots.remove>> {
    const { ownerId, version } = await this.ownBot(actor, botId);
    refuseImpersonation(actor);
    const removal = { ...NO_TOKEN, wanted: false, deletedAt: new Date() };
    const { affected } = await this.database.manager.update(BotEntity, { id: botId, ownerId, deletedAt: IsNull() }, removal);
    if (affected === 0) throw new AppError('NOT_FOUND');
    await this.queues.add(queues.lifecycle, `remove-${botId}-${version}`, { action: 'remove', botId });
    await this.events.publish(events.botChanged, { botId });
    return { message: 'Bot deleted' };
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
    const fields = changedFields(bot, changes);
    const after: Partial<BotEntity> = { ...fields, version: bot.version + 1, updatedAt: new Date() };
    if (changes.personality) after.personality = allowedTraits(actor.plan, fields.personality).personality;
    if (token) Object.assign(after, token.columns, bot.applicationId === token.columns.applicationId ? {} : { fence: '0' });
    if (changes.clearDiscordToken) Object.assign(after, NO_TOKEN, { wanted: false });
    if ((token || changes.clearDiscordToken) && !bot.wanted) Object.assign(after, FRESH_STATE);
    const isStopped = bot.wanted && changes.clearDiscordToken === true;
    if (isStopped) after.runNumber = bot.runNumber + 1;
    await manager.update(BotEntity, { id }, after);
    return isStopped ? manager.findOneByOrFail(BotEntity, { id }) : undefined;
  }
}

interface Save {
  readonly actor: Actor;
  readonly changes: Omit<Changes, 'actor' | 'botId'>;
  readonly token: SealedToken | undefined;
}

// Of creations that come together, all but one wait here: the count below stays true until the insert is committed (decision B16).
async function refuseAboveCap(manager: EntityManager, { userId, plan }: Actor): Promise<void> {
  await manager.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`bots-owner-${userId}`]);
  const held = await manager.countBy(BotEntity, { ownerId: userId, deletedAt: IsNull() });
  if (held >= CATALOGUE[plan].maxBots) throw new AppError('BOT_LIMIT');
}

// Tokens and deletion stay with the owner (decision A5).
function refuseImpersonation(actor: Actor): void {
  if (actor.impersonator) throw new AppError('FORBIDDEN');
}
