import { Handle, type RpcContext } from '@kith/kit';
import { pictures, type ParsedInputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { PictureDescriptions } from './picture-descriptions.js';

@Controller()
export class PicturesController {
  constructor(private readonly descriptions: PictureDescriptions) {}

  @Handle(pictures.describe)
  describe(input: ParsedInputOf<typeof pictures.describe>, { signal }: RpcContext) {
    return this.descriptions.describe(input, signal ?? new AbortController().signal);
  }
}
