import { Handle } from '@kith/kit';
import { commands, customCommands, type ParsedInputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { CustomCommandsService } from './custom-commands.service.js';
import { CustomCommandRuns } from './custom-command-runs.service.js';
import { LearnedCommandsService } from './learned-commands.service.js';
import { RunnableCommandsService } from './runnable-commands.service.js';

@Controller()
export class CommandsController {
  constructor(
    private readonly learnedCommands: LearnedCommandsService,
    private readonly customCommands: CustomCommandsService,
    private readonly runnableCommands: RunnableCommandsService,
    private readonly customCommandRuns: CustomCommandRuns,
  ) {}

  @Handle(commands.available)
  available(input: ParsedInputOf<typeof commands.available>) {
    return this.learnedCommands.available(input);
  }

  @Handle(commands.learned)
  learned(input: ParsedInputOf<typeof commands.learned>) {
    return this.learnedCommands.list(input);
  }

  @Handle(commands.learn)
  learn(input: ParsedInputOf<typeof commands.learn>) {
    return this.learnedCommands.learn(input);
  }

  @Handle(commands.updateLearned)
  updateLearned(input: ParsedInputOf<typeof commands.updateLearned>) {
    return this.learnedCommands.update(input);
  }

  @Handle(commands.unlearn)
  unlearn(input: ParsedInputOf<typeof commands.unlearn>) {
    return this.learnedCommands.unlearn(input);
  }

  @Handle(customCommands.create)
  createCustom(input: ParsedInputOf<typeof customCommands.create>) {
    return this.customCommands.create(input);
  }

  @Handle(customCommands.list)
  listCustom(input: ParsedInputOf<typeof customCommands.list>) {
    return this.customCommands.list(input);
  }

  @Handle(customCommands.get)
  getCustom(input: ParsedInputOf<typeof customCommands.get>) {
    return this.customCommands.get(input);
  }

  @Handle(customCommands.update)
  updateCustom(input: ParsedInputOf<typeof customCommands.update>) {
    return this.customCommands.update(input);
  }

  @Handle(customCommands.remove)
  removeCustom(input: ParsedInputOf<typeof customCommands.remove>) {
    return this.customCommands.remove(input);
  }

  @Handle(commands.runnable)
  runnable({ botId }: ParsedInputOf<typeof commands.runnable>) {
    return this.runnableCommands.ofBot(botId);
  }

  @Handle(customCommands.run)
  runCustom(input: ParsedInputOf<typeof customCommands.run>) {
    return this.customCommandRuns.run(input);
  }

  @Handle(customCommands.runs)
  customRuns(input: ParsedInputOf<typeof customCommands.runs>) {
    return this.customCommandRuns.list(input);
  }

  @Handle(customCommands.test)
  testCustom(input: ParsedInputOf<typeof customCommands.test>) {
    return this.customCommands.test(input);
  }
}
