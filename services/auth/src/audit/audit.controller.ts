import { Handle } from '@kith/kit';
import { audit, type ParsedInputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { AuditLog } from './audit-log.service.js';

@Controller()
export class AuditController {
  constructor(private readonly auditLog: AuditLog) {}

  @Handle(audit.log)
  log(input: ParsedInputOf<typeof audit.log>) {
    return this.auditLog.log(input);
  }
}
