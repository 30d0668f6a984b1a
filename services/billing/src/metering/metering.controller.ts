import { Handle } from '@kith/kit';
import { billing, type ParsedInputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { MeteringService } from './metering.service.js';
import { WeeklyUsageService } from './weekly-usage.service.js';

@Controller()
export class MeteringController {
  constructor(
    private readonly metering: MeteringService,
    private readonly weekly: WeeklyUsageService,
  ) {}

  @Handle(billing.usage)
  usage({ actor }: ParsedInputOf<typeof billing.usage>) {
    return this.metering.usage(actor);
  }

  @Handle(billing.activity)
  activity({ actor }: ParsedInputOf<typeof billing.activity>) {
    return this.metering.activity(actor);
  }

  @Handle(billing.reachedCaps)
  reachedCaps(input: ParsedInputOf<typeof billing.reachedCaps>) {
    return this.metering.reachedCaps(input);
  }

  @Handle(billing.reserve)
  reserve(input: ParsedInputOf<typeof billing.reserve>) {
    return this.metering.reserve(input);
  }

  @Handle(billing.settle)
  settle({ requestId }: ParsedInputOf<typeof billing.settle>) {
    return this.metering.settle(requestId);
  }

  @Handle(billing.release)
  release({ requestId, charge }: ParsedInputOf<typeof billing.release>) {
    return this.metering.release(requestId, charge);
  }

  @Handle(billing.weeklyUsage)
  weeklyUsage(input: ParsedInputOf<typeof billing.weeklyUsage>) {
    return this.weekly.of(input);
  }
}
