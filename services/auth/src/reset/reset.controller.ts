import { Handle } from '@kith/kit';
import { auth, type ParsedInputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { PasswordResetService } from './password-reset.service.js';
import { ResetRequestService } from './reset-request.service.js';

@Controller()
export class ResetController {
  constructor(
    private readonly requests: ResetRequestService,
    private readonly resets: PasswordResetService,
  ) {}

  @Handle(auth.signInOptions)
  options() {
    return this.requests.options();
  }

  @Handle(auth.requestPasswordReset)
  request(input: ParsedInputOf<typeof auth.requestPasswordReset>) {
    return this.requests.request(input);
  }

  @Handle(auth.resetPassword)
  reset(input: ParsedInputOf<typeof auth.resetPassword>) {
    return this.resets.reset(input);
  }
}
