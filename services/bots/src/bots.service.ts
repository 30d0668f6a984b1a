import { asSystem, Events, mostJsonBytes, pageOfList, PreparedStatement, Queues } from '@kith/kit';
import {
  AppError,
  BOT_FIELDS,
  ERRORS,
  events,
  isAdmin,
  queues,
  refuseImpersonation,
  requireAdmin,
  type Actor,
  type Bot,
  type bots,
  type OutputOf,
  type ParsedInputOf,
  type SavedBot,
} from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In, IsNull, type EntityManager, type FindOptionsSelect, type FindOptionsWhere } from 'typeorm';
import { adultConfirmation, changedSettings, savedTraits } from './bot-settings.js';
import { columnsOf, fieldsOf, needsInfo, viewOf } from './bot-view.js';
import { BotEntity } from './bot.entity.js';
import { refusePrefixConflicts } from './commands/learned-triggers.js';
import { acceptAgreement } from './discord/agreements.service.js';
import { DiscordTokens, NO_TOKEN, type EncryptedToken } from './discord-tokens.service.js';
import { lockBot } from './locks.js';
import { selectListOf } from './select-list.js';
import { PlanGates } from './plan-gates.service.js';
import { RuntimeInfoService } from './runtime-info.js';
import { recordVersion } from './versions/record-version.js';

type Changes = ParsedInputOf<typeof bots.update>;
type Page = ParsedInputOf<typeof bots.listFields>;
/** The columns that the event `botStatus` is made of. */
export type BotStatusColumns = Pick<
  BotEntity,
  'id' | 'ownerId' | 'runtimeState' | 'statusCode' | 'statusReason' | 'takenDownAt' | 'resetAt'
>;

// A response may be 1 MB; one bot takes at most 150 KB of it.
const MAX_PAGE_BYTES = 900_000;
/** The state of a stopped bot whose token was replaced or cleared: a failure with the old token is over. */
const STOPPED: Partial<BotEntity> = { runtimeState: 'stopped', statusCode: null, statusReason: null };

const COUNT_OWN = new PreparedStatement<{ total: number }>('select bots.count_own_bots($1, $2) as total');
/** Sets of columns whose statement is kept: more than the screens have. */
const MAX_PAGES = 50;

/** Bots and their settings, for their owners. */
@Injectable()
export class BotsService {
  private readonly pages = new Map<string, PreparedStatement<BotEntity>>();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly tokens: DiscordTokens,
    private readonly runtimeInfo: RuntimeInfoService,
    private readonly planGates: PlanGates,
    private readonly queues: Queues,
    private readonly events: Events,
  ) {}

  async list(page: ParsedInputOf<typeof bots.list>): Promise<OutputOf<typeof bots.list>> {
    const list = await this.listFields({ ...page, fields: BOT_FIELDS });
    return { ...list, bots: list.bots as Bot[] };
  }

  async listFields({ actor, fields, search = '', limit, offset }: Page): Promise<OutputOf<typeof bots.listFields>> {
    const parameters = [actor.userId, search.trim()];
    const read = (page: Pick<Page, 'limit' | 'offset'>, isFromEnd: boolean) =>
      this.pageOf(columnsOf(fields), isFromEnd).rows(this.database, [...parameters, page.limit, page.offset, isFromEnd]);
    const first = offset === 0 ? await read({ limit, offset }, false) : undefined;
    const total = first && first.length < limit ? first.length : await this.countOwn(parameters);
    const found = first ?? (await pageOfList(total, { limit, offset }, read));
    const infoOf = await this.runtimeInfo.of(
      found.map(({ id }) => id),
      (info) => needsInfo(fields, info),
    );
    return { bots: withinPageSize(found.map((bot) => fieldsOf(bot, infoOf(bot.id), fields))), total };
  }

  async get({ actor, botId }: ParsedInputOf<typeof bots.get>): Promise<Bot> {
    return this.view(await this.ownBot(actor, botId));
  }

  /** `restoredFrom`: the version whose character the changes are. */
  async update({ actor, botId, ...changes }: Changes, restoredFrom: number | null = null): Promise<SavedBot> {
    const before = await this.ownBot(actor, botId);
    const isRatedAdult = changes.ageRating === 'adult' && before.ageRating !== 'adult';
    if (changes.discordToken || changes.clearDiscordToken || isRatedAdult) refuseImpersonation(actor);
    await this.planGates.refuseAbovePlan(actor.plan, before, changes);
    const token =
      changes.discordToken && !changes.clearDiscordToken ? await this.tokens.encrypt(changes.discordToken, before) : undefined;
    const { stopped, droppedTraits } = await this.tokens.claimApplication(token, () =>
      this.database.transaction((manager) => this.save(manager, before, { actor, changes, token, restoredFrom })),
    );
    if (stopped) await this.addRun('stop', stopped);
    else await this.events.publish(events.botChanged, { botId });
    if (token) await this.tokens.report(actor, botId, 'set');
    if (changes.clearDiscordToken) await this.tokens.report(actor, botId, 'cleared');
    return { bot: await this.get({ actor, botId }), droppedTraits, warnings: token?.warnings ?? [] };
  }

  /** The bots of another user, for administrators. */
  async ofUser({ actor, userId, ...page }: ParsedInputOf<typeof bots.ofUser>): Promise<OutputOf<typeof bots.ofUser>> {
    requireAdmin(actor);
    return asSystem(() => this.list({ ...page, actor: { ...actor, userId } }));
  }

  async names({ actor, botIds }: ParsedInputOf<typeof bots.names>): Promise<OutputOf<typeof bots.names>> {
    const find = (where: FindOptionsWhere<BotEntity>) =>
      this.database.manager.find(BotEntity, {
        select: { id: true, name: true },
        where: { ...where, id: In(botIds), deletedAt: IsNull() },
      });
    const isForAll = isAdmin(actor) && !actor.impersonator;
    const found = await (isForAll ? asSystem(() => find({})) : find({ ownerId: actor.userId }));
    return { names: Object.fromEntries(found.map(({ id, name }) => [id, name])) };
  }

  async counts({ actor }: ParsedInputOf<typeof bots.counts>): Promise<OutputOf<typeof bots.counts>> {
    return this.count({ ownerId: actor.userId });
  }

  async owned({ actor, botId }: ParsedInputOf<typeof bots.owned>): Promise<OutputOf<typeof bots.owned>> {
    // Asked by other services for every request about a bot: only these columns are read.
    const { name } = await this.findOwn(actor, botId, { id: true, name: true });
    return { botId, name };
  }

  /** A bot of the actor. NOT_FOUND for a missing, deleted or another user's bot alike (docs/decisions.md A6). */
  ownBot(actor: Actor, botId: string): Promise<BotEntity> {
    return this.findOwn(actor, botId, {});
  }

  async view(bot: BotEntity): Promise<Bot> {
    const infoOf = await this.runtimeInfo.of([bot.id]);
    return viewOf(bot, infoOf(bot.id));
  }

  /** Adds a job that makes a runner apply the desired state. The run number gives each start and stop its own job id. */
  async addRun(
    action: 'start' | 'stop',
    { id, ownerId, runNumber }: Pick<BotEntity, 'id' | 'ownerId' | 'runNumber'>,
  ): Promise<void> {
    await this.queues.add(queues.lifecycle, `${action}-${id}-${runNumber}`, { action, ownerId, botId: id });
    await this.events.publish(events.botChanged, { botId: id });
  }

  /** Reads the row again: what a call has read of it may be older than a change that was published. Nothing for a bot that is gone. */
  async publishStatusOf(botId: string): Promise<void> {
    const bot = await this.database.manager.findOneBy(BotEntity, { id: botId, deletedAt: IsNull() });
    if (bot) await this.publishStatus(bot);
  }

  /** Owners do not see what becomes of a run of a bot that was taken down. */
  async publishStatus({ id, ownerId, takenDownAt, resetAt, ...run }: BotStatusColumns): Promise<void> {
    const isTakenDown = takenDownAt !== null;
    await this.events.publish(events.botStatus, {
      botId: id,
      userId: ownerId,
      runtimeState: isTakenDown ? 'taken_down' : run.runtimeState,
      code: isTakenDown ? 'TAKEN_DOWN' : run.statusCode,
      statusReason: isTakenDown ? ERRORS.TAKEN_DOWN.text : run.statusReason,
      isResetting: resetAt !== null,
    });
  }

  /** With an empty `select` all columns are read. */
  private async findOwn(actor: Actor, botId: string, select: FindOptionsSelect<BotEntity>): Promise<BotEntity> {
    const where = { id: botId, ownerId: actor.userId, deletedAt: IsNull() };
    const bot = await this.database.manager.findOne(BotEntity, { select, where });
    if (!bot) throw new AppError('NOT_FOUND');
    return bot;
  }

  /** The statement for the page of a list. The ids of the page come from an index alone. */
  private pageOf(properties: readonly string[], isFromEnd: boolean): PreparedStatement<BotEntity> {
    const key = [isFromEnd, ...properties].join();
    const known = this.pages.get(key);
    if (known) return known;
    const order = isFromEnd ? 'order by created_at desc, id desc' : 'order by created_at, id';
    const statement = new PreparedStatement<BotEntity>(
      `select ${selectListOf(this.database, ['id', ...properties])} from bots.bot
       where id = any (array(select bots.own_bots($1, $2, $5, $3, $4))) ${order}`,
    );
    if (this.pages.size < MAX_PAGES) this.pages.set(key, statement);
    return statement;
  }

  private async countOwn(parameters: readonly string[]): Promise<number> {
    const [row] = await COUNT_OWN.rows(this.database, parameters);
    return row?.total ?? 0;
  }

  private async count(where: FindOptionsWhere<BotEntity>): Promise<OutputOf<typeof bots.counts>> {
    const [counted, isRunnerUp] = await Promise.all([
      this.database
        .getRepository(BotEntity)
        .createQueryBuilder('bot')
        .select('count(*)::int', 'total')
        .addSelect(`(count(*) filter (where bot.runtimeState = 'online'))::int`, 'online')
        .where({ ...where, deletedAt: IsNull() })
        .getRawOne<OutputOf<typeof bots.counts>>(),
      this.runtimeInfo.isRunnerUp(),
    ]);
    // Without a runner no bot is connected, whatever the last reports say.
    return { total: counted?.total ?? 0, online: isRunnerUp ? (counted?.online ?? 0) : 0 };
  }

  /** Writes changed settings. */
  private async save(manager: EntityManager, { id }: BotEntity, save: Save): Promise<Saved> {
    const { actor, changes, token, restoredFrom } = save;
    const bot = await lockBot(manager, actor, id);
    if (changes.expectedVersion !== undefined && changes.expectedVersion !== bot.version) throw new AppError('VERSION_CONFLICT');
    const fields = changedSettings(bot, changes);
    const { customPrefix } = fields.channelSettings;
    if (customPrefix !== bot.channelSettings.customPrefix) await refusePrefixConflicts(manager, id, customPrefix);
    const adult = adultConfirmation(bot.ageRating, changes);
    const after: Partial<BotEntity> = { ...fields, ...adult, version: bot.version + 1, updatedAt: new Date() };
    const traits = changes.personality && savedTraits(actor.plan, changes.personality, bot.personality);
    if (traits) after.personality = traits.personality;
    if (token) Object.assign(after, token.columns, bot.applicationId === token.columns.applicationId ? {} : { fence: '0' });
    if (changes.clearDiscordToken) Object.assign(after, NO_TOKEN, { desiredOnline: false, resumesAfterPause: false });
    const isStopped = !bot.desiredOnline && bot.runtimeState !== 'paused_by_plan' && bot.takenDownAt === null;
    if ((token || changes.clearDiscordToken) && isStopped) Object.assign(after, STOPPED);
    const mustStop = bot.desiredOnline && changes.clearDiscordToken === true;
    if (mustStop) after.runNumber = bot.runNumber + 1;
    await manager.update(BotEntity, { id }, after);
    const versions = { version: bot.version + 1, before: bot, after: { ...fields, ...after } };
    await recordVersion(manager, { actor, botId: id, restoredFrom, ...versions });
    if (token) await acceptAgreement(manager, bot.ownerId);
    const stopped = mustStop ? await manager.findOneByOrFail(BotEntity, { id }) : undefined;
    return { stopped, droppedTraits: traits?.droppedTraits ?? [] };
  }
}

/** As many bots of a page as fit into one response; `total` shows that there are more. */
function withinPageSize(page: readonly Partial<Bot>[]): Partial<Bot>[] {
  if (mostJsonBytes(page) <= MAX_PAGE_BYTES) return [...page];
  let bytes = 0;
  return page.filter((bot, index) => (bytes += Buffer.byteLength(JSON.stringify(bot))) <= MAX_PAGE_BYTES || index === 0);
}

interface Save {
  readonly actor: Actor;
  readonly changes: Omit<Changes, 'actor' | 'botId'>;
  readonly token: EncryptedToken | undefined;
  readonly restoredFrom: number | null;
}

interface Saved {
  /** The bot if it was meant to be online and its token was cleared, so that it has to be stopped. */
  readonly stopped: BotEntity | undefined;
  readonly droppedTraits: string[];
}
