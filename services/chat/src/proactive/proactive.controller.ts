import { Handle, RpcContext } from '@kith/kit';
import { proactive, type ParsedInputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { ProactiveService } from './proactive.service.js';

@Controller()
export class ProactiveController {
  constructor(private readonly messages: ProactiveService) {}

  @Handle(proactive.write)
  write(input: ParsedInputOf<typeof proactive.write>, { signal }: RpcContext) {
    return this.messages.write(input, signal ?? new AbortController().signal);
  }

  @Handle(proactive.end)
  end(input: ParsedInputOf<typeof proactive.end>) {
    return this.messages.end(input);
  }
}
