import { databaseModule } from '@kith/kit';
import { Module } from '@nestjs/common';
import { AccessKeysController } from './access-keys/access-keys.controller.js';
import { AccessKeysService } from './access-keys/access-keys.service.js';
import { AccountPurgeWorker, AccountRemovalService } from './account/account-removal.service.js';
import { AccountController } from './account/account.controller.js';
import { ApiKeyTest } from './account/api-key-test.js';
import { DeletedTexts } from './account/deleted-texts.service.js';
import { ModelAccessService } from './account/model-access.service.js';
import { EmailChange } from './account/email-change.service.js';
import { ProfileService } from './account/profile.service.js';
import { RegistrationService } from './account/registration.service.js';
import { SettingsService } from './account/settings.service.js';
import { UserView } from './account/user-view.js';
import { AdminController } from './admin/admin.controller.js';
import { AdminService } from './admin/admin.service.js';
import { ImpersonationsService } from './admin/impersonations.service.js';
import { RolesService } from './admin/roles.service.js';
import { UserSessionsService } from './admin/user-sessions.service.js';
import { AuditChain } from './audit/audit-chain.js';
import { AuditCheckpoint } from './audit/audit-checkpoint.js';
import { AuditLog } from './audit/audit-log.service.js';
import { AuditNames } from './audit/audit-names.js';
import { AuditController } from './audit/audit.controller.js';
import { AuthController } from './auth.controller.js';
import { AuthService } from './auth.service.js';
import { database } from './database.js';
import { DiscordApi } from './discord/discord-api.js';
import { DiscordConfirmations } from './discord/discord-confirmations.service.js';
import { DiscordLinksService } from './discord/discord-links.service.js';
import { DiscordRegistration } from './discord/discord-registration.service.js';
import { DiscordRequests } from './discord/discord-requests.js';
import { DiscordSignInService } from './discord/discord-sign-in.service.js';
import { DiscordController } from './discord/discord.controller.js';
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
import { SignInOptions } from './sign-in-options.service.js';
import { SuperAdminSetup } from './super-admin.js';
import { Throttle } from './throttle.js';

@Module({
  imports: databaseModule(database),
  controllers: [
    AccessKeysController,
    DiscordController,
    AuthController,
    AccountController,
    AdminController,
    AuditController,
    NotificationsController,
  ],
  providers: [
    AccessKeysService,
    AccountPurgeWorker,
    AccountRemovalService,
    AdminService,
    ApiKeyTest,
    AuditChain,
    AuditCheckpoint,
    AuditLog,
    AuditNames,
    AuthService,
    BroadcastSender,
    DeletedTexts,
    DiscordApi,
    DiscordConfirmations,
    DiscordLinksService,
    DiscordRegistration,
    DiscordRequests,
    DiscordSignInService,
    EmailChange,
    ImpersonationsService,
    Mailer,
    ModelAccessService,
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
    UserSessionsService,
    SessionsService,
    SettingsService,
    SignInOptions,
    SuperAdminSetup,
    Throttle,
    UserView,
  ],
})
export class AuthModule {}
