import { Handle } from '@kith/kit';
import { billing, type ParsedInputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { CheckoutService } from './checkout.service.js';
import { AccountRemovalService } from './account-removal.service.js';

@Controller()
export class CheckoutController {
  constructor(
    private readonly checkouts: CheckoutService,
    private readonly accountRemoval: AccountRemovalService,
  ) {}

  @Handle(billing.checkoutCredits)
  checkoutCredits(input: ParsedInputOf<typeof billing.checkoutCredits>) {
    return this.checkouts.checkoutCredits(input);
  }

  @Handle(billing.checkoutPlan)
  checkoutPlan(input: ParsedInputOf<typeof billing.checkoutPlan>) {
    return this.checkouts.checkoutPlan(input);
  }

  @Handle(billing.portal)
  portal({ actor }: ParsedInputOf<typeof billing.portal>) {
    return this.checkouts.portal(actor);
  }

  @Handle(billing.removeUser)
  removeUser({ userId }: ParsedInputOf<typeof billing.removeUser>) {
    return this.accountRemoval.removeUser(userId);
  }
}
