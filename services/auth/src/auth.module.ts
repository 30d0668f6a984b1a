import { databaseModule } from '@kith/kit';
import { Module } from '@nestjs/common';
import { AccountController } from './account/account.controller.js';
import { OwnPassword } from './account/own-password.js';
import { PasswordService } from './account/password.service.js';
import { ProfileService } from './account/profile.service.js';
import { RegistrationService } from './account/registration.service.js';
import { RemovalSweep } from './account/removal-sweep.js';
import { RemovalService } from './account/removal.service.js';
import { RemovalsWorker } from './account/removals.worker.js';
import { SettingsService } from './account/settings.service.js';
import { UserView } from './account/user-view.js';
import { AdminController } from './admin/admin.controller.js';
import { AdminService } from './admin/admin.service.js';
import { ImpersonationsService } from './admin/impersonations.service.js';
import { RolesService } from './admin/roles.service.js';
import { AuditLog } from './audit/audit-log.service.js';
import { AuditRow } from './audit/audit-row.entity.js';
import { AuditController } from './audit/audit.controller.js';
import { ChainCheck } from './audit/chain-check.js';
import { AuthController } from './auth.controller.js';
import { AuthService } from './auth.service.js';
import { Mailer } from './mail/mailer.js';
import { NoticesWorker } from './mail/notices.worker.js';
import { Auth1763712000000 } from './migrations/1763712000000-auth.js';
import { Accounts1763712100000 } from './migrations/1763712100000-accounts.js';
import { Impersonation1763798400000 } from './migrations/1763798400000-impersonation.js';
import { Audit1763798400001 } from './migrations/1763798400001-audit.js';
import { Passwords } from './passwords/passwords.js';
import { Plans } from './plans.js';
import { PasswordReset } from './reset/password-reset.entity.js';
import { PasswordResetService } from './reset/password-reset.service.js';
import { ResetLinks } from './reset/reset-links.js';
import { ResetRequestService } from './reset/reset-request.service.js';
import { ResetController } from './reset/reset.controller.js';
import { Session } from './session.entity.js';
import { SessionsService } from './sessions.service.js';
import { OwnSessionsService } from './sessions/own-sessions.service.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { SessionSweep } from './sessions/session-sweep.js';
import { SignIn } from './sessions/sign-in.js';
import { SuperAdmin } from './super-admin.js';
import { Throttle } from './throttle/throttle.js';
import { User } from './user.entity.js';

@Module({
  imports: databaseModule({
    schema: 'auth',
    entities: [User, Session, PasswordReset, AuditRow],
    migrations: [Auth1763712000000, Accounts1763712100000, Impersonation1763798400000, Audit1763798400001],
  }),
  controllers: [AuthController, AccountController, SessionsController, ResetController, AdminController, AuditController],
  providers: [
    AdminService,
    AuditLog,
    AuthService,
    ChainCheck,
    ImpersonationsService,
    Mailer,
    NoticesWorker,
    OwnPassword,
    OwnSessionsService,
    PasswordResetService,
    Passwords,
    PasswordService,
    Plans,
    ProfileService,
    RegistrationService,
    RemovalService,
    RemovalsWorker,
    RemovalSweep,
    ResetLinks,
    ResetRequestService,
    RolesService,
    SessionsService,
    SessionSweep,
    SettingsService,
    SignIn,
    SuperAdmin,
    Throttle,
    UserView,
  ],
})
export class AuthModule {}
