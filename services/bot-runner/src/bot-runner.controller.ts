import { Handle } from '@kith/kit';
import { runner, type ParsedInputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { TokenInspector } from './discord/token-inspector.js';

@Controller()
export class BotRunnerController {
  constructor(private readonly tokens: TokenInspector) {}

  @Handle(runner.inspectToken)
  inspectToken(input: ParsedInputOf<typeof runner.inspectToken>) {
    return this.tokens.inspect(input);
  }
}
