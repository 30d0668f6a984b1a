import { Handle } from '@kith/kit';
import { customCommands, type ParsedInputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { CommandTestsService } from './command-tests.service.js';
import { CustomCommandsService } from './custom-commands.service.js';

@Controller()
export class CustomCommandsController {
  constructor(
    private readonly commands: CustomCommandsService,
    private readonly tests: CommandTestsService,
  ) {}

  @Handle(customCommands.create)
  create(input: ParsedInputOf<typeof customCommands.create>) {
    return this.commands.create(input);
  }

  @Handle(customCommands.list)
  list(input: ParsedInputOf<typeof customCommands.list>) {
    return this.commands.list(input);
  }

  @Handle(customCommands.get)
  get(input: ParsedInputOf<typeof customCommands.get>) {
    return this.commands.get(input);
  }

  @Handle(customCommands.update)
  update(input: ParsedInputOf<typeof customCommands.update>) {
    return this.commands.update(input);
  }

  @Handle(customCommands.remove)
  remove(input: ParsedInputOf<typeof customCommands.remove>) {
    return this.commands.remove(input);
  }

  @Handle(customCommands.test)
  test(input: ParsedInputOf<typeof customCommands.test>) {
    return this.tests.test(input);
  }
}
