import { AppError, type auth, type OutputOf, type ParsedInputOf } from '@kith/proto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { UserView } from '../account/user-view.js';
import { SessionsService } from '../sessions.service.js';
import { User } from '../user.entity.js';

type Origin = ParsedInputOf<typeof auth.login>['origin'];

@Injectable()
export class SignIn {
  constructor(
    @InjectRepository(User) private readonly users: Repository<User>,
    private readonly sessions: SessionsService,
    private readonly view: UserView,
  ) {}

  /** A session for somebody whose password was found right. BAD_CREDENTIALS when it was changed at the same moment, or the account removed. */
  async open(user: User, origin: Origin): Promise<OutputOf<typeof auth.login>> {
    const [session, seen] = await Promise.all([this.sessions.open(user.id, origin), this.view.of(user)]);
    // Whoever ends sessions locks the user first: what was opened before that is ended there, what was opened after it is found here.
    if (!(await this.users.existsBy({ id: user.id, passwordHash: user.passwordHash }))) {
      await this.sessions.discard(session.token);
      throw new AppError('BAD_CREDENTIALS');
    }
    return { ...session, user: seen };
  }
}
