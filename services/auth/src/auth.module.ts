import { databaseModule } from '@kith/kit';
import { Module } from '@nestjs/common';
import { AuthController } from './auth.controller.js';
import { AuthService } from './auth.service.js';
import { Mailer } from './mailer.js';
import { Auth1763712000000 } from './migrations/1763712000000-auth.js';
import { NoticesWorker } from './notices.worker.js';
import { Passwords } from './passwords.js';
import { Plans } from './plans.js';
import { Session } from './session.entity.js';
import { SessionsService } from './sessions.service.js';
import { SuperAdmin } from './super-admin.js';
import { Throttle } from './throttle.js';
import { User } from './user.entity.js';

@Module({
  imports: databaseModule({ schema: 'auth', entities: [User, Session], migrations: [Auth1763712000000] }),
  controllers: [AuthController],
  providers: [AuthService, Mailer, NoticesWorker, Passwords, Plans, SessionsService, SuperAdmin, Throttle],
})
export class AuthModule {}
