import { Events } from '@kith/kit';
import { AppError, PLAN_CATALOGUE, events, UNLIMITED_MESSAGES, type Actor } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource, InjectRepository } from '@nestjs/typeorm';
import { DataSource, Repository } from 'typeorm';
import { Standings } from '../plans/standings.js';
import { nextReset, utcDay } from './day.js';
import { UsageDay } from './usage-day.entity.js';

type Reservation = 'plan' | 'credit' | 'denied';

/** One message: reserved before the model is asked, then settled or released. The rules are SQL functions, so that they hold for every replica. */
@Injectable()
export class MeteringService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @InjectRepository(UsageDay) private readonly days: Repository<UsageDay>,
    private readonly standings: Standings,
    private readonly events: Events,
  ) {}

  async usage({ userId }: Actor) {
    const now = new Date();
    const [{ plan, credits }, today] = await Promise.all([
      this.standings.of(userId),
      this.days.findOneBy({ userId, day: utcDay(now) }),
    ]);
    return { used: today?.used ?? 0, dailyLimit: PLAN_CATALOGUE[plan].dailyMessages, credits, plan, resetsAt: nextReset(now) };
  }

  async reserve(userId: string, requestId: string) {
    const { plan } = await this.standings.of(userId);
    const { dailyMessages } = PLAN_CATALOGUE[plan];
    const limit = dailyMessages === UNLIMITED_MESSAGES ? null : dailyMessages;
    const [row] = await this.database.query<{ source: Reservation | null; charge: number }[]>(
      'select source, charge from billing.charge_message($1, $2, $3)',
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
