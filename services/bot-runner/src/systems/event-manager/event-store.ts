import { Keyring } from '@kith/kit';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { repeatableId } from '../repeatable-id.js';
import { EventSignUpEntity } from './event-sign-up.entity.js';
import { ServerEventEntity } from './server-event.entity.js';

/** Of one event; Discord's own list has no limit. */
export const MAX_SIGN_UPS = 1000;
/** Rows per statement. */
const BATCH = 1000;
const RETENTION_DAYS = 7;
/** A reminder that could not be posted is tried again after this, until the event begins. */
const RETRY = '1 minute';

// A reminder is due again when the event was moved.
const SAVE = `
  insert into runner.server_event (id, bot_id, owner_id, guild_id, event_id, name, starts_at) values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (bot_id, event_id) do update set
    name = excluded.name, owner_id = excluded.owner_id, starts_at = excluded.starts_at,
    reminded_at = case when server_event.starts_at = excluded.starts_at then server_event.reminded_at end`;
// Several replicas take different events.
const TAKE_DUE = `
  update runner.server_event set attempt_at = now() + interval '${RETRY}'
  where id in (
    select event.id from runner.server_event event
    join unnest($1::uuid[], $2::int[]) as bot (bot_id, minutes) on bot.bot_id = event.bot_id
    where event.reminded_at is null and event.attempt_at <= now() and bot.minutes > 0
      and event.starts_at > now() and event.starts_at <= now() + make_interval(mins => bot.minutes)
    order by event.starts_at limit $3 for update of event skip locked)
  returning id, bot_id as "botId", owner_id as "ownerId", guild_id as "guildId", channel_id as "channelId"`;
const SIGN_UP = `
  insert into runner.event_sign_up (server_event_id, member_id, source, bot_id, owner_id)
  select id, $2, $3, bot_id, owner_id from runner.server_event where id = $1
  on conflict do nothing`;
const TAKEN = `
  select (count(*) filter (where source = $2))::int as "places", (count(distinct member_id) filter (where member_id <> $3))::int as "others"
  from runner.event_sign_up where server_event_id = $1`;
const COUNTS = `
  select server_event_id as "id", count(distinct member_id)::int as "count"
  from runner.event_sign_up where server_event_id = any($1) group by server_event_id`;
const DELETE_OLD = `
  delete from runner.server_event where id in (
    select id from runner.server_event where starts_at < now() - make_interval(days => $1) limit $2)`;

/** An event of Discord that is stored. */
export type ServerEvent = Omit<ServerEventEntity, 'attemptAt'>;
/** An event as Discord tells it. */
export interface ScheduledEvent {
  readonly eventId: string;
  readonly guildId: string;
  readonly name: string;
  readonly startsAtMs: number;
}
interface Owned {
  readonly botId: string;
  readonly ownerId: string;
}
export interface DueReminder extends Owned {
  readonly id: string;
  readonly guildId: string;
  readonly channelId: string | null;
}

/** The scheduled events of servers and who wants to come. */
@Injectable()
export class EventStore {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly keyring: Keyring,
  ) {}

  /** Stores an event, or what changed of it. Returns its id. */
  async save({ botId, ownerId }: Owned, { eventId, guildId, name, startsAtMs }: ScheduledEvent): Promise<string> {
    const id = idOf(botId, eventId);
    const encrypted = this.keyring.encrypt(name, placeOf(id));
    await this.database.query(SAVE, [id, botId, ownerId, guildId, eventId, encrypted, new Date(startsAtMs)]);
    return id;
  }

  /** Null when it is not stored. */
  async byId(botId: string, id: string): Promise<ServerEvent | null> {
    const row = await this.database.manager.findOneBy(ServerEventEntity, { botId, id });
    return row && this.read(row);
  }

  byEvent(botId: string, eventId: string): Promise<ServerEvent | null> {
    return this.byId(botId, idOf(botId, eventId));
  }

  /** The next ones of a server first; Discord allows a hundred. */
  async list(botId: string, guildId: string): Promise<ServerEvent[]> {
    const where = { botId, guildId };
    const rows = await this.database.manager.find(ServerEventEntity, { where, order: { startsAt: 'asc', id: 'asc' }, take: 100 });
    return rows.map((row) => this.read(row));
  }

  async setAnnounced(id: string, channelId: string, messageId: string): Promise<void> {
    await this.database.manager.update(ServerEventEntity, { id }, { channelId, messageId });
  }

  async setReminded(id: string): Promise<void> {
    await this.database.manager.update(ServerEventEntity, { id }, { remindedAt: new Date() });
  }

  async delete(botId: string, eventId: string): Promise<void> {
    await this.database.manager.delete(ServerEventEntity, { id: idOf(botId, eventId) });
  }

  /**
   * Once however often it is asked for; false when as many as there are places have signed up the same way, or MAX_SIGN_UPS members in all: who is
   * interested on Discord takes no place.
   */
  async signUp(id: string, memberId: string, source: EventSignUpEntity['source'], places = MAX_SIGN_UPS): Promise<boolean> {
    return this.database.transaction(async (manager) => {
      await manager.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`event-sign-ups-${id}`]);
      if (await manager.existsBy(EventSignUpEntity, { serverEventId: id, memberId, source })) return true;
      const [taken] = await manager.query<{ places: number; others: number }[]>(TAKEN, [id, source, memberId]);
      if (taken && (taken.places >= places || taken.others >= MAX_SIGN_UPS)) return false;
      await manager.query(SIGN_UP, [id, memberId, source]);
      return true;
    });
  }

  async signOff(id: string, memberId: string, source: EventSignUpEntity['source']): Promise<void> {
    await this.database.manager.delete(EventSignUpEntity, { serverEventId: id, memberId, source });
  }

  /** Members by their ids, each once; at most `limit`. */
  async signedUp(id: string, limit: number): Promise<string[]> {
    const rows = await this.database.query<{ memberId: string }[]>(
      'select distinct member_id as "memberId" from runner.event_sign_up where server_event_id = $1 order by 1 limit $2',
      [id, limit],
    );
    return rows.map(({ memberId }) => memberId);
  }

  /** How many members want to come, by the id of the event. */
  async counts(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await this.database.query<{ id: string; count: number }[]>(COUNTS, [ids]);
    return new Map(rows.map(({ id, count }) => [id, count]));
  }

  /** Forgets the interest of members who are not in the list, which Discord gave. */
  async keepInterested(id: string, memberIds: readonly string[]): Promise<void> {
    await this.database.query(
      `delete from runner.event_sign_up where server_event_id = $1 and source = 'discord' and not (member_id = any($2))`,
      [id, memberIds],
    );
  }

  /** Takes reminders that are due, by the minutes before the start that each bot reminds at. */
  async takeDue(minutesOfBots: ReadonlyMap<string, number>, limit: number): Promise<DueReminder[]> {
    const [due] = await this.database.query<[DueReminder[], number]>(TAKE_DUE, [
      [...minutesOfBots.keys()],
      [...minutesOfBots.values()],
      limit,
    ]);
    return due;
  }

  /** Of a bot in one server: those that Discord does not know any more. */
  async deleteMissing(botId: string, guildId: string, eventIds: readonly string[]): Promise<void> {
    await this.database.query(
      'delete from runner.server_event where bot_id = $1 and guild_id = $2 and not (event_id = any($3))',
      [botId, guildId, eventIds],
    );
  }

  async deleteOld(): Promise<void> {
    for (let count = BATCH; count === BATCH;)
      [, count] = await this.database.query<[unknown[], number]>(DELETE_OLD, [RETENTION_DAYS, BATCH]);
  }

  async purge(botId: string): Promise<void> {
    await this.database.manager.delete(ServerEventEntity, { botId });
  }

  async forgetMember(botId: string, memberId: string): Promise<void> {
    await this.database.manager.delete(EventSignUpEntity, { botId, memberId });
  }

  private read({ attemptAt: _attemptAt, name, ...row }: ServerEventEntity): ServerEvent {
    return { ...row, name: this.keyring.decrypt(name, placeOf(row.id)) };
  }
}

export const idOf = (botId: string, eventId: string): string => repeatableId('server-event', botId, eventId);
const placeOf = (id: string): string => `runner.server_event.name.${id}`;
