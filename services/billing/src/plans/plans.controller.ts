import { Handle } from '@kith/kit';
import { billing, type ParsedInputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { PlansService } from './plans.service.js';
import { UserAccountService } from './user-account.service.js';

@Controller()
export class PlansController {
  constructor(
    private readonly plans: PlansService,
    private readonly userAccounts: UserAccountService,
  ) {}

  @Handle(billing.entitlement)
  entitlement({ userId }: ParsedInputOf<typeof billing.entitlement>) {
    return this.plans.entitlement(userId);
  }

  @Handle(billing.setPlan)
  setPlan(input: ParsedInputOf<typeof billing.setPlan>) {
    return this.plans.setPlan(input);
  }

  @Handle(billing.subscription)
  subscription({ actor }: ParsedInputOf<typeof billing.subscription>) {
    return this.plans.subscription(actor);
  }

  @Handle(billing.userAccount)
  userAccount(input: ParsedInputOf<typeof billing.userAccount>) {
    return this.userAccounts.of(input);
  }

  @Handle(billing.accounts)
  accounts(input: ParsedInputOf<typeof billing.accounts>) {
    return this.plans.accounts(input);
  }

  @Handle(billing.planCounts)
  planCounts({ actor }: ParsedInputOf<typeof billing.planCounts>) {
    return this.plans.planCounts(actor);
  }
}
