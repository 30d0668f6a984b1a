import { Handle } from '@kith/kit';
import { runner, type ParsedInputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { TriedCommands } from './commands/tried-commands.js';
import { ReplyProgress } from './deliveries/reply-progress.js';
import { TokenInspector } from './discord/token-inspector.js';
import { Problems } from './problems/problems.service.js';
import { ChannelAudience } from './servers/channel-audience.js';

@Controller()
export class BotRunnerController {
  constructor(
    private readonly tokens: TokenInspector,
    private readonly openProblems: Problems,
    private readonly triedCommands: TriedCommands,
    private readonly progress: ReplyProgress,
    private readonly audience: ChannelAudience,
  ) {}

  @Handle(runner.inspectToken)
  inspectToken(input: ParsedInputOf<typeof runner.inspectToken>) {
    return this.tokens.inspect(input);
  }

  @Handle(runner.showProgress)
  showProgress(input: ParsedInputOf<typeof runner.showProgress>) {
    return this.progress.show(input);
  }

  @Handle(runner.problems)
  problems(input: ParsedInputOf<typeof runner.problems>) {
    return this.openProblems.list(input);
  }

  @Handle(runner.channelAudience)
  channelAudience(input: ParsedInputOf<typeof runner.channelAudience>) {
    return this.audience.of(input);
  }

  @Handle(runner.tryCommand)
  tryCommand(input: ParsedInputOf<typeof runner.tryCommand>) {
    return this.triedCommands.answer(input);
  }
}
