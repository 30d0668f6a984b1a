import { Handle } from '@kith/kit';
import { commands, customCommands, type ParsedInputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { CommandDataService } from './command-data.service.js';
import { CustomCommandsService } from './custom-commands.service.js';
import { CustomCommandRuns } from './custom-command-runs.service.js';
import { LearnedCommandsService } from './learned-commands.service.js';
import { SharedCommandsService } from './shared-commands.service.js';

@Controller()
export class CommandsController {
  constructor(
    private readonly learnedCommands: LearnedCommandsService,
    private readonly customCommands: CustomCommandsService,
    private readonly customCommandRuns: CustomCommandRuns,
    private readonly commandData: CommandDataService,
    private readonly sharedCommands: SharedCommandsService,
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

  @Handle(customCommands.data)
  data(input: ParsedInputOf<typeof customCommands.data>) {
    return this.commandData.get(input);
  }

  @Handle(customCommands.setHosts)
  setHosts(input: ParsedInputOf<typeof customCommands.setHosts>) {
    return this.commandData.setHosts(input);
  }

  @Handle(customCommands.clearData)
  clearData(input: ParsedInputOf<typeof customCommands.clearData>) {
    return this.commandData.clear(input);
  }

  @Handle(customCommands.forgetMember)
  forgetMember(input: ParsedInputOf<typeof customCommands.forgetMember>) {
    return this.commandData.forgetMember(input);
  }

  @Handle(customCommands.shared)
  shared(input: ParsedInputOf<typeof customCommands.shared>) {
    return this.sharedCommands.shareOf(input);
  }

  @Handle(customCommands.share)
  share(input: ParsedInputOf<typeof customCommands.share>) {
    return this.sharedCommands.share(input);
  }

  @Handle(customCommands.unshare)
  unshare(input: ParsedInputOf<typeof customCommands.unshare>) {
    return this.sharedCommands.unshare(input);
  }

  @Handle(customCommands.lookUp)
  lookUp(input: ParsedInputOf<typeof customCommands.lookUp>) {
    return this.sharedCommands.lookUp(input);
  }

  @Handle(customCommands.importShared)
  importShared(input: ParsedInputOf<typeof customCommands.importShared>) {
    return this.sharedCommands.importShared(input);
  }

  @Handle(customCommands.approve)
  approve(input: ParsedInputOf<typeof customCommands.approve>) {
    return this.customCommands.approve(input);
  }
}
