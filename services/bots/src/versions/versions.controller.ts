import { Handle } from '@kith/kit';
import { botVersions, type ParsedInputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { VersionsService } from './versions.service.js';

@Controller()
export class VersionsController {
  constructor(private readonly versions: VersionsService) {}

  @Handle(botVersions.list)
  list(input: ParsedInputOf<typeof botVersions.list>) {
    return this.versions.list(input);
  }

  @Handle(botVersions.get)
  get(input: ParsedInputOf<typeof botVersions.get>) {
    return this.versions.get(input);
  }

  @Handle(botVersions.restore)
  restore(input: ParsedInputOf<typeof botVersions.restore>) {
    return this.versions.restore(input);
  }
}
