import { Readable } from 'node:stream';
import { FILES, type FileStore } from '@kith/kit';
import { AppError } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { FieldProblem } from '../field-problem.js';

export const MAX_TRACKS = 100;
const MAX_OWNED_BYTES = 500 * 1024 * 1024;
/** As Discord shows them as choices. */
export const MAX_TITLE_CHARS = 100;
const MAX_PREPARED_BYTES = 100 * 1024 * 1024;
const MAX_ATTEMPTS = 3;
const TOO_MUCH = 'Your music may take up 500 MB together. Please delete some first.';

const COLUMNS = `
  id, bot_id as "botId", owner_id as "ownerId", title, state, problem, file_key as "fileKey", bytes, duration_ms as "durationMs", attempts`;
const ADD = `
  insert into runner.music_track (bot_id, owner_id, title, file_key, bytes, attempt_at)
  select $1, $2, $3, $4, $5, now() + interval '5 minutes'
  where not exists (select from runner.music_station where bot_id = $1 and lower(name) = lower($3))
  on conflict do nothing returning ${COLUMNS}`;
// Without a track that is prepared anew.
const OWNED = `
  select coalesce(sum(bytes), 0)::float8 as bytes from runner.music_track where owner_id = $1 and id is distinct from $2::uuid`;
const COUNT = 'select count(*)::int as count from runner.music_track where bot_id = $1';
// A replica that died while it prepared a file does not come back for it; one that waits for its turn is forestalled.
const CLAIM = `
  update runner.music_track set attempt_at = now() + interval '5 minutes'
  where id = (select id from runner.music_track where state = 'preparing' and attempt_at < now() order by attempt_at limit 1 for update skip locked)
  returning ${COLUMNS}`;
// The number of attempts tells whether another replica began meanwhile.
const BEGIN = `
  update runner.music_track set attempts = attempts + 1, attempt_at = now() + interval '5 minutes'
  where id = $1 and file_key = $2 and attempts = $3 and state = 'preparing' returning id`;
const READY = `
  update runner.music_track set state = 'ready', problem = null, file_key = $3, bytes = $4, duration_ms = $5
  where id = $1 and file_key = $2 returning id`;
const FAILED = `update runner.music_track set state = 'failed', problem = $2 where id = $1 and state = 'preparing'`;
const LIST = `select ${COLUMNS} from runner.music_track where bot_id = $1 order by created_at, id limit $2 offset $3`;
const FIND = `select ${COLUMNS} from runner.music_track where bot_id = $1 and state = 'ready' and lower(title) = lower($2)`;
const MATCHING = `
  select title from runner.music_track where bot_id = $1 and state = 'ready' and position(lower($2) in lower(title)) > 0
  order by lower(title) limit $3`;

export interface Track {
  readonly id: string;
  readonly botId: string;
  readonly ownerId: string;
  readonly title: string;
  readonly state: 'preparing' | 'ready' | 'failed';
  /** Why it cannot be played. */
  readonly problem: string | null;
  readonly fileKey: string;
  readonly bytes: number;
  readonly durationMs: number;
  readonly attempts: number;
}

type NewTrack = Pick<Track, 'botId' | 'ownerId' | 'title' | 'fileKey' | 'bytes'>;

/** The music that owners uploaded. */
@Injectable()
export class TrackStore {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(FILES) private readonly files: FileStore,
  ) {}

  /** Throws FieldProblem when the companion or its owner has too much, or something of the same title. */
  async add({ botId, ownerId, title, fileKey, bytes }: NewTrack): Promise<Track> {
    return this.database.transaction(async (manager) => {
      await lockMusic(manager, ownerId);
      const [tracks] = await manager.query<{ count: number }[]>(COUNT, [botId]);
      if ((tracks?.count ?? 0) >= MAX_TRACKS)
        throw new FieldProblem('file', `A companion keeps at most ${MAX_TRACKS} files of music. Please delete some first.`);
      if ((await ownedBytes(manager, ownerId)) + bytes > MAX_OWNED_BYTES) throw new FieldProblem('file', TOO_MUCH);
      const [track] = await manager.query<Track[]>(ADD, [botId, ownerId, title, fileKey, bytes]);
      if (!track)
        throw new FieldProblem('title', 'There is music or a station with this title already. Please choose another title.');
      return track;
    });
  }

  /** A file whose preparation was broken off; null when there is none. */
  async claim(): Promise<Track | null> {
    // Of an update TypeORM answers the rows and their number.
    const [[track]] = await this.database.query<[Track[], number]>(CLAIM);
    if (!track || track.attempts < MAX_ATTEMPTS) return track ?? null;
    await this.fail(track.id, 'This file could not be prepared.');
    return null;
  }

  /** Begins an attempt to prepare it, for five minutes. False when it was deleted, or another attempt began since `track` was read. */
  async begin({ id, fileKey, attempts }: Track): Promise<boolean> {
    const [rows] = await this.database.query<[unknown[], number]>(BEGIN, [id, fileKey, attempts]);
    return rows.length > 0;
  }

  /** Puts the packets in place of the upload. Throws FieldProblem when the music of the owner would be too much then. */
  async finish(track: Track, packets: Buffer, durationMs: number): Promise<void> {
    const { id, ownerId, fileKey } = track;
    const stored = await this.files.put(ownerId, Readable.from([packets]), MAX_PREPARED_BYTES);
    const outcome = await this.database.transaction(async (manager) => {
      await lockMusic(manager, ownerId);
      if ((await ownedBytes(manager, ownerId, id)) + stored.bytes > MAX_OWNED_BYTES) return 'too much';
      const [rows] = await manager.query<[unknown[], number]>(READY, [id, fileKey, stored.key, stored.bytes, durationMs]);
      // Deleted meanwhile, or prepared by another replica.
      return rows.length === 0 ? 'gone' : 'ready';
    });
    await this.files.remove(outcome === 'ready' ? fileKey : stored.key);
    if (outcome === 'too much') throw new FieldProblem('file', TOO_MUCH);
  }

  async fail(id: string, problem: string): Promise<void> {
    await this.database.query(FAILED, [id, problem]);
  }

  async list(botId: string, { limit, offset }: { readonly limit: number; readonly offset: number }) {
    const [tracks, [all]] = await Promise.all([
      this.database.query<Track[]>(LIST, [botId, limit, offset]),
      this.database.query<{ count: number }[]>(COUNT, [botId]),
    ]);
    return { tracks, total: all?.count ?? 0 };
  }

  /** By its title, whatever the case; null for one that cannot be played. */
  async find(botId: string, title: string): Promise<Track | null> {
    const [track] = await this.database.query<Track[]>(FIND, [botId, title.trim()]);
    return track ?? null;
  }

  /** Null for one that was deleted. */
  async fileOf(botId: string, id: string): Promise<string | null> {
    const sql = `select file_key as "fileKey" from runner.music_track where bot_id = $1 and id = $2 and state = 'ready'`;
    const [track] = await this.database.query<Pick<Track, 'fileKey'>[]>(sql, [botId, id]);
    return track?.fileKey ?? null;
  }

  /** Titles that contain `text`. */
  async titles(botId: string, text: string, limit: number): Promise<string[]> {
    const rows = await this.database.query<{ title: string }[]>(MATCHING, [botId, text.trim(), limit]);
    return rows.map(({ title }) => title);
  }

  /** Throws NOT_FOUND for a track that is gone or of another companion. */
  async remove(botId: string, id: string): Promise<void> {
    const sql = 'delete from runner.music_track where bot_id = $1 and id = $2 returning file_key as "fileKey"';
    const [[track]] = await this.database.query<[Pick<Track, 'fileKey'>[], number]>(sql, [botId, id]);
    if (!track) throw new AppError('NOT_FOUND');
    // A file that stays because the process ends now is removed by the sweep of orphaned files.
    await this.files.remove(track.fileKey);
  }

  /** Deletes what is kept of a deleted bot. */
  async purge(botId: string): Promise<void> {
    const sql = 'delete from runner.music_track where bot_id = $1 returning file_key as "fileKey"';
    const [tracks] = await this.database.query<[Pick<Track, 'fileKey'>[], number]>(sql, [botId]);
    await Promise.all(tracks.map(({ fileKey }) => this.files.remove(fileKey)));
  }

  /** Which of these keys of the file store belong to music. */
  async keptFiles(keys: readonly string[]): Promise<string[]> {
    const sql = 'select file_key as "fileKey" from runner.music_track where file_key = any($1)';
    const rows = await this.database.query<Pick<Track, 'fileKey'>[]>(sql, [keys]);
    return rows.map(({ fileKey }) => fileKey);
  }
}

/** One change of the music of an owner at a time, until the transaction ends. */
export async function lockMusic(manager: EntityManager, ownerId: string): Promise<void> {
  await manager.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`music-${ownerId}`]);
}

async function ownedBytes(manager: EntityManager, ownerId: string, withoutId: string | null = null): Promise<number> {
  const [owned] = await manager.query<{ bytes: number }[]>(OWNED, [ownerId, withoutId]);
  return owned?.bytes ?? 0;
}
