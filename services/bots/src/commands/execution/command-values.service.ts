import { Keyring } from '@kith/kit';
import { MAX_COMMAND_KEYS, MAX_COMMAND_STORAGE_BYTES, type CommandRequest, type RequestAnswer } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { answered, refused } from './request-answers.js';

const MAX_LISTED = 100;
/** Postgres stores neither. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;
const INVALID_KEY = 'A key has no NUL character and no half of a character';
const FULL = `The storage of this companion is full (${MAX_COMMAND_STORAGE_BYTES / 1024} KB, ${MAX_COMMAND_KEYS} keys)`;

export type ValueRequest = Extract<CommandRequest, { kind: `kv-${string}` }>;

interface Row {
  readonly key: string;
  readonly value: string;
}

/** What custom commands store for a bot. */
@Injectable()
export class CommandValues {
  constructor(private readonly keyring: Keyring) {}

  /** Makes other runs that change values of the bot wait until the transaction ends, so that an increment loses none of another. */
  async lock(manager: EntityManager, botId: string): Promise<void> {
    await manager.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`bots-values-${botId}`]);
  }

  /** Reads or changes a value. The caller holds the lock when it changes one. */
  async answer(manager: EntityManager, botId: string, request: ValueRequest): Promise<RequestAnswer> {
    if (UNSTORABLE.test(request.kind === 'kv-list' ? request.prefix : request.key)) return refused(INVALID_KEY);
    switch (request.kind) {
      case 'kv-get':
        return answered(await this.read(manager, botId, request.key));
      case 'kv-set':
        return this.store(manager, { botId, key: request.key }, request.value);
      case 'kv-delete':
        await manager.query('delete from bots.command_value where bot_id = $1 and key = $2', [botId, request.key]);
        return answered(null);
      case 'kv-increment':
        return this.increment(manager, { botId, key: request.key }, request.by);
      case 'kv-list':
        return this.list(manager, botId, request.prefix);
    }
  }

  async clear(manager: EntityManager, botId: string): Promise<void> {
    await manager.query('delete from bots.command_value where bot_id = $1', [botId]);
  }

  /** Deletes the values under keys with the id of a member; returns how many there were. */
  async removeOfMember(manager: EntityManager, botId: string, memberId: string): Promise<number> {
    const removed = await manager.query<[unknown[], number]>(
      'delete from bots.command_value where bot_id = $1 and position($2 in key) > 0',
      [botId, memberId],
    );
    return removed[1];
  }

  private async increment(manager: EntityManager, place: Place, by: number): Promise<RequestAnswer> {
    const before = (await this.read(manager, place.botId, place.key)) ?? 0;
    const after = typeof before === 'number' ? before + by : Number.NaN;
    if (!Number.isFinite(after)) return refused('What is stored under this key is not a number');
    const stored = await this.store(manager, place, JSON.stringify(after));
    return stored.isError ? stored : answered(after);
  }

  private async store(manager: EntityManager, { botId, key }: Place, json: string): Promise<RequestAnswer> {
    const bytes = Buffer.byteLength(key) + Buffer.byteLength(json);
    const value = this.keyring.encrypt(json, placeOf({ botId, key }));
    const rows = await manager.query<unknown[]>(STORE, [botId, key, value, bytes, MAX_COMMAND_STORAGE_BYTES, MAX_COMMAND_KEYS]);
    return rows.length > 0 ? answered(null) : refused(FULL);
  }

  private async read(manager: EntityManager, botId: string, key: string): Promise<unknown> {
    const [row] = await manager.query<Row[]>('select key, value from bots.command_value where bot_id = $1 and key = $2', [
      botId,
      key,
    ]);
    return row ? this.dataOf(botId, row) : null;
  }

  private async list(manager: EntityManager, botId: string, prefix: string): Promise<RequestAnswer> {
    const rows = await manager.query<Row[]>(LIST, [botId, prefix, MAX_LISTED]);
    return answered(rows.map((row) => ({ key: row.key, value: this.dataOf(botId, row) })));
  }

  private dataOf(botId: string, { key, value }: Row): unknown {
    return JSON.parse(this.keyring.decrypt(value, placeOf({ botId, key })));
  }
}

interface Place {
  readonly botId: string;
  readonly key: string;
}

const placeOf = ({ botId, key }: Place): string => `bots.command_value.value ${botId} ${key}`;

// No row when the storage of the bot would be above its limits.
const STORE = `
  insert into bots.command_value (bot_id, key, value, bytes)
  select $1, $2, $3, $4
  from (select coalesce(sum(bytes), 0) as bytes, count(*) as keys from bots.command_value where bot_id = $1 and key <> $2) others
  where others.bytes + $4::int <= $5 and others.keys < $6
  on conflict (bot_id, key) do update set value = excluded.value, bytes = excluded.bytes
  returning 1`;
const LIST = `
  select key, value from bots.command_value where bot_id = $1 and starts_with(key, $2) order by key collate "C" limit $3`;
