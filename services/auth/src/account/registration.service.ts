import { Audit, CONFIG, type Config } from '@kith/kit';
import { AppError, type auth, type OutputOf, type ParsedInputOf } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { QueryFailedError, Repository } from 'typeorm';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { Throttle } from '../throttle.js';
import { UserEntity } from '../user.entity.js';
import { checkUsername, nameKey } from '../usernames.js';
import { NO_KEY } from './api-key.js';

type Registration = ParsedInputOf<typeof auth.register>;

@Injectable()
export class RegistrationService {
  constructor(
    @InjectRepository(UserEntity) private readonly users: Repository<UserEntity>,
    @Inject(CONFIG) private readonly config: Config,
    private readonly hasher: PasswordHasher,
    private readonly throttle: Throttle,
    private readonly sessions: SessionsService,
    private readonly audit: Audit,
  ) {}

  async register({ username, email, password, origin }: Registration): Promise<OutputOf<typeof auth.register>> {
    await this.throttle.beforeRegistration(origin.ip);
    checkUsername(username, this.config.SUPER_ADMIN_USERNAME);
    this.hasher.refuseCommon(password, 'password');
    await this.refuseTaken(username, email);
    const user = this.users.create({
      username,
      usernameKey: nameKey(username),
      email,
      role: 'user',
      passwordHash: await this.hasher.hash(password),
      ...NO_KEY,
    });
    try {
      await this.users.insert(user);
    } catch (error) {
      throw asTakenError(error);
    }
    await this.throttle.rememberAddress(user.usernameKey, origin.ip);
    await this.audit.report('registered', { actor: { userId: user.id, username }, target: user.id });
    return this.sessions.signIn(user, origin);
  }

  /** Checked before the password is hashed, so that a taken name costs little. The unique indexes decide in the end. */
  private async refuseTaken(username: string, email: string): Promise<void> {
    const [isNameTaken, isEmailTaken] = await Promise.all([
      this.users.existsBy({ usernameKey: nameKey(username) }),
      this.users.createQueryBuilder('user').where('lower(user.email) = lower(:email)', { email }).getExists(),
    ]);
    if (isNameTaken) throw new AppError('USERNAME_TAKEN');
    if (isEmailTaken) throw new AppError('EMAIL_TAKEN');
  }
}

/** The name of the constraint for which Postgres refused a write; undefined for any other error. */
export const violatedConstraint = (error: unknown): string | undefined =>
  error instanceof QueryFailedError && 'constraint' in error.driverError ? String(error.driverError.constraint) : undefined;

/** USERNAME_TAKEN or EMAIL_TAKEN when a unique index of the users refused a write; any other error unchanged. */
export function asTakenError(error: unknown): unknown {
  const constraint = violatedConstraint(error);
  if (constraint === 'user_username') return new AppError('USERNAME_TAKEN');
  return constraint === 'user_email' ? new AppError('EMAIL_TAKEN') : error;
}
