import { Handle } from '@kith/kit';
import { moderation, type ParsedInputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { ModerationService } from './moderation.service.js';

@Controller()
export class ModerationController {
  constructor(private readonly service: ModerationService) {}

  @Handle(moderation.cases)
  cases(input: ParsedInputOf<typeof moderation.cases>) {
    return this.service.cases(input);
  }

  @Handle(moderation.pauses)
  pauses(input: ParsedInputOf<typeof moderation.pauses>) {
    return this.service.pauses(input);
  }

  @Handle(moderation.undo)
  undo(input: ParsedInputOf<typeof moderation.undo>) {
    return this.service.undo(input);
  }

  @Handle(moderation.resume)
  resume(input: ParsedInputOf<typeof moderation.resume>) {
    return this.service.resume(input);
  }
}
