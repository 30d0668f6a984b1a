import { Handle } from '@kith/kit';
import { bots, type ParsedInputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { BotsService } from './bots.service.js';
import { PersonaService } from './persona.service.js';
import { RunnersService } from './runs/runners.service.js';
import { RunsService } from './runs/runs.service.js';

@Controller()
export class BotsController {
  constructor(
    private readonly bots: BotsService,
    private readonly runs: RunsService,
    private readonly runners: RunnersService,
    private readonly personas: PersonaService,
  ) {}

  @Handle(bots.create)
  create(input: ParsedInputOf<typeof bots.create>) {
    return this.bots.create(input);
  }

  @Handle(bots.list)
  list(input: ParsedInputOf<typeof bots.list>) {
    return this.bots.list(input);
  }

  @Handle(bots.get)
  get(input: ParsedInputOf<typeof bots.get>) {
    return this.bots.get(input);
  }

  @Handle(bots.update)
  update(input: ParsedInputOf<typeof bots.update>) {
    return this.bots.update(input);
  }

  @Handle(bots.remove)
  remove(input: ParsedInputOf<typeof bots.remove>) {
    return this.bots.remove(input);
  }

  @Handle(bots.start)
  start(input: ParsedInputOf<typeof bots.start>) {
    return this.runs.start(input);
  }

  @Handle(bots.stop)
  stop(input: ParsedInputOf<typeof bots.stop>) {
    return this.runs.stop(input);
  }

  @Handle(bots.persona)
  persona({ botId }: ParsedInputOf<typeof bots.persona>) {
    return this.personas.persona(botId);
  }

  @Handle(bots.wanted)
  wanted({ after }: ParsedInputOf<typeof bots.wanted>) {
    return this.runners.wanted(after);
  }

  @Handle(bots.runnable)
  runnable({ botId }: ParsedInputOf<typeof bots.runnable>) {
    return this.runners.runnable(botId);
  }

  @Handle(bots.discordToken)
  discordToken({ botId }: ParsedInputOf<typeof bots.discordToken>) {
    return this.runners.discordToken(botId);
  }

  @Handle(bots.report)
  report(input: ParsedInputOf<typeof bots.report>) {
    return this.runners.report(input);
  }

  @Handle(bots.forget)
  forget({ botId }: ParsedInputOf<typeof bots.forget>) {
    return this.runners.forget(botId);
  }
}
