import { Handle } from '@kith/kit';
import { billing, type ParsedInputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { CheckoutService } from './checkout.service.js';
import { AccountRemovalService } from './account-removal.service.js';
import { PlanChangesService } from './plan-changes.service.js';
import { RenewalsService } from './renewals.service.js';

@Controller()
export class CheckoutController {
  constructor(
    private readonly checkouts: CheckoutService,
    private readonly planChanges: PlanChangesService,
    private readonly renewals: RenewalsService,
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

  @Handle(billing.checkout)
  checkout(input: ParsedInputOf<typeof billing.checkout>) {
    return this.checkouts.checkout(input);
  }

  @Handle(billing.recentPlanPurchase)
  recentPlanPurchase({ actor }: ParsedInputOf<typeof billing.recentPlanPurchase>) {
    return this.checkouts.recentPlanPurchase(actor);
  }

  @Handle(billing.previewPlanChange)
  previewPlanChange(input: ParsedInputOf<typeof billing.previewPlanChange>) {
    return this.planChanges.preview(input);
  }

  @Handle(billing.confirmPlanChange)
  confirmPlanChange(input: ParsedInputOf<typeof billing.confirmPlanChange>) {
    return this.planChanges.confirm(input);
  }

  @Handle(billing.changeSubscription)
  changeSubscription(input: ParsedInputOf<typeof billing.changeSubscription>) {
    return this.renewals.change(input);
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
