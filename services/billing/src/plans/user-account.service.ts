import { requireAdmin, type billing, type ParsedInputOf, type UserAccount } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { MeteringService } from '../metering/metering.service.js';
import { PlansService } from './plans.service.js';

/** Plan, credits and usage of a user, for administrators. */
@Injectable()
export class UserAccountService {
  constructor(
    private readonly plans: PlansService,
    private readonly metering: MeteringService,
  ) {}

  async of({ actor, userId }: ParsedInputOf<typeof billing.userAccount>): Promise<UserAccount> {
    requireAdmin(actor);
    const user = { ...actor, userId };
    const [subscription, { credits, used, dailyLimit }] = await Promise.all([
      this.plans.subscription(user),
      this.metering.usage(user),
    ]);
    return { ...subscription, credits, used, dailyLimit };
  }
}
