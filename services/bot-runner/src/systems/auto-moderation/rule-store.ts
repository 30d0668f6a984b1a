import { setTimeout as sleep } from 'node:timers/promises';
import { Events, growingCache, LOGGER, type Logger } from '@kith/kit';
import { AppError, events } from '@kith/proto';
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { AutoModerationRuleEntity } from './auto-moderation-rule.entity.js';
import { AUTO_MODERATION_ID } from './definition.js';
import { MAX_PATTERNS, MAX_RULES, type Rule } from './rule.js';
import { readyRule, type ReadyRule } from './rule-matcher.js';

/** Other replicas read a change when an event tells it, and after this time when the event was lost. */
const FRESH_MS = 60_000;
const MAX_WAIT_MS = 2000;
const MAX_SERVERS = 20_000;

export type KnownRule = ReadyRule<AutoModerationRuleEntity>;

interface Place {
  readonly botId: string;
  readonly guildId: string;
}
type Owned = Place & { readonly ownerId: string };

interface Known {
  readonly rules: readonly KnownRule[];
  readonly readAtMs: number;
}

/** The rules in Postgres, with a copy in memory of those of servers that get messages. */
@Injectable()
export class RuleStore implements OnModuleInit, OnModuleDestroy {
  private readonly known = growingCache<Known>(MAX_SERVERS);
  private readonly reading = new Map<string, Promise<void>>();
  private unsubscribe: (() => void) | undefined;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly events: Events,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onModuleInit(): Promise<void> {
    this.unsubscribe = await this.events.subscribe(events.systemChanged, ({ systemId, ...place }) => {
      if (systemId === AUTO_MODERATION_ID && this.known.has(keyOf(place))) void this.readAnew(place);
    });
  }

  onModuleDestroy(): void {
    this.unsubscribe?.();
  }

  /** The rules of a bot in a server as they are known now; null before they were read. Reads them again when they are old. */
  inMemory(place: Place): readonly KnownRule[] | null {
    const known = this.known.get(keyOf(place));
    if (!known || known.readAtMs < Date.now() - FRESH_MS) void this.read(place);
    return known?.rules ?? null;
  }

  /** For a message that comes before they were read; none when Postgres does not answer soon, so that members are answered meanwhile. */
  async whenRead(place: Place): Promise<readonly KnownRule[]> {
    await Promise.race([this.read(place), sleep(MAX_WAIT_MS, undefined, { ref: false })]);
    return this.known.get(keyOf(place))?.rules ?? [];
  }

  /** Reads the rules of a server, once for all who ask at the same time. Never rejects: then the earlier ones stay. */
  read({ botId, guildId }: Place): Promise<void> {
    const key = keyOf({ botId, guildId });
    const running = this.reading.get(key);
    if (running) return running;
    const reading = this.list({ botId, guildId })
      .then((rows) => {
        // A stored rule never changes, so that it is made ready once.
        const ready = new Map(this.known.get(key)?.rules.map((known) => [known.rule.id, known]));
        this.known.set(key, { rules: rows.map((row) => ready.get(row.id) ?? readyRule(row)), readAtMs: Date.now() });
      })
      .catch((error: unknown) => this.logger.warn({ botId, guildId, err: error }, 'rules of auto-moderation not read'))
      .finally(() => this.reading.delete(key));
    this.reading.set(key, reading);
    return reading;
  }

  /** The rules of a server, oldest first. */
  list({ botId, guildId }: Place): Promise<AutoModerationRuleEntity[]> {
    return this.rows.find({ where: { botId, guildId, isWanted: true }, order: { createdAt: 'asc', id: 'asc' } });
  }

  /** Throws BAD_INPUT for a name that is taken, and when there are as many rules as there may be. */
  async add({ botId, ownerId, guildId }: Owned, rule: Rule): Promise<void> {
    await this.database.transaction(async (manager) => {
      await manager.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`auto-moderation-${botId}-${guildId}`]);
      const rules = await manager.findBy(AutoModerationRuleEntity, { botId, guildId, isWanted: true });
      const isTaken = rules.some(({ name }) => name.toLowerCase() === rule.name.toLowerCase());
      if (isTaken) throw refused('name', 'Another rule has this name.');
      if (rules.length >= MAX_RULES) throw refused('name', `A server can have ${MAX_RULES} rules.`);
      const patterns = rules.filter(({ trigger }) => trigger === 'pattern').length;
      if (rule.trigger === 'pattern' && patterns >= MAX_PATTERNS)
        throw refused('trigger', `A server can have ${MAX_PATTERNS} rules with a pattern.`);
      const { channelIds, exemptRoleIds } = rule;
      const lists = { channelIds: [...channelIds], exemptRoleIds: [...exemptRoleIds] };
      await manager.insert(AutoModerationRuleEntity, { botId, ownerId, guildId, ...rule, ...lists });
    });
    await this.changed({ botId, guildId });
  }

  /** Throws NOT_FOUND. */
  async remove({ botId, guildId }: Place, which: { readonly id: string } | { readonly name: string }): Promise<void> {
    const rules = await this.list({ botId, guildId });
    const isIt = (rule: AutoModerationRuleEntity): boolean =>
      'id' in which ? rule.id === which.id : rule.name.toLowerCase() === which.name.trim().toLowerCase();
    const found = rules.find(isIt);
    if (!found) throw new AppError('NOT_FOUND', 'There is no such rule.');
    await this.rows.update({ id: found.id }, { isWanted: false });
    await this.changed({ botId, guildId });
  }

  findByDiscordRule({ botId, guildId }: Place, discordRuleId: string): Promise<AutoModerationRuleEntity | null> {
    return this.rows.findOneBy({ botId, guildId, discordRuleId, isWanted: true });
  }

  async purge(botId: string): Promise<void> {
    await this.rows.delete({ botId });
    for (const key of this.known.keys()) if (key.startsWith(`${botId}:`)) this.known.delete(key);
  }

  get rows() {
    return this.database.getRepository(AutoModerationRuleEntity);
  }

  /** Discord's own rules have to be brought in step, and this process sees the change at once. */
  private async changed({ botId, guildId }: Place): Promise<void> {
    await this.rows.update({ botId, guildId }, { syncedAs: null, attemptAt: new Date() });
    await this.readAnew({ botId, guildId });
    await this.events.publish(events.systemChanged, { botId, systemId: AUTO_MODERATION_ID, guildId });
  }

  /** Not by a reading that began before the change. */
  private async readAnew(place: Place): Promise<void> {
    await this.reading.get(keyOf(place));
    await this.read(place);
  }
}

const keyOf = ({ botId, guildId }: Place): string => `${botId}:${guildId}`;

const refused = (field: string, problem: string): AppError =>
  new AppError('BAD_INPUT', problem, { fields: { [field]: problem } });
