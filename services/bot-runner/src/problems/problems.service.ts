import { Events, Interval, LOGGER, RpcClient, type Logger } from '@kith/kit';
import { bots, events, type Actor, type Problem, type ProblemAction, type RunnableBot } from '@kith/proto';
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource, InjectRepository } from '@nestjs/typeorm';
import { DataSource, type Repository } from 'typeorm';
import { ProblemEntity } from './problem.entity.js';

type Owned = Pick<RunnableBot, 'botId' | 'ownerId'>;

/** What was tried where. */
export interface ProblemPlace {
  /** Null in direct messages. */
  readonly guildId: string | null;
  /** Null when it concerns the whole server. */
  readonly channelId: string | null;
  readonly action: ProblemAction;
}

const MAX_PER_BOT = 50;
const RETENTION_DAYS = 30;
const SWEEP_EVERY_MS = 3_600_000;
/** The same refusal is written again only after this time: a bot may meet it with each message. */
const WRITE_EVERY_MS = 60_000;
/** How long a replica trusts what it read, in case it missed an event; shorter after a failed read. */
const READ_EVERY_MS = 300_000;
const RETRY_READ_MS = 30_000;
const MAX_READ_BOTS = 5000;

const UPSERT = `
  insert into runner.problem (bot_id, owner_id, guild_id, channel_id, action, permission) values ($1, $2, $3, $4, $5, $6)
  on conflict (bot_id, guild_id, channel_id, action) do update
    set last_seen_at = now(), permission = excluded.permission, owner_id = excluded.owner_id`;
const DELETE_OLDEST = `
  delete from runner.problem where bot_id = $1 and (guild_id, channel_id, action) in (
    select guild_id, channel_id, action from runner.problem where bot_id = $1
    order by last_seen_at desc, guild_id, channel_id, action offset $2)`;

/** The open problems of one bot: when each was last written (Unix milliseconds), by place. */
interface OpenProblems {
  readonly writtenAtMs: Map<string, number>;
  readonly staleAtMs: number;
}

/**
 * What Discord refuses to bots, for the page of their owner (docs/decisions.md C10). An entry disappears as soon as the same action succeeds.
 * `record` and `resolve` are called on the way of messages: they never throw, and ask Postgres only when something changes.
 */
@Injectable()
export class Problems implements OnModuleInit, OnModuleDestroy {
  private readonly open = new Map<string, Promise<OpenProblems>>();
  private unsubscribe: (() => void) | undefined;

  constructor(
    @InjectRepository(ProblemEntity) private readonly rows: Repository<ProblemEntity>,
    @InjectDataSource() private readonly database: DataSource,
    private readonly events: Events,
    private readonly rpc: RpcClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onModuleInit(): Promise<void> {
    this.unsubscribe = await this.events.subscribe(events.problemsChanged, ({ botId }) => this.open.delete(botId));
  }

  onModuleDestroy(): void {
    this.unsubscribe?.();
  }

  /** Stores that Discord refused an action. `permission` is the missing one in the words of Discord's settings; null when it is unknown. */
  async record(bot: Owned, place: ProblemPlace, permission: string | null): Promise<void> {
    const { writtenAtMs } = await this.openProblemsOf(bot.botId);
    const key = keyOf(place);
    const lastMs = writtenAtMs.get(key);
    if (lastMs !== undefined && Date.now() - lastMs < WRITE_EVERY_MS) return;
    writtenAtMs.set(key, Date.now());
    try {
      await this.database.query(UPSERT, [bot.botId, bot.ownerId, ...valuesOf(place), permission]);
      if (lastMs !== undefined) return;
      await this.database.query(DELETE_OLDEST, [bot.botId, MAX_PER_BOT]);
      await this.announce(bot);
    } catch (error) {
      writtenAtMs.delete(key);
      this.logger.warn({ botId: bot.botId, err: error }, 'problem of a bot not stored');
    }
  }

  /** Removes the problem, as Discord accepted the action now. */
  async resolve(bot: Owned, place: ProblemPlace): Promise<void> {
    const { writtenAtMs } = await this.openProblemsOf(bot.botId);
    if (!writtenAtMs.delete(keyOf(place))) return;
    const [guildId, channelId, action] = valuesOf(place);
    try {
      await this.rows.delete({ botId: bot.botId, guildId, channelId, action });
      await this.announce(bot);
    } catch (error) {
      this.open.delete(bot.botId);
      this.logger.warn({ botId: bot.botId, err: error }, 'problem of a bot not removed');
    }
  }

  /** The open problems of a bot of the actor, the latest first. */
  async list({ actor, botId }: { actor: Actor; botId: string }): Promise<{ problems: Problem[] }> {
    await this.rpc.ask(bots.owned, { actor, botId });
    const rows = await this.rows.find({
      where: { botId, ownerId: actor.userId },
      order: { lastSeenAt: 'desc' },
      take: MAX_PER_BOT,
    });
    return { problems: rows.map(problemOf) };
  }

  /** Where an action is refused in one server, to any bot. */
  async inServer(guildId: string, action: ProblemAction): Promise<(Owned & { readonly channelId: string })[]> {
    return this.rows.find({ select: { botId: true, ownerId: true, channelId: true }, where: { guildId, action } });
  }

  /** Deletes the problems of a deleted bot. */
  async purge(botId: string): Promise<void> {
    await this.rows.delete({ botId });
    this.open.delete(botId);
  }

  @Interval(SWEEP_EVERY_MS, 'the sweep of old problems')
  async sweep(): Promise<void> {
    const old = `delete from runner.problem where last_seen_at < now() - make_interval(days => $1)`;
    await this.database.query(old, [RETENTION_DAYS]);
  }

  private async announce({ botId, ownerId }: Owned): Promise<void> {
    await this.events.publish(events.problemsChanged, { botId, userId: ownerId });
  }

  private async openProblemsOf(botId: string): Promise<OpenProblems> {
    const known = await this.open.get(botId);
    if (known && known.staleAtMs > Date.now()) return known;
    if (this.open.size >= MAX_READ_BOTS) this.open.clear();
    const read = this.read(botId);
    this.open.set(botId, read);
    return read;
  }

  private async read(botId: string): Promise<OpenProblems> {
    const nowMs = Date.now();
    try {
      const rows = await this.rows.find({ where: { botId }, take: MAX_PER_BOT });
      const writtenAtMs = new Map(rows.map((row) => [keyOf(row), row.lastSeenAt.getTime()]));
      return { writtenAtMs, staleAtMs: nowMs + READ_EVERY_MS };
    } catch (error) {
      this.logger.warn({ botId, err: error }, 'problems of a bot not read');
      return { writtenAtMs: new Map(), staleAtMs: nowMs + RETRY_READ_MS };
    }
  }
}

const valuesOf = ({ guildId, channelId, action }: ProblemPlace): [guildId: string, channelId: string, action: ProblemAction] => [
  guildId ?? '',
  channelId ?? '',
  action,
];

const keyOf = (place: ProblemPlace): string => valuesOf(place).join(' ');

const problemOf = ({ guildId, channelId, action, permission, firstSeenAt, lastSeenAt }: ProblemEntity): Problem => ({
  guildId: guildId || null,
  channelId: channelId || null,
  action,
  permission,
  firstSeenAt: firstSeenAt.toISOString(),
  lastSeenAt: lastSeenAt.toISOString(),
});
