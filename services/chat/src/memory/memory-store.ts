import { randomUUID } from 'node:crypto';
import { Keyring, PreparedStatement, RunningCounts } from '@kith/kit';
import { MAX_FACTS, type FactOrigin } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { lockBotCounter } from '../messages/bot-counter.js';
import type { NewFact } from './fact.js';
import { FACT_COLUMNS, KNOWN_ROWS, type FactRow, type KnownRow } from './known-rows.js';
import { MEMORY_COUNT } from './memory-count.js';
import type { RememberedFact } from './memory-lines.js';

/** Who is remembered, by whose bot. */
export interface Person {
  readonly botId: string;
  /** The user in the test chat, or a member of Discord. */
  readonly member: string;
}

/** A fact with the id of the memory that it belongs to. */
export type StoredFact = RememberedFact & { readonly memoryId: string; readonly ownerId: string };

/** What is known of a person. */
export interface Known {
  readonly facts: StoredFact[];
  readonly summaries: string[];
}

/** Facts to be kept. */
export interface KeptFacts {
  readonly ownerId: string;
  readonly memoryId: string;
  readonly facts: readonly NewFact[];
  readonly origin: FactOrigin;
  /** The message that they come from; null for those that were written in a form. */
  readonly requestId: string | null;
  /** The time of the message; now without it. */
  readonly saidAt?: Date | undefined;
}

/** In one statement. */
const KNOWN = new PreparedStatement<KnownRow>(
  `with person as (select $1::uuid as bot_id, $2::text as member, $3::text[] as scopes) ${KNOWN_ROWS}`,
);

/**
 * What bots remember of people. Texts are stored encrypted, as messages are (docs/security.md S74). Whatever writes here holds the lock of the
 * bot's counter (`lockBotCounter`), as whatever stores, forgets or wipes messages does.
 */
@Injectable()
export class MemoryStore {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly keyring: Keyring,
    private readonly runningCounts: RunningCounts,
  ) {}

  /** Runs `work` with the lock of the bot. */
  locked<T>(botId: string, work: (transaction: EntityManager) => Promise<T>): Promise<T> {
    return this.database.transaction(async (transaction) => {
      await lockBotCounter(transaction, botId);
      return work(transaction);
    });
  }

  /** What is known of a person in these scopes, the newest fact first. */
  async facts(
    { botId, member }: Person,
    scopes: readonly string[],
    within: EntityManager = this.database.manager,
  ): Promise<StoredFact[]> {
    const rows = await within.query<FactRow[]>(
      `select ${FACT_COLUMNS} from chat.memory_fact f join chat.memory m on m.id = f.memory_id
       where m.bot_id = $1 and m.member = $2 and m.scope = any($3) order by f.said_at desc, f.id`,
      [botId, member, scopes],
    );
    return this.openedFacts(rows);
  }

  openedFacts(rows: readonly FactRow[]): StoredFact[] {
    return rows.map((row) => this.opened(row));
  }

  /** The same with the summaries of these scopes that are not empty. */
  async known({ botId, member }: Person, scopes: readonly string[]): Promise<Known> {
    return this.openedRows(await KNOWN.rowsTogether(this.database, [botId, member, scopes]));
  }

  /** The same of rows that are read already. */
  openedRows(rows: readonly KnownRow[]): Known {
    return {
      facts: rows.flatMap((row) => (row.summary === null ? this.opened(row) : [])),
      summaries: rows.flatMap((row) => (row.summary === null ? [] : this.openedSummary(row.id, row.summary))),
    };
  }

  /** The id of the memory of a person in a scope, which begins with the messages of this transaction. */
  async ensure(transaction: EntityManager, { botId, member }: Person, ownerId: string, scope: string): Promise<string> {
    const [row] = await transaction.query<[{ id: string }]>(
      `insert into chat.memory as m (bot_id, owner_id, member, scope, processed_until) values ($1, $2, $3, $4, now() - interval '1 millisecond')
       on conflict (bot_id, member, scope) do update set used_at = now() returning id`,
      [botId, ownerId, member, scope],
    );
    return row.id;
  }

  /** Keeps facts; one that was said later is not replaced. Of all facts about the person the oldest are dropped above MAX_FACTS. */
  async keep(
    transaction: EntityManager,
    person: Person,
    { ownerId, memoryId, facts, origin, requestId, saidAt }: KeptFacts,
  ): Promise<void> {
    if (facts.length === 0) return;
    for (const { key, value, identity } of facts) {
      const hashed = this.identityOf(memoryId, identity);
      await transaction.query(
        `with kept as (
           insert into chat.memory_fact as f (id, memory_id, owner_id, identity, key, value, origin, request_id, said_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, coalesce($9, now()))
           on conflict (memory_id, identity) do update set key = excluded.key, value = excluded.value, origin = excluded.origin,
             request_id = excluded.request_id, said_at = excluded.said_at
           where f.said_at < excluded.said_at or (f.said_at = excluded.said_at and excluded.origin <> 'model') returning id
         )
         delete from chat.fact_vector v using kept where v.fact_id = kept.id and v.content <> $10`,
        [
          randomUUID(),
          memoryId,
          ownerId,
          hashed,
          this.keyring.encrypt(key, placeOf(memoryId, hashed, 'key')),
          this.keyring.encrypt(value, placeOf(memoryId, hashed, 'value')),
          origin,
          requestId,
          saidAt ?? null,
          this.contentOf({ memoryId, key, value }),
        ],
      );
    }
    await transaction.query(
      `delete from chat.memory_fact where id in (
         select f.id from chat.memory_fact f join chat.memory m on m.id = f.memory_id
         where m.bot_id = $1 and m.member = $2 order by f.said_at desc, f.id offset $3)`,
      [person.botId, person.member, MAX_FACTS],
    );
  }

  /**
   * Deletes facts. The summaries of their memories go too, because they may say the same, and what a model is reading at this moment is dropped:
   * what was said until now is not read again.
   */
  async remove(transaction: EntityManager, facts: readonly Pick<StoredFact, 'id' | 'memoryId'>[]): Promise<void> {
    if (facts.length === 0) return;
    await transaction.query('delete from chat.memory_fact where id = any($1)', [facts.map(({ id }) => id)]);
    await this.restart(transaction, [...new Set(facts.map(({ memoryId }) => memoryId))]);
  }

  /** Deletes all that is remembered of a person in these scopes. What follows is remembered anew. */
  async clear(transaction: EntityManager, { botId, member }: Person, scopes: readonly string[]): Promise<void> {
    const found = await transaction.query<{ id: string }[]>(
      'select id from chat.memory where bot_id = $1 and member = $2 and scope = any($3)',
      [botId, member, scopes],
    );
    const ids = found.map(({ id }) => id);
    await transaction.query('delete from chat.memory_fact where memory_id = any($1)', [ids]);
    await this.restart(transaction, ids);
  }

  /** Deletes all that is stored about a member of Discord, their id included. */
  async forget({ botId, member }: Person): Promise<void> {
    await this.locked(botId, (transaction) =>
      transaction.query('delete from chat.memory where bot_id = $1 and member = $2', [botId, member]),
    );
  }

  /** A fingerprint of what a fact says, by which its vector is known to be of this text. */
  contentOf({ memoryId, key, value }: Pick<StoredFact, 'memoryId' | 'key' | 'value'>): string {
    return this.keyring.fingerprint(`memory fact ${memoryId} ${key}: ${value}`);
  }

  /** How many members of Discord are remembered, with how many facts. */
  counts(botId: string): Promise<{ readonly people: number; readonly facts: number }> {
    return this.runningCounts.read(MEMORY_COUNT, { bot_id: botId });
  }

  openedSummary(memoryId: string, summary: string): string {
    return summary === '' ? '' : this.keyring.decrypt(summary, summaryPlace(memoryId));
  }

  sealedSummary(memoryId: string, summary: string): string {
    return summary === '' ? '' : this.keyring.encrypt(summary, summaryPlace(memoryId));
  }

  private async restart(transaction: EntityManager, memoryIds: readonly string[]): Promise<void> {
    await transaction.query(
      `update chat.memory set version = gen_random_uuid(), summary = '', processed_until = clock_timestamp() where id = any($1)`,
      [memoryIds],
    );
  }

  private identityOf(memoryId: string, identity: string): string {
    return this.keyring.fingerprint(`memory ${memoryId} ${identity}`);
  }

  private opened({ identity, key, value, saidAt, ...fact }: FactRow): StoredFact {
    const open = (text: string, column: string): string => this.keyring.decrypt(text, placeOf(fact.memoryId, identity, column));
    return { ...fact, saidAt: new Date(saidAt), key: open(key, 'key'), value: open(value, 'value') };
  }
}

const summaryPlace = (memoryId: string): string => `chat.memory.summary.${memoryId}`;
/** Encrypted for its place, so that no text can be moved to another person. */
const placeOf = (memoryId: string, identity: string, column: string): string =>
  `chat.memory_fact.${column}.${memoryId}.${identity}`;
