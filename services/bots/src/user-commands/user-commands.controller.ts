import { Handle } from '@kith/kit';
import { userCommands, type ParsedInputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { CommandTestsService } from './command-tests.service.js';
import { UserCommandsService } from './user-commands.service.js';

@Controller()
export class UserCommandsController {
  constructor(
    private readonly commands: UserCommandsService,
    private readonly tests: CommandTestsService,
  ) {}

  @Handle(userCommands.create)
  create(input: ParsedInputOf<typeof userCommands.create>) {
    return this.commands.create(input);
  }

  @Handle(userCommands.list)
  list(input: ParsedInputOf<typeof userCommands.list>) {
    return this.commands.list(input);
  }

  @Handle(userCommands.get)
  get(input: ParsedInputOf<typeof userCommands.get>) {
    return this.commands.get(input);
  }

  @Handle(userCommands.update)
  update(input: ParsedInputOf<typeof userCommands.update>) {
    return this.commands.update(input);
  }

  @Handle(userCommands.remove)
  remove(input: ParsedInputOf<typeof userCommands.remove>) {
    return this.commands.remove(input);
  }

  @Handle(userCommands.test)
  test(input: ParsedInputOf<typeof userCommands.test>) {
    return this.tests.test(input);
  }
}
