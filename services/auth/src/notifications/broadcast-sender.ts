import { Interval, Queues, RpcClient } from '@kith/kit';
import { billing, chat, DAY_MS, HOUR_MS, queues, type JobOf } from '@kith/proto';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { UserEntity } from '../user.entity.js';
import { BroadcastEntity } from './broadcast.entity.js';
import { SWITCHES } from './notification-switches.js';

const SEND_INTERVAL_MS = 5000;
const BATCH_SIZE = 200;
// Beyond it the sender waits for the workers, so that Redis does not hold a job for each user at once.
const MAX_WAITING_JOBS = 1000;
// Behind the notices about single users, which have no priority number.
const PRIORITY = 10;
const WEEK_MS = 7 * DAY_MS;
// The first Monday of the era of Unix time was its fifth day.
const MONDAY_MS = 4 * DAY_MS;
// Messages of Sunday are settled by then.
const REPORT_DELAY_MS = HOUR_MS;

const SCHEDULE_REPORT = `
  insert into auth.broadcast (id, kind, week_start) values (gen_random_uuid(), 'usage-report', $1) on conflict (week_start) do nothing`;
// A batch whose replica was killed, or whose figures could not be read, is tried again after a minute, behind all that is open besides.
const CLAIM = `
  update auth.broadcast set claimed_until = now() + interval '1 minute'
  where id = (
    select id from auth.broadcast where finished_at is null and (claimed_until is null or claimed_until < now())
    order by claimed_until nulls first, created_at, id limit 1 for update skip locked
  )
  returning id, kind, week_start::text as "weekStart", last_user_id as "lastUserId"`;
// Counted once, even when two replicas sent the same batch because the first one took more than a minute.
const ADVANCE = `
  update auth.broadcast set last_user_id = $3, reached = reached + $4, claimed_until = null,
    finished_at = case when $5 then now() end
  where id = $1 and last_user_id is not distinct from $2`;

type Job = JobOf<typeof queues.notices>;
type Claimed = Pick<BroadcastEntity, 'id' | 'kind' | 'weekStart' | 'lastUserId'>;

/** Sends product news and the weekly usage reports: adds one job per user who wants them. */
@Injectable()
export class BroadcastSender implements OnModuleDestroy {
  private isClosing = false;

  constructor(
    @InjectRepository(BroadcastEntity) private readonly broadcasts: Repository<BroadcastEntity>,
    @InjectRepository(UserEntity) private readonly users: Repository<UserEntity>,
    private readonly queues: Queues,
    private readonly rpc: RpcClient,
  ) {}

  onModuleDestroy(): void {
    this.isClosing = true;
  }

  /** Sends batches until nothing is left or the workers are busy; returns how many users were told. */
  @Interval(SEND_INTERVAL_MS, 'the sender of broadcasts')
  async send(now = new Date()): Promise<number> {
    await this.broadcasts.query(SCHEDULE_REPORT, [lastWeekStart(now)]);
    let reached = 0;
    while (!this.isClosing && (await this.queues.depth(queues.notices)) < MAX_WAITING_JOBS) {
      const told = await this.sendBatch();
      if (told === undefined) break;
      reached += told;
    }
    return reached;
  }

  private async sendBatch(): Promise<number | undefined> {
    const [[broadcast]] = await this.broadcasts.query<[Claimed[], number]>(CLAIM);
    if (!broadcast) return undefined;
    const { id, lastUserId } = broadcast;
    const userIds = await this.nextUsers(broadcast);
    for (const { jobId, job } of await this.jobsFor(broadcast, userIds))
      await this.queues.add(queues.notices, jobId, job, { priority: PRIORITY });
    const isLast = userIds.length < BATCH_SIZE;
    await this.broadcasts.query(ADVANCE, [id, lastUserId, userIds.at(-1) ?? lastUserId, userIds.length, isLast]);
    return userIds.length;
  }

  /** The users after those of the last batch who want this, and who had an account in the week of a report. */
  private async nextUsers({ kind, weekStart, lastUserId }: Claimed): Promise<string[]> {
    const found = this.users.createQueryBuilder('user').select('user.id').orderBy('user.id').limit(BATCH_SIZE);
    found.where({ [SWITCHES[kind] ?? 'marketingUpdates']: true });
    if (lastUserId !== null) found.andWhere('user.id > :lastUserId', { lastUserId });
    if (weekStart !== null) found.andWhere('user.createdAt < :weekEnd', { weekEnd: new Date(Date.parse(weekStart) + WEEK_MS) });
    return (await found.getMany()).map(({ id }) => id);
  }

  private async jobsFor({ id, weekStart }: Claimed, userIds: string[]): Promise<{ jobId: string; job: Job }[]> {
    if (userIds.length === 0) return [];
    if (weekStart === null)
      return userIds.map((userId) => ({ jobId: `news-${id}-${userId}`, job: { userId, kind: 'product-news', newsId: id } }));
    const [{ usage }, { replies }] = await Promise.all([
      this.rpc.ask(billing.weeklyUsage, { userIds, weekStart }),
      this.rpc.ask(chat.weeklyReplies, { userIds, weekStart }),
    ]);
    const [usageOf, repliesOf] = [byUser(usage), byUser(replies)];
    return userIds.map((userId) => {
      const { planReplies = 0, creditsUsed = 0 } = usageOf.get(userId) ?? {};
      const { replies: count = 0, activeBots = 0 } = repliesOf.get(userId) ?? {};
      const figures = { weekStart, replies: count, activeBots, planReplies, creditsUsed };
      return { jobId: `usage-report-${weekStart}-${userId}`, job: { userId, kind: 'usage-report', ...figures } };
    });
  }
}

const byUser = <R extends { readonly userId: string }>(rows: readonly R[]): Map<string, R> =>
  new Map(rows.map((row) => [row.userId, row]));

/** The Monday, `YYYY-MM-DD`, of the last week that is over and whose figures are final. */
function lastWeekStart(now: Date): string {
  const weeks = Math.floor((now.getTime() - REPORT_DELAY_MS - MONDAY_MS) / WEEK_MS);
  return new Date((weeks - 1) * WEEK_MS + MONDAY_MS).toISOString().slice(0, 10);
}
