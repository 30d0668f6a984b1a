import { Handle } from '@kith/kit';
import { auth, type ParsedInputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { RegistrationService } from './account/registration.service.js';
import { AuthService } from './auth.service.js';
import { SessionsService } from './sessions.service.js';

@Controller()
export class AuthController {
  constructor(
    private readonly auth: AuthService,
    private readonly registration: RegistrationService,
    private readonly sessions: SessionsService,
  ) {}

  @Handle(auth.register)
  register(input: ParsedInputOf<typeof auth.register>) {
    return this.registration.register(input);
  }

  @Handle(auth.login)
  login(input: ParsedInputOf<typeof auth.login>) {
    return this.auth.login(input);
  }

  @Handle(auth.logout)
  logout({ actor }: ParsedInputOf<typeof auth.logout>) {
    return this.sessions.end(actor);
  }

  @Handle(auth.resolve)
  resolve({ kind, hash }: ParsedInputOf<typeof auth.resolve>) {
    return this.sessions.resolve(kind, hash);
  }

  @Handle(auth.user)
  user({ actor }: ParsedInputOf<typeof auth.user>) {
    return this.auth.user(actor);
  }

  @Handle(auth.person)
  person(input: ParsedInputOf<typeof auth.person>) {
    return this.auth.person(input);
  }
}
