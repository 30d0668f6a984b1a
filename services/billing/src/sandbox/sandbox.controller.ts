import { Handle } from '@kith/kit';
import { billing, type ParsedInputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { SandboxService } from './sandbox.service.js';

@Controller()
export class SandboxController {
  constructor(private readonly sandbox: SandboxService) {}

  @Handle(billing.sandboxCheckout)
  checkout(input: ParsedInputOf<typeof billing.sandboxCheckout>) {
    return this.sandbox.checkout(input);
  }

  @Handle(billing.sandboxPay)
  pay(input: ParsedInputOf<typeof billing.sandboxPay>) {
    return this.sandbox.pay(input);
  }

  @Handle(billing.sandboxPortal)
  portal({ actor }: ParsedInputOf<typeof billing.sandboxPortal>) {
    return this.sandbox.portal(actor);
  }

  @Handle(billing.changeSandbox)
  change(input: ParsedInputOf<typeof billing.changeSandbox>) {
    return this.sandbox.change(input);
  }
}
