import { AppError, CATALOGUE, type Actor, type billing, type ParsedInputOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource, InjectRepository } from '@nestjs/typeorm';
import { DataSource, Repository } from 'typeorm';
import { nextReset, utcDay } from './day.js';
import { EntitlementsService } from './entitlements.service.js';
import { UsageDay } from './usage-day.entity.js';
import { Wallet } from './wallet.entity.js';

@Injectable()
export class BillingService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @InjectRepository(UsageDay) private readonly days: Repository<UsageDay>,
    @InjectRepository(Wallet) private readonly wallets: Repository<Wallet>,
    private readonly entitlements: EntitlementsService,
  ) {}

  async usage({ userId }: Actor) {
    const now = new Date();
    const [{ plan }, today, wallet] = await Promise.all([
      this.entitlements.entitlement(userId),
      this.days.findOneBy({ userId, day: utcDay(now) }),
      this.wallets.findOneBy({ userId }),
    ]);
    return {
      used: today?.used ?? 0,
      dailyLimit: CATALOGUE[plan].dailyMessages,
      credits: wallet?.balance ?? 0,
      resetsAt: nextReset(now),
    };
  }

  async grantCredits({ actor, userId, credits, idempotencyKey }: ParsedInputOf<typeof billing.grantCredits>) {
    if (actor.role !== 'super_admin' || actor.impersonator) throw new AppError('FORBIDDEN');
    const [row] = await this.database.query<{ balance: string | null }[]>(
      'select billing.grant_credits($1, $2, $3, $4) as balance',
      [userId, credits, idempotencyKey, actor.userId],
    );
    if (!row?.balance)
      throw new AppError('BAD_INPUT', 'This idempotency key was used for another grant.', {
        fields: { idempotencyKey: 'Was used for another grant' },
      });
    return { credits: Number(row.balance), message: `Added ${credits} credits.` };
  }
}
