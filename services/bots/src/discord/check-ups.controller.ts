import { Handle } from '@kith/kit';
import { checkUps, type ParsedInputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { CheckUpsService } from './check-ups.service.js';

@Controller()
export class CheckUpsController {
  constructor(private readonly checkUps: CheckUpsService) {}

  @Handle(checkUps.run)
  run(input: ParsedInputOf<typeof checkUps.run>) {
    return this.checkUps.run(input);
  }
}
