import { CONFIG, type Config } from '@kith/kit';
import { AppError, isAdmin, type Actor, type auth, type OutputOf, type ParsedInputOf } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { QueryFailedError, Repository } from 'typeorm';
import { Passwords } from './passwords.js';
import { Plans } from './plans.js';
import { SessionsService } from './sessions.service.js';
import { Throttle } from './throttle.js';
import { User } from './user.entity.js';
import { looksLike, nameKey } from './usernames.js';

type Registration = ParsedInputOf<typeof auth.register>;
type Login = ParsedInputOf<typeof auth.login>;

@Injectable()
export class AuthService {
  constructor(
    @InjectRepository(User) private readonly users: Repository<User>,
    @Inject(CONFIG) private readonly config: Config,
    private readonly sessions: SessionsService,
    private readonly passwords: Passwords,
    private readonly throttle: Throttle,
    private readonly plans: Plans,
  ) {}

  async register({ username, email, password, origin }: Registration): Promise<OutputOf<typeof auth.register>> {
    await this.throttle.beforeRegistration(origin.ip);
    checkUsername(username);
    if (looksLike(username, this.config.SUPER_ADMIN_USERNAME)) throw new AppError('USERNAME_TAKEN');
    await this.refuseTaken(username, email);
    const user = this.users.create({
      username,
      usernameKey: nameKey(username),
      email,
      role: 'user',
      passwordHash: await this.passwords.hash(password),
    });
    try {
      await this.users.insert(user);
    } catch (error) {
      throw takenBy(error);
    }
    return this.signIn(user, origin);
  }

  async login({ username, password, origin }: Login): Promise<OutputOf<typeof auth.login>> {
    const usernameKey = nameKey(username);
    await this.throttle.beforeLogin(usernameKey, origin.ip);
    const user = await this.verified(usernameKey, password).catch(async (error: unknown) => {
      // Nobody guessed when we could not look: an outage must not cost people their attempts.
      await this.throttle.giveBack(usernameKey, origin.ip);
      throw error;
    });
    if (!user) throw new AppError('BAD_CREDENTIALS');
    await Promise.all([this.throttle.afterLogin(usernameKey, origin.ip), this.renewHash(user, password)]);
    return this.signIn(user, origin);
  }

  /** The user when the password is right. Unknown user and wrong password take the same way and the same time. */
  private async verified(usernameKey: string, password: string): Promise<User | undefined> {
    const user = await this.users.createQueryBuilder('user').addSelect('user.passwordHash').where({ usernameKey }).getOne();
    const isRight = await this.passwords.verify(password, user?.passwordHash);
    return isRight && user ? user : undefined;
  }

  async user(actor: Actor): Promise<OutputOf<typeof auth.user>> {
    const user = await this.users.findOneBy({ id: actor.userId });
    if (!user) throw new AppError('UNAUTHENTICATED');
    return this.asSeen(user, actor.impersonator);
  }

  private async signIn(user: User, origin: Login['origin']): Promise<OutputOf<typeof auth.login>> {
    const [session, seen] = await Promise.all([this.sessions.open(user.id, origin), this.asSeen(user)]);
    return { ...session, user: seen };
  }

  private async asSeen(user: User, impersonator?: Actor['impersonator']): Promise<OutputOf<typeof auth.user>> {
    const { id, username, email, role } = user;
    const impersonatedBy = impersonator ? { id: impersonator.userId, username: impersonator.username } : null;
    return { id, username, email, role, isAdmin: isAdmin(user), subscriptionPlan: await this.plans.of(id), impersonatedBy };
  }

  /** Before the hash is made, so that a taken name costs little. The unique indexes decide in the end. */
  private async refuseTaken(username: string, email: string): Promise<void> {
    const [isNameTaken, isEmailTaken] = await Promise.all([
      this.users.existsBy({ usernameKey: nameKey(username) }),
      this.users.createQueryBuilder('user').where('lower(user.email) = lower(:email)', { email }).getExists(),
    ]);
    if (isNameTaken) throw new AppError('USERNAME_TAKEN');
    if (isEmailTaken) throw new AppError('EMAIL_TAKEN');
  }

  private async renewHash(user: User, password: string): Promise<void> {
    if (!this.passwords.isOutdated(user.passwordHash)) return;
    // Only over the hash that was verified: a password that is changed at this moment stays changed.
    await this.users.update(
      { id: user.id, passwordHash: user.passwordHash },
      { passwordHash: await this.passwords.hash(password) },
    );
  }
}

function checkUsername(username: string): void {
  const problem =
    nameKey(username).length < 3
      ? 'Username must be at least 3 characters'
      : /\p{Cc}/u.test(username)
        ? 'Contains characters that cannot be used'
        : undefined;
  if (problem) throw new AppError('BAD_INPUT', problem, { fields: { username: problem } });
}

function takenBy(error: unknown): unknown {
  const constraint =
    error instanceof QueryFailedError && 'constraint' in error.driverError ? error.driverError.constraint : undefined;
  if (constraint === 'user_username') return new AppError('USERNAME_TAKEN');
  return constraint === 'user_email' ? new AppError('EMAIL_TAKEN') : error;
}
