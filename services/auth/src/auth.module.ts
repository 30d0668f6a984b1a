import { databaseModule } from '@kith/kit';
import { Module } from '@nestjs/common';
import { AccountPurgeWorker, AccountRemovalService } from './account/account-removal.service.js';
import { AccountController } from './account/account.controller.js';
import { DeletedTexts } from './account/deleted-texts.service.js';
import { ProfileService } from './account/profile.service.js';
import { RegistrationService } from './account/registration.service.js';
import { SettingsService } from './account/settings.service.js';
import { UserView } from './account/user-view.js';
import { AdminController } from './admin/admin.controller.js';
import { AdminService } from './admin/admin.service.js';
import { ImpersonationsService } from './admin/impersonations.service.js';
import { RolesService } from './admin/roles.service.js';
import { AuditChain } from './audit/audit-chain.js';
import { AuditLog } from './audit/audit-log.service.js';
import { AuditController } from './audit/audit.controller.js';
import { AuthController } from './auth.controller.js';
import { AuthService } from './auth.service.js';
import { database } from './database.js';
import { Mailer } from './mail/mailer.js';
import { NoticesWorker } from './mail/notices.worker.js';
import { BroadcastSender } from './notifications/broadcast-sender.js';
import { NewsService } from './notifications/news.service.js';
import { NotificationsController } from './notifications/notifications.controller.js';
import { NotificationsService } from './notifications/notifications.service.js';
import { PasswordHasher } from './passwords/password-hasher.js';
import { PasswordResetLinks } from './passwords/password-reset-links.service.js';
import { PasswordResetService } from './passwords/password-reset.service.js';
import { PasswordService } from './passwords/password.service.js';
import { Plans } from './plans.js';
import { SessionsService } from './sessions/sessions.service.js';
import { SuperAdminSetup } from './super-admin.js';
import { Throttle } from './throttle.js';

@Module({
  imports: databaseModule(database),
  controllers: [AuthController, AccountController, AdminController, AuditController, NotificationsController],
  providers: [
    AccountPurgeWorker,
    AccountRemovalService,
    AdminService,
    AuditChain,
    AuditLog,
    AuthService,
    BroadcastSender,
    DeletedTexts,
    ImpersonationsService,
    Mailer,
    NewsService,
    NoticesWorker,
    NotificationsService,
    PasswordHasher,
    PasswordResetLinks,
    PasswordResetService,
    PasswordService,
    Plans,
    ProfileService,
    RegistrationService,
    RolesService,
    SessionsService,
    SettingsService,
    SuperAdminSetup,
    Throttle,
    UserView,
  ],
})
export class AuthModule {}
