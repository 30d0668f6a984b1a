import { Handle } from '@kith/kit';
import { accessKeys, type ParsedInputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { AccessKeysService } from './access-keys.service.js';

@Controller()
export class AccessKeysController {
  constructor(private readonly accessKeys: AccessKeysService) {}

  @Handle(accessKeys.list)
  list({ actor }: ParsedInputOf<typeof accessKeys.list>) {
    return this.accessKeys.list(actor);
  }

  @Handle(accessKeys.create)
  create(input: ParsedInputOf<typeof accessKeys.create>) {
    return this.accessKeys.create(input);
  }

  @Handle(accessKeys.revoke)
  revoke(input: ParsedInputOf<typeof accessKeys.revoke>) {
    return this.accessKeys.revoke(input);
  }
}
