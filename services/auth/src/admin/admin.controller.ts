import { Handle } from '@kith/kit';
import { admin, type ParsedInputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { AdminService } from './admin.service.js';
import { ImpersonationsService } from './impersonations.service.js';
import { RolesService } from './roles.service.js';
import { UserSessionsService } from './user-sessions.service.js';

@Controller()
export class AdminController {
  constructor(
    private readonly admin: AdminService,
    private readonly userSessions: UserSessionsService,
    private readonly roles: RolesService,
    private readonly impersonations: ImpersonationsService,
  ) {}

  @Handle(admin.users)
  users(input: ParsedInputOf<typeof admin.users>) {
    return this.admin.users(input);
  }

  @Handle(admin.user)
  user(input: ParsedInputOf<typeof admin.user>) {
    return this.admin.user(input);
  }

  @Handle(admin.sessions)
  sessions(input: ParsedInputOf<typeof admin.sessions>) {
    return this.userSessions.list(input);
  }

  @Handle(admin.endSessions)
  endSessions(input: ParsedInputOf<typeof admin.endSessions>) {
    return this.userSessions.end(input);
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
