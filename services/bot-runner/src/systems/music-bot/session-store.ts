import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { isApplied, STOPPED, withEvent, type MusicSession, type SessionChange } from './session.js';

/** Companions of an owner that play at the same time, over all their servers. */
export const MAX_PLAYING_PER_OWNER = 5;

const COLUMNS = `
  bot_id as "botId", owner_id as "ownerId", guild_id as "guildId", voice_channel_id as "voiceChannelId", text_channel_id as "textChannelId", queue,
  position_ms as "positionMs", is_paused as "isPaused", volume, applied`;
const ENSURE = `
  insert into runner.music_session (bot_id, guild_id, owner_id) values ($1, $2, $3)
  on conflict (bot_id, guild_id) do update set owner_id = excluded.owner_id`;
const LOCK = `select ${COLUMNS} from runner.music_session where bot_id = $1 and guild_id = $2 for update`;
const SAVE = `
  update runner.music_session set voice_channel_id = $3, text_channel_id = $4, queue = $5, position_ms = $6, is_paused = $7, volume = $8, applied = $9,
    changed_at = now()
  where bot_id = $1 and guild_id = $2`;
const PLAYING = `select ${COLUMNS} from runner.music_session where voice_channel_id is not null`;
const SET_POSITION = `
  update runner.music_session set position_ms = $4 where bot_id = $1 and guild_id = $2 and queue->0->>'id' = $3`;
const COUNT_PLAYING = `
  select count(*)::int as count from runner.music_session where owner_id = $1 and voice_channel_id is not null and not (bot_id = $2 and guild_id = $3)`;
const FORGET = `
  update runner.music_session set queue = (
    select coalesce(jsonb_agg(case when item->>'memberId' = $2 then item || '{"memberId": null}' else item end order by place), '[]')
    from jsonb_array_elements(queue) with ordinality as items (item, place))
  where bot_id = $1 and queue @> jsonb_build_array(jsonb_build_object('memberId', $2::text))`;
const TAKE_OUT = `
  update runner.music_session set
    queue = (
      select coalesce(jsonb_agg(item order by place), '[]') from jsonb_array_elements(queue) with ordinality as items (item, place)
      where item->>'trackId' <> $2),
    position_ms = case when queue->0->>'trackId' = $2 then 0 else position_ms end,
    is_paused = is_paused and queue->0->>'trackId' <> $2
  where bot_id = $1 and queue @> jsonb_build_array(jsonb_build_object('trackId', $2::text))`;

export type MusicPlace = Pick<MusicSession, 'botId' | 'ownerId' | 'guildId'>;

/** What is played in servers. */
@Injectable()
export class SessionStore {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /**
   * Changes a session to what `decide` makes of it, once for each event. `decide` may throw; then nothing is changed. Returns the session as it was
   * and as it is; for an event that has changed it before, null.
   */
  async change(
    place: MusicPlace,
    eventId: string,
    decide: (session: MusicSession, playingElsewhere: number) => SessionChange | null,
  ): Promise<{ readonly before: MusicSession; readonly after: MusicSession } | null> {
    return this.database.transaction(async (manager) => {
      // Also for the count of what plays elsewhere.
      await manager.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`music-playing-${place.ownerId}`]);
      await manager.query(ENSURE, [place.botId, place.guildId, place.ownerId]);
      const before = await locked(manager, place);
      if (!before) throw new Error('the session was deleted');
      if (isApplied(before, eventId)) return null;
      const change = decide(before, await this.playingElsewhere(manager, place));
      const after = { ...before, ...change, applied: withEvent(before, eventId) };
      await save(manager, after);
      return { before, after };
    });
  }

  async find({ botId, guildId }: Pick<MusicPlace, 'botId' | 'guildId'>): Promise<MusicSession | null> {
    const sql = `select ${COLUMNS} from runner.music_session where bot_id = $1 and guild_id = $2`;
    const [session] = await this.database.query<MusicSession[]>(sql, [botId, guildId]);
    return session ?? null;
  }

  /** All that are in a voice channel. */
  playing(): Promise<MusicSession[]> {
    return this.database.query<MusicSession[]>(PLAYING);
  }

  /** Where the playback is, unless something else is played by now. */
  async setPosition({ botId, guildId }: Pick<MusicPlace, 'botId' | 'guildId'>, id: string, positionMs: number): Promise<void> {
    await this.database.query(SET_POSITION, [botId, guildId, id, positionMs]);
  }

  /** Changes it when `decide` still wants to. False when it does not, or nothing is kept of the server: a purge of the bot stays one. */
  async update(place: MusicPlace, decide: (session: MusicSession) => SessionChange | null): Promise<boolean> {
    return this.database.transaction(async (manager) => {
      const before = await locked(manager, place);
      const change = before && decide(before);
      if (!change) return false;
      await save(manager, { ...before, ...change });
      return true;
    });
  }

  /** Ends it when it is still in that voice channel. */
  end(place: MusicPlace, voiceChannelId: string | null): Promise<boolean> {
    return this.update(place, (session) =>
      session.voiceChannelId !== null && session.voiceChannelId === voiceChannelId ? STOPPED : null,
    );
  }

  /** Takes something out of the queues of all servers; where it is played, the next begins. */
  async takeOut(botId: string, trackId: string): Promise<void> {
    await this.database.query(TAKE_OUT, [botId, trackId]);
  }

  async purge(botId: string): Promise<void> {
    await this.database.query('delete from runner.music_session where bot_id = $1', [botId]);
  }

  async forgetMember(botId: string, memberId: string): Promise<void> {
    await this.database.query(FORGET, [botId, memberId]);
  }

  private async playingElsewhere(manager: EntityManager, { ownerId, botId, guildId }: MusicPlace): Promise<number> {
    const [row] = await manager.query<{ count: number }[]>(COUNT_PLAYING, [ownerId, botId, guildId]);
    return row?.count ?? 0;
  }
}

async function locked(manager: EntityManager, { botId, guildId }: MusicPlace): Promise<MusicSession | null> {
  const [session] = await manager.query<MusicSession[]>(LOCK, [botId, guildId]);
  return session ?? null;
}

async function save(manager: EntityManager, session: MusicSession): Promise<void> {
  const { botId, guildId, voiceChannelId, textChannelId, queue, positionMs, isPaused, volume, applied } = session;
  const values = [voiceChannelId, textChannelId, JSON.stringify(queue), positionMs, isPaused, volume, applied];
  await manager.query(SAVE, [botId, guildId, ...values]);
}
