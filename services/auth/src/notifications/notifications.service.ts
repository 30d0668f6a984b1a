import { Events, Interval } from '@kith/kit';
import {
  AppError,
  events,
  NotificationContent,
  type Actor,
  type Notification,
  type notifications,
  type OutputOf,
  type ParsedInputOf,
} from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, LessThan, Repository } from 'typeorm';
import { BroadcastEntity } from './broadcast.entity.js';
import { NotificationEntity, type StoredContent } from './notification.entity.js';

const MAX_PER_USER = 500;
const SWEEP_INTERVAL_MS = 3_600_000;
const SWEEP_BATCH = 5000;

const STORE = `
  insert into auth.notification (user_id, key, content)
  select id, $2, $3 from auth."user" where id = $1 and removed_at is null
  on conflict (user_id, key) do nothing`;
const MARK_ALL_READ = `
  update auth.notification set read_at = now()
  where user_id = $1 and read_at is null and position <= (select position from auth.notification where id = $2 and user_id = $1)`;
const DELETE_BEYOND_CAP = `
  delete from auth.notification where user_id = $1 and position <= (
    select position from auth.notification where user_id = $1 order by position desc offset ${MAX_PER_USER} limit 1)`;
const DELETE_OLD = `
  delete from auth.notification where id in (
    select id from auth.notification where created_at < now() - interval '90 days' limit ${SWEEP_BATCH})`;
// The notifications of news read their text here, and end long before.
const DELETE_OLD_BROADCASTS = `delete from auth.broadcast where finished_at < now() - interval '1 year'`;

type Read = OutputOf<typeof notifications.markRead>;

/** The notifications of users: what the bell shows. */
@Injectable()
export class NotificationsService {
  constructor(
    @InjectRepository(NotificationEntity) private readonly rows: Repository<NotificationEntity>,
    @InjectRepository(BroadcastEntity) private readonly broadcasts: Repository<BroadcastEntity>,
    private readonly events: Events,
  ) {}

  /** Stores a notification once per key and announces it. Returns its row; null when the user is gone. */
  async store(userId: string, key: string, content: StoredContent): Promise<NotificationEntity | null> {
    await this.rows.query(STORE, [userId, key, JSON.stringify(content)]);
    await this.rows.query(DELETE_BEYOND_CAP, [userId]);
    const row = await this.rows.findOneBy({ userId, key });
    if (row) await this.events.publish(events.notificationsChanged, { userId });
    return row;
  }

  async markMailed({ id }: NotificationEntity): Promise<void> {
    await this.rows.update({ id }, { mailedAt: new Date() });
  }

  /** What a stored notification says; undefined for news that do not exist, and for a shape that an earlier version stored. */
  async contentOf(stored: StoredContent): Promise<NotificationContent | undefined> {
    const [content] = await this.contentsOf([stored]);
    return content;
  }

  async list({
    actor: { userId },
    before,
    limit,
  }: ParsedInputOf<typeof notifications.list>): Promise<OutputOf<typeof notifications.list>> {
    const found = await this.rows.find({
      where: { userId, ...(before === undefined ? {} : { position: LessThan(before) }) },
      order: { position: 'desc' },
      // One more than asked for tells whether there is a next page.
      take: limit + 1,
    });
    const page = found.slice(0, limit);
    const next = found.length > limit ? (page.at(-1)?.position ?? null) : null;
    const [views, unread] = await Promise.all([this.viewsOf(page), this.countUnread(userId)]);
    return { notifications: views, unread, next };
  }

  async feed({ userId }: Actor): Promise<OutputOf<typeof notifications.feed>> {
    const [latest, unread] = await Promise.all([
      this.rows.find({ where: { userId }, order: { position: 'desc' }, take: 1 }),
      this.countUnread(userId),
    ]);
    return { unread, latest: (await this.viewsOf(latest))[0] ?? null };
  }

  async markRead({ actor: { userId }, notificationId: id }: ParsedInputOf<typeof notifications.markRead>): Promise<Read> {
    if (!(await this.rows.existsBy({ id, userId }))) throw new AppError('NOT_FOUND');
    await this.rows.update({ id, userId, readAt: IsNull() }, { readAt: new Date() });
    return this.announceRead(userId);
  }

  async markAllRead({ actor: { userId }, upTo }: ParsedInputOf<typeof notifications.markAllRead>): Promise<Read> {
    await this.rows.query(MARK_ALL_READ, [userId, upTo]);
    return this.announceRead(userId);
  }

  /** Deletes notifications that are older than 90 days, and news and reports of which the last user was told a year ago (docs/decisions.md A21). */
  @Interval(SWEEP_INTERVAL_MS, 'the sweep of old notifications')
  async sweep(): Promise<void> {
    let deleted = SWEEP_BATCH;
    while (deleted === SWEEP_BATCH) [, deleted] = await this.rows.query<[unknown, number]>(DELETE_OLD);
    await this.broadcasts.query(DELETE_OLD_BROADCASTS);
  }

  private countUnread(userId: string): Promise<number> {
    return this.rows.countBy({ userId, readAt: IsNull() });
  }

  private async announceRead(userId: string): Promise<Read> {
    await this.events.publish(events.notificationsChanged, { userId });
    return { unread: await this.countUnread(userId) };
  }

  private async viewsOf(rows: readonly NotificationEntity[]): Promise<Notification[]> {
    const contents = await this.contentsOf(rows.map(({ content }) => content));
    return rows.flatMap(({ id, createdAt, readAt }, index) => {
      const content = contents[index];
      return content ? [{ id, createdAt: createdAt.toISOString(), isRead: readAt !== null, content }] : [];
    });
  }

  private async contentsOf(stored: readonly StoredContent[]): Promise<(NotificationContent | undefined)[]> {
    const newsIds = stored.flatMap((content) => (content.kind === 'product-news' ? content.newsId : []));
    const found = newsIds.length > 0 ? await this.broadcasts.findBy({ id: In(newsIds) }) : [];
    const newsOf = new Map(found.map(({ id, title, text }) => [id, { title, text }]));
    return stored.map((content) => {
      const full = content.kind === 'product-news' ? { ...content, ...newsOf.get(content.newsId) } : content;
      return NotificationContent.safeParse(full).data;
    });
  }
}
