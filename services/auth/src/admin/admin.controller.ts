import { Handle } from '@kith/kit';
import { admin, type ParsedInputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { AdminService } from './admin.service.js';
import { ImpersonationsService } from './impersonations.service.js';
import { RolesService } from './roles.service.js';

@Controller()
export class AdminController {
  constructor(
    private readonly admin: AdminService,
    private readonly roles: RolesService,
    private readonly impersonations: ImpersonationsService,
  ) {}

  @Handle(admin.users)
  users(input: ParsedInputOf<typeof admin.users>) {
    return this.admin.users(input);
  }

  @Handle(admin.admins)
  admins(input: ParsedInputOf<typeof admin.admins>) {
    return this.admin.admins(input);
  }

  @Handle(admin.userCount)
  userCount({ actor }: ParsedInputOf<typeof admin.userCount>) {
    return this.admin.userCount(actor);
  }

  @Handle(admin.grantAdmin)
  grantAdmin(input: ParsedInputOf<typeof admin.grantAdmin>) {
    return this.roles.grant(input);
  }

  @Handle(admin.revokeAdmin)
  revokeAdmin(input: ParsedInputOf<typeof admin.revokeAdmin>) {
    return this.roles.revoke(input);
  }

  @Handle(admin.impersonate)
  impersonate(input: ParsedInputOf<typeof admin.impersonate>) {
    return this.impersonations.start(input);
  }

  @Handle(admin.endImpersonation)
  endImpersonation(input: ParsedInputOf<typeof admin.endImpersonation>) {
    return this.impersonations.end(input);
  }
}
