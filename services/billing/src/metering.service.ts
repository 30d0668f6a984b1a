import { AppError, CATALOGUE, UNLIMITED_MESSAGES } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { nextReset } from './day.js';
import { EntitlementsService } from './entitlements.service.js';

type Reservation = 'plan' | 'credit' | 'denied';

/** One message: reserved before the model is asked, then settled or released. The rules are SQL functions, so that they hold for every replica. */
@Injectable()
export class MeteringService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly entitlements: EntitlementsService,
  ) {}

  async reserve(userId: string, requestId: string) {
    const { plan } = await this.entitlements.entitlement(userId);
    const { dailyMessages } = CATALOGUE[plan];
    const limit = dailyMessages === UNLIMITED_MESSAGES ? null : dailyMessages;
    const [row] = await this.database.query<{ source: Reservation | null; charge: number }[]>(
      'select source, charge from billing.charge_message($1, $2, $3)',
      [userId, limit, requestId],
    );
    if (!row?.source)
      throw new AppError('BAD_INPUT', 'This request belongs to another user.', {
        fields: { requestId: 'Belongs to another user' },
      });
    return { source: row.source, charge: row.charge, resetsAt: nextReset(new Date()) };
  }

  async settle(requestId: string): Promise<Record<string, never>> {
    await this.database.query('select billing.settle_message($1)', [requestId]);
    return {};
  }

  async release(requestId: string, charge?: number): Promise<Record<string, never>> {
    await this.database.query('select billing.release_message($1, $2)', [requestId, charge ?? null]);
    return {};
  }
}
