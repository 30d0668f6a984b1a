import { Handle } from '@kith/kit';
import { auth, type ParsedInputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { AccessKeysService } from './access-keys/access-keys.service.js';
import { RegistrationService } from './account/registration.service.js';
import { AuthService } from './auth.service.js';
import { PasswordResetLinks } from './passwords/password-reset-links.service.js';
import { PasswordResetService } from './passwords/password-reset.service.js';
import { SessionsService } from './sessions/sessions.service.js';

@Controller()
export class AuthController {
  constructor(
    private readonly auth: AuthService,
    private readonly registration: RegistrationService,
    private readonly sessions: SessionsService,
    private readonly accessKeys: AccessKeysService,
    private readonly resetLinks: PasswordResetLinks,
    private readonly passwordResets: PasswordResetService,
  ) {}

  @Handle(auth.register)
  register(input: ParsedInputOf<typeof auth.register>) {
    return this.registration.register(input);
  }

  @Handle(auth.login)
  login(input: ParsedInputOf<typeof auth.login>) {
    return this.auth.login(input);
  }

  @Handle(auth.user)
  user({ actor }: ParsedInputOf<typeof auth.user>) {
    return this.auth.user(actor);
  }

  @Handle(auth.person)
  person(input: ParsedInputOf<typeof auth.person>) {
    return this.auth.person(input);
  }

  @Handle(auth.usernames)
  usernames(input: ParsedInputOf<typeof auth.usernames>) {
    return this.auth.usernames(input);
  }

  @Handle(auth.resolve)
  resolve({ kind, hash }: ParsedInputOf<typeof auth.resolve>) {
    return kind === 'key' ? this.accessKeys.resolve(hash) : this.sessions.resolve(kind, hash);
  }

  @Handle(auth.logout)
  logout({ actor }: ParsedInputOf<typeof auth.logout>) {
    return this.sessions.logout(actor);
  }

  @Handle(auth.sessions)
  listSessions({ actor }: ParsedInputOf<typeof auth.sessions>) {
    return this.sessions.list(actor);
  }

  @Handle(auth.endSession)
  endSession(input: ParsedInputOf<typeof auth.endSession>) {
    return this.sessions.end(input);
  }

  @Handle(auth.endSessions)
  endSessions({ actor }: ParsedInputOf<typeof auth.endSessions>) {
    return this.sessions.endAll(actor);
  }

  @Handle(auth.requestPasswordReset)
  requestPasswordReset(input: ParsedInputOf<typeof auth.requestPasswordReset>) {
    return this.resetLinks.request(input);
  }

  @Handle(auth.resetPassword)
  resetPassword(input: ParsedInputOf<typeof auth.resetPassword>) {
    return this.passwordResets.reset(input);
  }
}
