import { AppError } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { FieldProblem } from '../../field-problem.js';
import { lockMusic } from '../track-store.js';

export const MAX_STATIONS = 20;

const COLUMNS = 'id, name, address';
const COUNT = 'select count(*)::int as count from runner.music_station where bot_id = $1';
const ADD = `
  insert into runner.music_station (bot_id, owner_id, name, address)
  select $1, $2, $3, $4 where not exists (select from runner.music_track where bot_id = $1 and lower(title) = lower($3))
  on conflict do nothing returning id`;
const LIST = `select ${COLUMNS} from runner.music_station where bot_id = $1 order by created_at, id limit $2 offset $3`;
const FIND = `select ${COLUMNS} from runner.music_station where bot_id = $1 and lower(name) = lower($2)`;
const MATCHING = `
  select name from runner.music_station where bot_id = $1 and position(lower($2) in lower(name)) > 0 order by lower(name) limit $3`;

export interface Station {
  readonly id: string;
  readonly name: string;
  readonly address: string;
}

/** The radio stations of companions. */
@Injectable()
export class StationStore {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Throws FieldProblem when the companion has too many, or music or a station of the same name; CANCELLED when the signal was aborted before. */
  async add(
    { botId, ownerId, name, address }: Omit<Station, 'id'> & { botId: string; ownerId: string },
    signal: AbortSignal,
  ): Promise<void> {
    await this.database.transaction(async (manager) => {
      await lockMusic(manager, ownerId);
      if (signal.aborted) throw new AppError('CANCELLED');
      const [stations] = await manager.query<{ count: number }[]>(COUNT, [botId]);
      if ((stations?.count ?? 0) >= MAX_STATIONS)
        throw new FieldProblem('name', `A companion has at most ${MAX_STATIONS} radio stations. Please delete one first.`);
      const added = await manager.query<unknown[]>(ADD, [botId, ownerId, name, address]);
      if (added.length === 0)
        throw new FieldProblem('name', 'There is music or a station with this name already. Please choose another name.');
    });
  }

  async list(botId: string, { limit, offset }: { readonly limit: number; readonly offset: number }) {
    const [stations, [all]] = await Promise.all([
      this.database.query<Station[]>(LIST, [botId, limit, offset]),
      this.database.query<{ count: number }[]>(COUNT, [botId]),
    ]);
    return { stations, total: all?.count ?? 0 };
  }

  /** By its name, whatever the case. */
  async find(botId: string, name: string): Promise<Station | null> {
    const [station] = await this.database.query<Station[]>(FIND, [botId, name.trim()]);
    return station ?? null;
  }

  /** Where it is, and whose it is; null for one that was deleted. */
  async sourceOf(botId: string, id: string): Promise<{ readonly address: string; readonly ownerId: string } | null> {
    const sql = 'select address, owner_id as "ownerId" from runner.music_station where bot_id = $1 and id = $2';
    const [station] = await this.database.query<{ address: string; ownerId: string }[]>(sql, [botId, id]);
    return station ?? null;
  }

  /** Names that contain `text`. */
  async names(botId: string, text: string, limit: number): Promise<string[]> {
    const rows = await this.database.query<{ name: string }[]>(MATCHING, [botId, text.trim(), limit]);
    return rows.map(({ name }) => name);
  }

  /** Throws NOT_FOUND for a station that is gone or of another companion. */
  async remove(botId: string, id: string): Promise<void> {
    const sql = 'delete from runner.music_station where bot_id = $1 and id = $2 returning id';
    const [rows] = await this.database.query<[unknown[], number]>(sql, [botId, id]);
    if (rows.length === 0) throw new AppError('NOT_FOUND');
  }

  /** Deletes what is kept of a deleted bot. */
  async purge(botId: string): Promise<void> {
    await this.database.query('delete from runner.music_station where bot_id = $1', [botId]);
  }
}
