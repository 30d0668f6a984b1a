import { Handle } from '@kith/kit';
import { memory, type ParsedInputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { MemoryService } from './memory.service.js';

@Controller()
export class MemoryController {
  constructor(private readonly service: MemoryService) {}

  @Handle(memory.overview)
  overview(input: ParsedInputOf<typeof memory.overview>) {
    return this.service.overview(input);
  }

  @Handle(memory.clear)
  clear(input: ParsedInputOf<typeof memory.clear>) {
    return this.service.clear(input);
  }

  @Handle(memory.own)
  own(input: ParsedInputOf<typeof memory.own>) {
    return this.service.own(input);
  }

  @Handle(memory.saveOwn)
  saveOwn(input: ParsedInputOf<typeof memory.saveOwn>) {
    return this.service.saveOwn(input);
  }

  @Handle(memory.forgetOwn)
  forgetOwn(input: ParsedInputOf<typeof memory.forgetOwn>) {
    return this.service.forgetOwn(input);
  }

  @Handle(memory.ofMember)
  ofMember(input: ParsedInputOf<typeof memory.ofMember>) {
    return this.service.ofMember(input);
  }

  @Handle(memory.correct)
  correct(input: ParsedInputOf<typeof memory.correct>) {
    return this.service.correct(input);
  }

  @Handle(memory.forget)
  forget(input: ParsedInputOf<typeof memory.forget>) {
    return this.service.forget(input);
  }
}
