import { createHash } from 'node:crypto';
import { Interval, Keyring, Queues, REDIS } from '@kith/kit';
import { queues } from '@kith/proto';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Redis } from 'ioredis';
import { DataSource, type EntityManager } from 'typeorm';
import { DesiredBotsSource } from '../connections/desired-bots.js';
import { ReminderEntity } from './reminder.entity.js';

export const MAX_REMINDERS_PER_MEMBER = 10;
const SWEEP_EVERY_MS = 5000;
/** Postgres is asked so often while nothing is due: what other processes stored, and did not deliver themselves, is found then. */
const READ_EVERY_MS = 60_000;
const SWEPT_AT_ONCE = 500;
/** A reminder whose job could not be queued, or ended without its delivery, is tried again after this. */
const RETRY = '1 minute';
const DELETE_EVERY_MS = 3_600_000;
/** Longer after its time nobody waits for a reminder. */
const RETENTION_DAYS = 7;
/** How long a use of `/forget-me` is remembered: no message waits longer for its answer. */
const FORGOTTEN_FOR_S = 43_200;
/** Rows per statement, so that each stays within the statement timeout. */
const BATCH = 1000;

const NEXT_OF_BOTS = `
  select bot_id as "botId", extract(epoch from min(attempt_at) - now())::float8 * 1000 as "inMs" from runner.reminder
  where attempt_at <= now() + make_interval(secs => $1) group by bot_id`;
// Several replicas take different reminders.
const TAKE_DUE = `
  update runner.reminder set attempt_at = now() + interval '${RETRY}'
  where id in (
    select id from runner.reminder where attempt_at <= now() and bot_id = any($2) order by attempt_at limit $1 for update skip locked)
  returning id, missed, bot_id as "botId", owner_id as "ownerId", message_id as "messageId", channel_id as "channelId",
    guild_id as "guildId"`;
const DELETE_OLD = `
  delete from runner.reminder where id in (
    select id from runner.reminder where attempt_at <= now() and due_at < now() - make_interval(days => $1) limit $2)`;

/** A reminder as its member wrote it. */
export interface Reminder {
  readonly id: string;
  readonly dueAtMs: number;
  readonly text: string;
}

/** A reminder to be delivered; its text as the member wrote it. */
export type DueReminder = Pick<ReminderEntity, 'id' | 'memberId' | 'channelId' | 'guildId' | 'refusedCode' | 'text'>;

interface ReminderOwner {
  readonly botId: string;
  readonly memberId: string;
}

interface NewReminder extends ReminderOwner, Omit<Reminder, 'id'> {
  readonly ownerId: string;
  readonly messageId: string;
  readonly channelId: string;
  readonly guildId: string | null;
}

/** What became of a new reminder: `full` when the member has as many as may be kept, `forgotten` when they used `/forget-me` after they asked for it. */
export type AddedReminder = 'kept' | 'full' | 'forgotten';

/** The reminders of members. They are stored before the member is told so, and delivered by jobs that any replica runs. */
@Injectable()
export class Reminders implements OnModuleInit {
  private sweptAgainAtMs = 0;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly keyring: Keyring,
    private readonly queues: Queues,
    private readonly desired: DesiredBotsSource,
    @Inject(REDIS) private readonly redis: Redis,
  ) {}

  onModuleInit(): void {
    // Those of a bot wait while it is not online.
    this.desired.onChange((botId) => botId !== null && this.sweepAt(0));
  }

  /** Stores a reminder, once however often the same message asks for it. */
  async add({ dueAtMs, text, ...reminder }: NewReminder): Promise<AddedReminder> {
    const { botId, memberId, messageId } = reminder;
    const id = idOf(botId, messageId);
    const added = await this.locked(reminder, async (manager) => {
      // A language model may set the reminder minutes after it was asked to.
      const forgotten = await this.redis.get(this.forgottenKey(reminder));
      if (forgotten !== null && BigInt(messageId) < BigInt(forgotten)) return 'forgotten';
      if (await manager.existsBy(ReminderEntity, { id })) return 'kept';
      if ((await manager.countBy(ReminderEntity, { botId, memberId })) >= MAX_REMINDERS_PER_MEMBER) return 'full';
      const dueAt = new Date(dueAtMs);
      await manager.insert(ReminderEntity, {
        ...reminder,
        id,
        text: this.keyring.encrypt(text, encryptionContext(id)),
        dueAt,
        attemptAt: dueAt,
      });
      return 'kept';
    });
    this.sweepAt(dueAtMs);
    return added;
  }

  /** The reminders of a member, the next one first. */
  async list({ botId, memberId }: ReminderOwner): Promise<Reminder[]> {
    const rows = await this.database.manager.find(ReminderEntity, {
      where: { botId, memberId },
      order: { dueAt: 'asc', id: 'asc' },
      take: MAX_REMINDERS_PER_MEMBER,
    });
    return rows.map((row) => this.read(row));
  }

  /** False when it was delivered or cancelled before. */
  async cancel(id: string): Promise<boolean> {
    const { affected } = await this.database.manager.delete(ReminderEntity, { id });
    return affected === 1;
  }

  /** Null when it was delivered or cancelled. */
  async find(id: string): Promise<DueReminder | null> {
    const row = await this.database.manager.findOneBy(ReminderEntity, { id });
    return row && { ...row, text: this.read(row).text };
  }

  /** Discord refused it in its channel, with this code. */
  async setRefused(id: string, refusedCode: number): Promise<void> {
    await this.database.manager.update(ReminderEntity, { id }, { refusedCode });
  }

  /** Deletes the reminders of a member, also those that messages before the interaction `before` ask for later. */
  async forgetMember({ botId, memberId }: ReminderOwner, before: string): Promise<void> {
    await this.redis.set(this.forgottenKey({ botId, memberId }), before, 'EX', FORGOTTEN_FOR_S);
    await this.locked({ botId, memberId }, (manager) => manager.delete(ReminderEntity, { botId, memberId }));
  }

  /** Deletes the reminders of a deleted bot. */
  async purge(botId: string): Promise<void> {
    await this.database.manager.delete(ReminderEntity, { botId });
  }

  /** The job of a reminder ended without its delivery: the next one needs another id, because the queue keeps that of a finished job. */
  async recordMissed(id: string): Promise<void> {
    await this.database.manager.increment(ReminderEntity, { id }, 'missed', 1);
  }

  /** Nothing is asked of Postgres while no reminder is due. */
  @Interval(SWEEP_EVERY_MS, 'the sweep of due reminders')
  async sweepWhenDue(): Promise<void> {
    if (!this.desired.bots.isLoaded || Date.now() < this.sweptAgainAtMs) return;
    const nowMs = Date.now();
    // Before Postgres is asked: what is stored meanwhile comes earlier.
    this.sweptAgainAtMs = nowMs + READ_EVERY_MS;
    try {
      await this.sweep(nowMs);
    } catch (error) {
      this.sweepAt(0);
      throw error;
    }
  }

  /** Queues the reminders that are due. Those of bots that are not to be online wait until they are, without delaying those of others. */
  async sweep(nowMs = Date.now()): Promise<void> {
    const next = await this.database.query<{ botId: string; inMs: number }[]>(NEXT_OF_BOTS, [READ_EVERY_MS / 1000]);
    const ofOnline = next.filter(({ botId }) => this.desired.bots.get(botId));
    for (const { inMs } of ofOnline) this.sweepAt(nowMs + inMs);
    const online = ofOnline.flatMap(({ botId, inMs }) => (inMs <= 0 ? [botId] : []));
    if (online.length === 0) return;
    const [due] = await this.database.query<[Due[], number]>(TAKE_DUE, [SWEPT_AT_ONCE, online]);
    for (const { id, missed, ...job } of due) {
      const jobId = `${job.botId}-reminder-${id}${missed > 0 ? `-${missed}` : ''}`;
      await this.queues.add(queues.commands, jobId, { ...job, task: { kind: 'reminder', reminderId: id } });
    }
  }

  @Interval(DELETE_EVERY_MS, 'the sweep of reminders that could not be delivered')
  async deleteOld(): Promise<void> {
    for (let count = BATCH; count === BATCH;)
      [, count] = await this.database.query<[unknown[], number]>(DELETE_OLD, [RETENTION_DAYS, BATCH]);
  }

  /** Runs with the lock of a member's reminders, in a transaction. */
  private locked<T>({ botId, memberId }: ReminderOwner, write: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.database.transaction(async (manager) => {
      await manager.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`reminders-${botId}-${memberId}`]);
      return write(manager);
    });
  }

  /** Where the interaction is kept with which the member used `/forget-me` last; by fingerprint, because Redis holds no id of who wants to be forgotten. */
  private forgottenKey({ botId, memberId }: ReminderOwner): string {
    return `runner:reminders-forgotten:${this.keyring.fingerprint(`reminders ${botId} ${memberId}`)}`;
  }

  private sweepAt(atMs: number): void {
    this.sweptAgainAtMs = Math.min(this.sweptAgainAtMs, atMs);
  }

  private read({ id, dueAt, text }: ReminderEntity): Reminder {
    return { id, dueAtMs: dueAt.getTime(), text: this.keyring.decrypt(text, encryptionContext(id)) };
  }
}

interface Due {
  readonly id: string;
  readonly missed: number;
  readonly botId: string;
  readonly ownerId: string;
  readonly messageId: string;
  readonly channelId: string;
  readonly guildId: string | null;
}

const encryptionContext = (id: string): string => `runner.reminder.text.${id}`;

/** A UUID that is the same for the same message, so that a repeated job stores no second reminder. */
function idOf(botId: string, messageId: string): string {
  const hash = createHash('sha256').update(`reminder:${botId}:${messageId}`).digest('hex');
  return [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`, `8${hash.slice(17, 20)}`, hash.slice(20, 32)].join('-');
}
