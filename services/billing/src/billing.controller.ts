import { Handle } from '@kith/kit';
import { billing, type ParsedInputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { BillingService } from './billing.service.js';
import { EntitlementsService } from './entitlements.service.js';
import { MeteringService } from './metering.service.js';

@Controller()
export class BillingController {
  constructor(
    private readonly billing: BillingService,
    private readonly entitlements: EntitlementsService,
    private readonly metering: MeteringService,
  ) {}

  @Handle(billing.entitlement)
  entitlement({ userId }: ParsedInputOf<typeof billing.entitlement>) {
    return this.entitlements.entitlement(userId);
  }

  @Handle(billing.setPlan)
  setPlan(input: ParsedInputOf<typeof billing.setPlan>) {
    return this.entitlements.setPlan(input);
  }

  @Handle(billing.usage)
  usage({ actor }: ParsedInputOf<typeof billing.usage>) {
    return this.billing.usage(actor);
  }

  @Handle(billing.grantCredits)
  grantCredits(input: ParsedInputOf<typeof billing.grantCredits>) {
    return this.billing.grantCredits(input);
  }

  @Handle(billing.reserve)
  reserve({ userId, requestId }: ParsedInputOf<typeof billing.reserve>) {
    return this.metering.reserve(userId, requestId);
  }

  @Handle(billing.settle)
  settle({ requestId }: ParsedInputOf<typeof billing.settle>) {
    return this.metering.settle(requestId);
  }

  @Handle(billing.release)
  release({ requestId, charge }: ParsedInputOf<typeof billing.release>) {
    return this.metering.release(requestId, charge);
  }
}
