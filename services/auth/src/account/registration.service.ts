import { Audit, CONFIG, type Config } from '@kith/kit';
import { AppError, type auth, type OutputOf, type ParsedInputOf } from '@kith/proto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Passwords } from '../passwords/passwords.js';
import { SignIn } from '../sessions/sign-in.js';
import { Throttle } from '../throttle/throttle.js';
import { User } from '../user.entity.js';
import { checkUsername, nameKey } from '../usernames.js';
import { takenBy } from './taken.js';

type Registration = ParsedInputOf<typeof auth.register>;

@Injectable()
export class RegistrationService {
  constructor(
    @InjectRepository(User) private readonly users: Repository<User>,
    @Inject(CONFIG) private readonly config: Config,
    private readonly passwords: Passwords,
    private readonly throttle: Throttle,
    private readonly signIn: SignIn,
    private readonly audit: Audit,
  ) {}

  async register({ username, email, password, origin }: Registration): Promise<OutputOf<typeof auth.register>> {
    await this.throttle.beforeRegistration(origin.ip);
    checkUsername(username, this.config.SUPER_ADMIN_USERNAME);
    this.passwords.refuseCommon(password, 'password');
    await this.refuseTaken(username, email);
    const user = this.users.create({
      username,
      usernameKey: nameKey(username),
      email,
      role: 'user',
      passwordHash: await this.passwords.hash(password),
      apiKey: null,
      apiKeyHint: null,
    });
    try {
      await this.users.insert(user);
    } catch (error) {
      throw takenBy(error);
    }
    await this.throttle.knowAddress(user.usernameKey, origin.ip);
    await this.audit.report('registered', { actor: { userId: user.id, username }, target: user.id });
    return this.signIn.open(user, origin);
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
}
