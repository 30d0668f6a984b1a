import { Handle } from '@kith/kit';
import { systemPages, type ParsedInputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { SystemFiles } from './system-files.service.js';
import { SystemPages } from './system-pages.service.js';

@Controller()
export class SystemPagesController {
  constructor(
    private readonly pages: SystemPages,
    private readonly files: SystemFiles,
  ) {}

  @Handle(systemPages.get)
  get(input: ParsedInputOf<typeof systemPages.get>) {
    return this.pages.get(input);
  }

  @Handle(systemPages.act)
  act(input: ParsedInputOf<typeof systemPages.act>) {
    return this.pages.act(input);
  }

  @Handle(systemPages.addFile)
  addFile(input: ParsedInputOf<typeof systemPages.addFile>) {
    return this.files.addFile(input);
  }

  @Handle(systemPages.keptFiles)
  keptFiles(input: ParsedInputOf<typeof systemPages.keptFiles>) {
    return this.files.keptFiles(input);
  }
}
