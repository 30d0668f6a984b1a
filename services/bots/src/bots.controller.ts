import { Handle } from '@kith/kit';
import { bots, type ParsedInputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { BotTotals } from './bot-totals.js';
import { BotsService } from './bots.service.js';
import { NewBots } from './new-bots.service.js';
import { PersonaService } from './persona.service.js';
import { UptimeService } from './runs/uptime.service.js';

@Controller()
export class BotsController {
  constructor(
    private readonly bots: BotsService,
    private readonly newBots: NewBots,
    private readonly totals: BotTotals,
    private readonly personas: PersonaService,
    private readonly uptimes: UptimeService,
  ) {}

  @Handle(bots.create)
  create(input: ParsedInputOf<typeof bots.create>) {
    return this.newBots.create(input);
  }

  @Handle(bots.list)
  list(input: ParsedInputOf<typeof bots.list>) {
    return this.bots.list(input);
  }

  @Handle(bots.listFields)
  listFields(input: ParsedInputOf<typeof bots.listFields>) {
    return this.bots.listFields(input);
  }

  @Handle(bots.get)
  get(input: ParsedInputOf<typeof bots.get>) {
    return this.bots.get(input);
  }

  @Handle(bots.owned)
  owned(input: ParsedInputOf<typeof bots.owned>) {
    return this.bots.owned(input);
  }

  @Handle(bots.update)
  update(input: ParsedInputOf<typeof bots.update>) {
    return this.bots.update(input);
  }

  @Handle(bots.ofUser)
  ofUser(input: ParsedInputOf<typeof bots.ofUser>) {
    return this.bots.ofUser(input);
  }

  @Handle(bots.names)
  names(input: ParsedInputOf<typeof bots.names>) {
    return this.bots.names(input);
  }

  @Handle(bots.counts)
  counts(input: ParsedInputOf<typeof bots.counts>) {
    return this.bots.counts(input);
  }

  @Handle(bots.stats)
  stats(input: ParsedInputOf<typeof bots.stats>) {
    return this.totals.stats(input);
  }

  @Handle(bots.uptime)
  uptime(input: ParsedInputOf<typeof bots.uptime>) {
    return this.uptimes.uptime(input);
  }

  @Handle(bots.ownerOf)
  ownerOf({ botId }: ParsedInputOf<typeof bots.ownerOf>) {
    return this.personas.ownerOf(botId);
  }

  @Handle(bots.persona)
  persona({ botId }: ParsedInputOf<typeof bots.persona>) {
    return this.personas.persona(botId);
  }

  @Handle(bots.testChat)
  testChat(input: ParsedInputOf<typeof bots.testChat>) {
    return this.personas.testChat(input);
  }
}
