import { Events } from '@kith/kit';
import { AppError, PLAN_CATALOGUE, events, UNLIMITED_MESSAGES, type Actor } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource, InjectRepository } from '@nestjs/typeorm';
import { DataSource, Repository } from 'typeorm';
import { Entitlements } from '../plans/entitlements.js';
import { UsageDayEntity } from './usage-day.entity.js';

const DAY_MS = 86_400_000;

type ReservationSource = 'plan' | 'credit' | 'denied';

/**
 * Charges messages: each is reserved before the model is called, then settled or released. The rules are SQL functions, so that they hold
 * across replicas.
 */
@Injectable()
export class MeteringService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @InjectRepository(UsageDayEntity) private readonly days: Repository<UsageDayEntity>,
    private readonly entitlements: Entitlements,
    private readonly events: Events,
  ) {}

  async usage({ userId }: Actor) {
    const now = new Date();
    const [{ plan, credits }, today] = await Promise.all([
      this.entitlements.of(userId),
      this.days.findOneBy({ userId, day: utcDay(now) }),
    ]);
    return { used: today?.used ?? 0, dailyLimit: PLAN_CATALOGUE[plan].dailyMessages, credits, plan, resetsAt: nextReset(now) };
  }

  async reserve(userId: string, requestId: string) {
    const { plan } = await this.entitlements.of(userId);
    const { dailyMessages } = PLAN_CATALOGUE[plan];
    const limit = dailyMessages === UNLIMITED_MESSAGES ? null : dailyMessages;
    const [row] = await this.database.query<{ source: ReservationSource | null; charge: number }[]>(
      'select source, charge from billing.reserve_message($1, $2, $3)',
      [userId, limit, requestId],
    );
    if (!row?.source)
      throw new AppError('BAD_INPUT', 'This request belongs to another user.', {
        fields: { requestId: 'Belongs to another user' },
      });
    if (row.source !== 'denied') await this.events.publish(events.usageChanged, { userId });
    return { source: row.source, charge: row.charge, resetsAt: nextReset(new Date()) };
  }

  async settle(requestId: string): Promise<Record<string, never>> {
    await this.database.query('select billing.settle_message($1)', [requestId]);
    return {};
  }

  async release(requestId: string, charge?: number): Promise<Record<string, never>> {
    const [row] = await this.database.query<{ userId: string | null }[]>('select billing.release_message($1, $2) as "userId"', [
      requestId,
      charge ?? null,
    ]);
    if (row?.userId) await this.events.publish(events.usageChanged, { userId: row.userId });
    return {};
  }
}

/** The UTC day of a moment, `YYYY-MM-DD` (docs/decisions.md B6). */
const utcDay = (at: Date): string => at.toISOString().slice(0, 10);

/** The next 00:00 UTC after a moment, ISO: when the daily count starts again. */
const nextReset = (at: Date): string => new Date((Math.floor(at.getTime() / DAY_MS) + 1) * DAY_MS).toISOString();
