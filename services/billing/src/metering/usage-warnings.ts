import { LOGGER, Queues, type Logger } from '@kith/kit';
import { PLAN_CATALOGUE, queues, UNLIMITED_MESSAGES, USAGE_WARNING_PERCENTS } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Entitlements } from '../plans/entitlements.js';
import { nextReset, runsOutAt, utcDay } from './usage-forecast.js';

const BATCH = 500;
const SELECT_DUE = `
  select used, warning_due as "warningDue", warned from billing.usage_day
  where user_id = $1 and day = $2 and warning_due > warned`;
const SELECT_UNANNOUNCED = `
  select user_id as "userId" from billing.usage_day where day = $1 and warning_due > warned limit ${BATCH}`;

interface DueWarning {
  readonly used: number;
  readonly warningDue: number;
  readonly warned: number;
}

interface UsageNotice {
  readonly userId: string;
  readonly day: string;
  readonly percent: number;
  readonly used: number;
  readonly limit: number;
}

/** Tells users that 50, 80 and 100 % of the daily limit are used: once per user, day and percentage. */
@Injectable()
export class UsageWarnings {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly entitlements: Entitlements,
    private readonly queues: Queues,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Adds the notice that is due for a user. Never throws: what could not be added is added by the next sweep. */
  async publish(userId: string): Promise<void> {
    try {
      await this.addNotice(userId, new Date());
    } catch (error) {
      this.logger.warn({ err: error, userId }, 'usage warning not announced yet');
    }
  }

  /** Adds the notices of today that were due when a replica stopped or the queue was unavailable; returns for how many users. */
  async publishMissed(): Promise<number> {
    const missed = await this.database.query<{ userId: string }[]>(SELECT_UNANNOUNCED, [utcDay(new Date())]);
    for (const { userId } of missed) await this.publish(userId);
    return missed.length;
  }

  private async addNotice(userId: string, now: Date): Promise<void> {
    const day = utcDay(now);
    const [due] = await this.database.query<DueWarning[]>(SELECT_DUE, [userId, day]);
    const percent = due && USAGE_WARNING_PERCENTS.find((each) => each === due.warningDue);
    if (!due || !percent) return;
    const { plan } = await this.entitlements.of(userId);
    const limit = PLAN_CATALOGUE[plan].dailyMessages;
    // An upgrade since then may have ended the limit.
    if (limit !== UNLIMITED_MESSAGES) await this.addJob({ userId, day, percent, used: due.used, limit }, now);
    await this.database.query('update billing.usage_day set warned = greatest(warned, $3) where user_id = $1 and day = $2', [
      userId,
      day,
      percent,
    ]);
  }

  /** The id makes the notice one, however often it is added. It is marked as announced after that, so that none is lost. */
  private async addJob({ day, ...notice }: UsageNotice, now: Date): Promise<void> {
    const { userId, percent, used, limit } = notice;
    await this.queues.add(queues.notices, `usage-warning-${userId}-${day}-${percent}`, {
      ...notice,
      kind: 'usage-warning',
      resetsAt: nextReset(now).toISOString(),
      runsOutAt: runsOutAt(now, used, limit)?.toISOString() ?? null,
    });
  }
}
