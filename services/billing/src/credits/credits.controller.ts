import { Handle } from '@kith/kit';
import { billing, type ParsedInputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { CreditsService } from './credits.service.js';

@Controller()
export class CreditsController {
  constructor(private readonly credits: CreditsService) {}

  @Handle(billing.packages)
  packages() {
    return this.credits.packages();
  }

  @Handle(billing.grantCredits)
  grantCredits(input: ParsedInputOf<typeof billing.grantCredits>) {
    return this.credits.grantCredits(input);
  }

  @Handle(billing.correctCredits)
  correctCredits(input: ParsedInputOf<typeof billing.correctCredits>) {
    return this.credits.correctCredits(input);
  }

  @Handle(billing.history)
  history(input: ParsedInputOf<typeof billing.history>) {
    return this.credits.history(input);
  }
}
