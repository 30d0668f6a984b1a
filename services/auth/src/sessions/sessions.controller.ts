import { Handle } from '@kith/kit';
import { auth, type ParsedInputOf } from '@kith/proto';
import { Controller } from '@nestjs/common';
import { OwnSessionsService } from './own-sessions.service.js';

@Controller()
export class SessionsController {
  constructor(private readonly sessions: OwnSessionsService) {}

  @Handle(auth.sessions)
  list({ actor }: ParsedInputOf<typeof auth.sessions>) {
    return this.sessions.list(actor);
  }

  @Handle(auth.endSession)
  end(input: ParsedInputOf<typeof auth.endSession>) {
    return this.sessions.end(input);
  }

  @Handle(auth.endSessions)
  endAll({ actor }: ParsedInputOf<typeof auth.endSessions>) {
    return this.sessions.endAll(actor);
  }
}
