import { Handle } from '@kith/kit';
import { systemPages, type ParsedInputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { SystemPages } from './system-pages.service.js';

@Controller()
export class SystemPagesController {
  constructor(private readonly pages: SystemPages) {}

  @Handle(systemPages.get)
  get(input: ParsedInputOf<typeof systemPages.get>) {
    return this.pages.get(input);
  }

  @Handle(systemPages.act)
  act(input: ParsedInputOf<typeof systemPages.act>) {
    return this.pages.act(input);
  }
}
