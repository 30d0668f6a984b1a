import { Handle } from '@kith/kit';
import { bots, type ParsedInputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { RunnersService } from './runners.service.js';
import { RunsService } from './runs.service.js';
import { TakeDownsService } from './take-downs.service.js';

@Controller()
export class RunsController {
  constructor(
    private readonly runs: RunsService,
    private readonly runners: RunnersService,
    private readonly takeDowns: TakeDownsService,
  ) {}

  @Handle(bots.start)
  start(input: ParsedInputOf<typeof bots.start>) {
    return this.runs.start(input);
  }

  @Handle(bots.stop)
  stop(input: ParsedInputOf<typeof bots.stop>) {
    return this.runs.stop(input);
  }

  @Handle(bots.takeDown)
  takeDown(input: ParsedInputOf<typeof bots.takeDown>) {
    return this.takeDowns.takeDown(input);
  }

  @Handle(bots.restore)
  restore(input: ParsedInputOf<typeof bots.restore>) {
    return this.takeDowns.restore(input);
  }

  @Handle(bots.listDesiredOnline)
  listDesiredOnline({ after }: ParsedInputOf<typeof bots.listDesiredOnline>) {
    return this.runners.listDesiredOnline(after);
  }

  @Handle(bots.getDesiredOnline)
  getDesiredOnline({ botId }: ParsedInputOf<typeof bots.getDesiredOnline>) {
    return this.runners.getDesiredOnline(botId);
  }

  @Handle(bots.desiredChanges)
  desiredChanges({ since }: ParsedInputOf<typeof bots.desiredChanges>) {
    return this.runners.desiredChanges(since);
  }

  @Handle(bots.discordTokens)
  discordTokens({ botIds }: ParsedInputOf<typeof bots.discordTokens>) {
    return this.runners.discordTokens(botIds);
  }

  @Handle(bots.report)
  report(input: ParsedInputOf<typeof bots.report>) {
    return this.runners.report(input);
  }

  @Handle(bots.uninstalled)
  uninstalled({ botId }: ParsedInputOf<typeof bots.uninstalled>) {
    return this.runners.uninstalled(botId);
  }

  @Handle(bots.endUninstall)
  endUninstall(input: ParsedInputOf<typeof bots.endUninstall>) {
    return this.runners.endUninstall(input);
  }

  @Handle(bots.forgetToken)
  forgetToken({ botId }: ParsedInputOf<typeof bots.forgetToken>) {
    return this.runners.forgetToken(botId);
  }

  @Handle(bots.forget)
  forget({ botId }: ParsedInputOf<typeof bots.forget>) {
    return this.runners.forget(botId);
  }
}
