import { createHash } from 'node:crypto';
import { Interval, Keyring, Queues } from '@kith/kit';
import { queues } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { DesiredBotsSource } from '../connections/desired-bots.js';
import { MessagePoster } from '../discord/message-poster.js';
import { ReminderEntity } from './reminder.entity.js';

export const MAX_REMINDERS_PER_MEMBER = 10;
const SWEEP_EVERY_MS = 5000;
const SWEPT_AT_ONCE = 500;
/** A reminder whose job could not be queued, or ended without its delivery, is tried again after this. */
const RETRY = '1 minute';
const DELETE_EVERY_MS = 3_600_000;
/** Longer after its time nobody waits for a reminder. */
const RETENTION_DAYS = 7;
/** Rows per statement, so that each stays within the statement timeout. */
const BATCH = 1000;

const DUE_BOTS = 'select distinct bot_id as "botId" from runner.reminder where attempt_at <= now()';
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

/** The reminders of members. They are stored before the member is told so, and delivered by jobs that any replica runs. */
@Injectable()
export class Reminders {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly keyring: Keyring,
    private readonly queues: Queues,
    private readonly desired: DesiredBotsSource,
    private readonly poster: MessagePoster,
  ) {}

  /** Stores a reminder, once however often the same message asks for it; false when the member has as many as may be kept. */
  async add({ dueAtMs, text, ...reminder }: NewReminder): Promise<boolean> {
    const { botId, memberId, messageId } = reminder;
    const id = idOf(botId, messageId);
    return this.database.transaction(async (manager) => {
      await manager.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`reminders-${botId}-${memberId}`]);
      if (await manager.existsBy(ReminderEntity, { id })) return true;
      if ((await manager.countBy(ReminderEntity, { botId, memberId })) >= MAX_REMINDERS_PER_MEMBER) return false;
      const dueAt = new Date(dueAtMs);
      await manager.insert(ReminderEntity, {
        ...reminder,
        id,
        text: this.keyring.encrypt(text, encryptionContext(id)),
        dueAt,
        attemptAt: dueAt,
      });
      return true;
    });
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

  /** Posts a reminder, which notifies its member, and deletes it; nothing when it was delivered or cancelled. Throws as `MessagePoster.post`. */
  async deliver(id: string): Promise<void> {
    const row = await this.database.manager.findOneBy(ReminderEntity, { id });
    if (!row) return;
    const { botId, channelId, memberId } = row;
    await this.poster.post({
      botId,
      postId: `reminder-${id}`,
      channelId,
      parts: [{ content: `⏰ <@${memberId}> ${this.read(row).text}` }],
      notifiedMembers: [memberId],
    });
    await this.cancel(id);
  }

  async forgetMember({ botId, memberId }: ReminderOwner): Promise<void> {
    await this.database.manager.delete(ReminderEntity, { botId, memberId });
  }

  /** Deletes the reminders of a deleted bot. */
  async purge(botId: string): Promise<void> {
    await this.database.manager.delete(ReminderEntity, { botId });
  }

  /** The job of a reminder ended without its delivery: the next one needs another id, because the queue keeps that of a finished job. */
  async recordMissed(id: string): Promise<void> {
    await this.database.manager.increment(ReminderEntity, { id }, 'missed', 1);
  }

  /** Queues the reminders that are due. Those of bots that are not to be online wait until they are, without delaying those of others. */
  @Interval(SWEEP_EVERY_MS, 'the sweep of due reminders')
  async sweep(): Promise<void> {
    if (!this.desired.bots.isLoaded) return;
    const dueBots = await this.database.query<{ botId: string }[]>(DUE_BOTS);
    const online = dueBots.map(({ botId }) => botId).filter((botId) => this.desired.bots.get(botId));
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
