import { Interval, LOGGER, paced, TimedBatches, type Logger } from '@kith/kit';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { TEST_CHAT } from './memory-scopes.js';
import { MemoryStore } from './memory-store.js';

/** The trigger that counts people holds a lock for each member of a batch, and all transactions together have some thousand. */
const MAX_BATCH = 500;
/** A smaller batch would take hardly less time, because most of it is spent for each batch, however small. */
const MIN_BATCH = 100;
/** The call that asks for a clearing waits so long for its end; the call itself may take ten seconds. */
const WAIT_MS = 5000;
const FINISH_EVERY_MS = 60_000;

interface Memory {
  readonly id: string;
  readonly member: string;
  readonly scope: string;
}

/**
 * Deletes what bots remember of all members of Discord, in batches, so that a bot that knows many holds up neither itself nor others. The table
 * `memory_clearing` says how far it is: any process goes on where another one ended.
 */
@Injectable()
export class MemoryClearing implements OnModuleDestroy {
  private readonly batches = new TimedBatches(MAX_BATCH, MIN_BATCH);
  private isStopping = false;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly store: MemoryStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleDestroy(): void {
    this.isStopping = true;
  }

  /** Deletes what members told the bot until now. False when that takes longer than some seconds: `finish` deletes the rest. */
  async clear(botId: string, ownerId: string): Promise<boolean> {
    const endMs = performance.now() + WAIT_MS;
    await this.store.locked(botId, (transaction) => transaction.query(BEGIN, [botId, ownerId]));
    while (!(await paced(() => this.deleteSome(botId)))) if (this.isStopping || performance.now() > endMs) return false;
    return true;
  }

  /** Goes on with what was begun, a batch of each bot in turn. A bot that fails is logged and tried again by the next call. */
  @Interval(FINISH_EVERY_MS, 'the clearing of memories')
  async finish(): Promise<void> {
    let bots = await this.database.query<{ botId: string }[]>('select bot_id as "botId" from chat.memory_clearing');
    while (bots.length > 0 && !this.isStopping) {
      const unfinished: typeof bots = [];
      for (const bot of bots) if (!(await paced(() => this.tryToDeleteSome(bot.botId)))) unfinished.push(bot);
      bots = unfinished;
    }
  }

  /** True when nothing is left of this bot for now. */
  private async tryToDeleteSome(botId: string): Promise<boolean> {
    try {
      return await this.deleteSome(botId);
    } catch (error) {
      this.logger.error({ botId, err: error }, 'what a bot remembers was not cleared');
      return true;
    }
  }

  /** Deletes one batch. True when that was the last one. */
  private deleteSome(botId: string): Promise<boolean> {
    return this.batches.run((size) => this.store.locked(botId, (transaction) => deleteBatch(transaction, botId, size)));
  }
}

const BEGIN = `
  insert into chat.memory_clearing (bot_id, owner_id, until) values ($1, $2, clock_timestamp())
  on conflict (bot_id) do update set until = excluded.until, after_member = '', after_scope = ''`;

/** Otherwise the triggers of each batch would read the whole table, for which Postgres takes few rows because of row-level security. */
const BY_INDEXES_ALONE = `
  select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true), set_config('enable_hashjoin', 'off', true),
    set_config('enable_mergejoin', 'off', true)`;

/** Returns how many memories were looked at, those of the test chat included, which stay. */
async function deleteBatch(transaction: EntityManager, botId: string, size: number): Promise<number> {
  const [clearing] = await transaction.query<{ until: string; member: string; scope: string }[]>(
    `select until::text, after_member as member, after_scope as scope from chat.memory_clearing where bot_id = $1`,
    [botId],
  );
  if (!clearing) return 0;
  await transaction.query(BY_INDEXES_ALONE);
  const { until, member, scope } = clearing;
  const memories = await transaction.query<Memory[]>(
    'select id, member, scope from chat.memory_batch($1, $2, $3, $4) order by member, scope',
    [botId, size, member, scope],
  );
  await forget(
    transaction,
    memories.filter((memory) => memory.scope !== TEST_CHAT).map(({ id }) => id),
    until,
  );
  const last = memories.at(-1);
  if (!last || memories.length < size) await transaction.query('delete from chat.memory_clearing where bot_id = $1', [botId]);
  else
    await transaction.query('update chat.memory_clearing set after_member = $2, after_scope = $3 where bot_id = $1', [
      botId,
      last.member,
      last.scope,
    ]);
  return memories.length;
}

/**
 * Keeps what members said since then. What a model noted or summed up goes in any case, because it may repeat what was known before; what it is
 * reading is not stored, and nothing that was said before is read again.
 */
async function forget(transaction: EntityManager, memoryIds: readonly string[], until: string): Promise<void> {
  // Before their facts, as what deletes whole memories does, so that neither waits for the other.
  await transaction.query('select from chat.memory where id = any($1) order by id for update', [memoryIds]);
  await transaction.query(`delete from chat.memory_fact where memory_id = any($1) and (said_at <= $2 or origin = 'model')`, [
    memoryIds,
    until,
  ]);
  await transaction.query(
    `update chat.memory set version = gen_random_uuid(), summary = '', processed_until = greatest(processed_until, $2::timestamptz)
     where id = any($1)`,
    [memoryIds, until],
  );
}
