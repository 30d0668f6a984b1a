import { Handle, RpcContext } from '@kith/kit';
import { sandbox, type AnswerOf, type ParsedInputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { SandboxService } from './sandbox.service.js';

@Controller()
export class SandboxController {
  constructor(private readonly sandbox: SandboxService) {}

  @Handle(sandbox.checkSyntax)
  checkSyntax(
    input: ParsedInputOf<typeof sandbox.checkSyntax>,
    { signal }: RpcContext,
  ): Promise<AnswerOf<typeof sandbox.checkSyntax>> {
    return this.sandbox.checkSyntax(input, signal);
  }

  @Handle(sandbox.run)
  run(input: ParsedInputOf<typeof sandbox.run>, { signal }: RpcContext): Promise<AnswerOf<typeof sandbox.run>> {
    return this.sandbox.run(input, signal);
  }
}
