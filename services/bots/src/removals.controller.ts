import { Handle } from '@kith/kit';
import { bots, type ParsedInputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { RemovalsService } from './removals.service.js';
import { ResetsService } from './resets.service.js';

@Controller()
export class RemovalsController {
  constructor(
    private readonly removals: RemovalsService,
    private readonly resets: ResetsService,
  ) {}

  @Handle(bots.remove)
  remove(input: ParsedInputOf<typeof bots.remove>) {
    return this.removals.remove(input);
  }

  @Handle(bots.removeAllOf)
  removeAllOf(input: ParsedInputOf<typeof bots.removeAllOf>) {
    return this.removals.removeAllOf(input);
  }

  @Handle(bots.reset)
  reset(input: ParsedInputOf<typeof bots.reset>) {
    return this.resets.reset(input);
  }
}
