import { Handle } from '@kith/kit';
import { commands, type ParsedInputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { AvailableCommandsService } from './available-commands.service.js';
import { LearnedCommandsService } from './learned-commands.service.js';

@Controller()
export class CommandsController {
  constructor(
    private readonly catalogue: AvailableCommandsService,
    private readonly brain: LearnedCommandsService,
  ) {}

  @Handle(commands.available)
  available(input: ParsedInputOf<typeof commands.available>) {
    return this.catalogue.available(input);
  }

  @Handle(commands.learned)
  learned(input: ParsedInputOf<typeof commands.learned>) {
    return this.brain.learned(input);
  }

  @Handle(commands.learn)
  learn(input: ParsedInputOf<typeof commands.learn>) {
    return this.brain.learn(input);
  }

  @Handle(commands.updateLearned)
  updateLearned(input: ParsedInputOf<typeof commands.updateLearned>) {
    return this.brain.update(input);
  }

  @Handle(commands.unlearn)
  unlearn(input: ParsedInputOf<typeof commands.unlearn>) {
    return this.brain.unlearn(input);
  }
}
