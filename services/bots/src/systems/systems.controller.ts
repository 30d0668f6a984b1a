import { Handle } from '@kith/kit';
import { systems, type ParsedInputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { SystemsService } from './systems.service.js';

@Controller()
export class SystemsController {
  constructor(private readonly systems: SystemsService) {}

  @Handle(systems.list)
  list(input: ParsedInputOf<typeof systems.list>) {
    return this.systems.list(input);
  }

  @Handle(systems.install)
  install(input: ParsedInputOf<typeof systems.install>) {
    return this.systems.install(input);
  }

  @Handle(systems.configure)
  configure(input: ParsedInputOf<typeof systems.configure>) {
    return this.systems.configure(input);
  }

  @Handle(systems.installed)
  installed(input: ParsedInputOf<typeof systems.installed>) {
    return this.systems.find(input);
  }

  @Handle(systems.remove)
  remove(input: ParsedInputOf<typeof systems.remove>) {
    return this.systems.remove(input);
  }
}
