import { Handle } from '@kith/kit';
import { traces, type ParsedInputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { Traces } from './traces.service.js';

@Controller()
export class TracesController {
  constructor(private readonly traces: Traces) {}

  @Handle(traces.list)
  list(input: ParsedInputOf<typeof traces.list>) {
    return this.traces.list(input);
  }

  @Handle(traces.get)
  get(input: ParsedInputOf<typeof traces.get>) {
    return this.traces.get(input);
  }
}
