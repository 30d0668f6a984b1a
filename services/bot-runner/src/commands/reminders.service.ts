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
const SWEEP_EVERY_MS = 3000;
const SWEPT_AT_ONCE = 500;
/** A reminder whose bot is offline, or whose job could not be queued, is tried again after this. */
const RETRY = '1 minute';

// Several replicas take different reminders.
const TAKE_DUE = `
  update runner.reminder set attempt_at = now() + interval '${RETRY}'
  where id in (select id from runner.reminder where attempt_at <= now() order by attempt_at limit $1 for update skip locked)
  returning id, bot_id as "botId", owner_id as "ownerId", message_id as "messageId", channel_id as "channelId", guild_id as "guildId"`;

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
        text: this.keyring.encrypt(text, placeOf(id)),
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

  /** Queues the reminders that are due. Those of bots that are not to be online wait until they are. */
  @Interval(SWEEP_EVERY_MS, 'the sweep of due reminders')
  async sweep(): Promise<void> {
    if (!this.desired.bots.isLoaded) return;
    const [due] = await this.database.query<[Due[], number]>(TAKE_DUE, [SWEPT_AT_ONCE]);
    for (const { id, ...job } of due) {
      if (!this.desired.bots.get(job.botId)) continue;
      await this.queues.add(queues.commands, `${job.botId}-reminder-${id}`, {
        ...job,
        task: { kind: 'reminder', reminderId: id },
      });
    }
  }

  private read({ id, dueAt, text }: ReminderEntity): Reminder {
    return { id, dueAtMs: dueAt.getTime(), text: this.keyring.decrypt(text, placeOf(id)) };
  }
}

interface Due {
  readonly id: string;
  readonly botId: string;
  readonly ownerId: string;
  readonly messageId: string;
  readonly channelId: string;
  readonly guildId: string | null;
}

const placeOf = (id: string): string => `runner.reminder.text.${id}`;

/** A UUID that is the same for the same message, so that a repeated job stores no second reminder. */
function idOf(botId: string, messageId: string): string {
  const hash = createHash('sha256').update(`reminder:${botId}:${messageId}`).digest('hex');
  return [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`, `8${hash.slice(17, 20)}`, hash.slice(20, 32)].join('-');
}
