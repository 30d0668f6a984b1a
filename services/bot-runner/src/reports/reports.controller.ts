import { Handle } from '@kith/kit';
import { reports, type ParsedInputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { Reports } from './reports.service.js';

@Controller()
export class ReportsController {
  constructor(private readonly reports: Reports) {}

  @Handle(reports.list)
  list(input: ParsedInputOf<typeof reports.list>) {
    return this.reports.list(input);
  }

  @Handle(reports.handle)
  handle(input: ParsedInputOf<typeof reports.handle>) {
    return this.reports.handle(input);
  }
}
